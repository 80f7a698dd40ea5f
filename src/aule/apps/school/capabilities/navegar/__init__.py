"""Opening screens."""

from aule.apps.school.capabilities.navegar import secoes

__all__ = ["secoes"]
