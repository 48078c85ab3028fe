"""Reports of commands for people and programs: one module per form."""
