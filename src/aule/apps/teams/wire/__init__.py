"""The addresses of teams."""
