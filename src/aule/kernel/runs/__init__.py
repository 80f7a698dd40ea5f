"""Runs: driving them, ending them, recovering them, handing parts of them to sub-agents."""
