"""Plugins over HTTP."""
