"""Conductor: agents that live beside the projects they work in, and write only where their manifest says."""
