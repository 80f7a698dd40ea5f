"""What people and agents can do to a company: every action of Atlas as a capability, and batches of them."""

from aule.apps.atlas.actions import batches, companies, initiatives, key_results, objectives, pasted, pillars, projects

__all__ = ["batches", "companies", "initiatives", "key_results", "objectives", "pasted", "pillars", "projects"]
