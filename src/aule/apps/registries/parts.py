"""Everything package registries bring to the kernel: importing this adds it to the app."""

from aule.apps.registries import spoken, start
from aule.apps.registries.app import registries
from aule.apps.registries.capabilities import commands, consents

__all__ = ["commands", "consents", "registries", "spoken", "start"]
