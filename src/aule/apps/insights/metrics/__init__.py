"""Metrics: figures of runs, folded from the log into tables, and added up by day."""
