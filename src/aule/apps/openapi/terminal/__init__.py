"""OpenAPI on the command line."""
