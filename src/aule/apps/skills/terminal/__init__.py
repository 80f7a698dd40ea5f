"""Skills at the command line."""
