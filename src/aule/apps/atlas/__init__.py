"""Atlas: a company's strategy by chat, with real ids, previews, undo and exact round trips."""

from aule.apps.atlas import actions, plans, reading, recipes  # noqa: I001 (the agent comes last: it tells of all of them)
from aule.apps.atlas.exporting import capabilities as exporting
from aule.apps.atlas.importing import capabilities as importing
from aule.apps.atlas.sample import capabilities as sample
from aule.apps.atlas import agent
from aule.apps.atlas.app import atlas

__all__ = ["actions", "agent", "atlas", "exporting", "importing", "plans", "reading", "recipes", "sample"]
