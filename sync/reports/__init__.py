"""What a command found, in the form a person or a program reads: one module per form."""
