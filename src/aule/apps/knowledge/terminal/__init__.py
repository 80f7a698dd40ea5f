"""The commands of knowledge."""
