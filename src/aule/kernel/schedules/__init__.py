"""Schedules: what runs by itself, and the one ticker that lets it."""
