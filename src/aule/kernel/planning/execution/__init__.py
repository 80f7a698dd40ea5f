"""A plan in execution: its graph, the briefs of its steps, and its status."""
