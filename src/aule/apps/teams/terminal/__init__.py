"""The commands of teams."""
