"""What agents and people do with teams."""
