"""Workflows as people keep them: documents read and written, checked, kept in versions, and run."""
