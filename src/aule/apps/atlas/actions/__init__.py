"""What people and agents can do to a company: every action of Atlas as a capability, and batches of them."""

from aule.apps.atlas.actions import (
    batches,
    companies,
    frameworks,
    initiatives,
    insights,
    key_results,
    meetings,
    objectives,
    pasted,
    pillars,
    projects,
)

__all__ = [
    "batches",
    "companies",
    "frameworks",
    "initiatives",
    "insights",
    "key_results",
    "meetings",
    "objectives",
    "pasted",
    "pillars",
    "projects",
]
