"""Traces: the spans of a run, folded from its events; their contents, files and comparisons."""
