"""The studio over HTTP."""
