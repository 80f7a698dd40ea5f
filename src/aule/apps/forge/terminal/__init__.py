"""Tools made here on the command line."""
