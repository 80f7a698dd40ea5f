"""Package registries on the command line."""
