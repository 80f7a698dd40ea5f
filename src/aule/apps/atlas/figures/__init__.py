"""Figures of a company: progress, pace, months and targets. Pure."""
