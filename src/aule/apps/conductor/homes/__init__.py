"""Homes of Conductor: environments, their projects, and who may enter them."""
