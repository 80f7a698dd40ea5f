"""Package registries over HTTP."""
