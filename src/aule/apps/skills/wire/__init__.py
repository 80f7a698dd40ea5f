"""Skills over HTTP."""
