"""Everything that touches the outside: configuration, sources, reports and the command line."""
