"""Changes of a plan: compared, merged, patched, taken back."""
