"""The commands of insights."""
