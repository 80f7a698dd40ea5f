"""Templates on the command line."""
