"""Plugins on the command line."""
