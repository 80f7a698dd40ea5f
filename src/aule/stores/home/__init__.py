"""The data directory: its lock, its files, its settings and secrets."""
