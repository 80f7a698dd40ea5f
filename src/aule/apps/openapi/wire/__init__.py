"""Imported APIs over HTTP."""
