"""Workflow files of Conductor: read strictly, checked completely, and turned into a graph the engine drives (D.7)."""
