"""The builder over HTTP."""
