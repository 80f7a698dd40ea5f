"""Changes of a plan: compared, merged, patched and undone."""
