"""The planning team: drafts plans, finds what is missing, and applies answers and suggestions."""
