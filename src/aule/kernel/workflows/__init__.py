"""Workflows as documents: read, checked, stored in versions, and run."""
