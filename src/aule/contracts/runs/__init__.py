"""Runs, their graphs and steps, and what starts them."""
