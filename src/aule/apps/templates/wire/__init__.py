"""Templates over HTTP."""
