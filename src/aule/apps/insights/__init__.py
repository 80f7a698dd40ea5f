"""Insights: what a run did, how long it took and what it cost, as a trace and as figures."""
