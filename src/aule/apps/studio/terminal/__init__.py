"""The studio in a terminal."""
