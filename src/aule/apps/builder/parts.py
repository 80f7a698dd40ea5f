"""Everything the builder brings to the kernel: importing this adds it to the app."""

from aule.apps.builder import capabilities, spoken
from aule.apps.builder.app import builder

__all__ = ["builder", "capabilities", "spoken"]
