"""Everything Atlas brings to the kernel: importing this adds it to the app."""

from aule.apps.atlas import actions, agent, reading
from aule.apps.atlas.app import atlas
from aule.apps.atlas.capabilities import citations, plans
from aule.apps.atlas.exporting import capabilities as exporting
from aule.apps.atlas.importing import capabilities as importing
from aule.apps.atlas.sample import capabilities as sample

__all__ = ["actions", "agent", "atlas", "citations", "exporting", "importing", "plans", "reading", "sample"]
