"""Schedules: runs that start by themselves at certain times, and the ticker that starts them."""
