"""What Atlas does with no model at all, by example sentences in Portuguese and English."""

from aule.apps.atlas.recipes import changing, governance, looking, making

__all__ = ["changing", "governance", "looking", "making"]
