"""Graphs: checked completely, bound to values, and what running one would be allowed to do. Pure."""
