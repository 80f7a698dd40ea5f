"""What agents and people do with plugins."""
