"""Reports of commands for users and programs: one module per form."""
