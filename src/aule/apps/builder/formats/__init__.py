"""Workflows of other programs: read as workflows of ours, and written in an open format."""
