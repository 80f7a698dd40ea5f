"""What Atlas does with no model at all, by example sentences in Portuguese and English."""

from aule.apps.atlas.recipes import changing, looking, making

__all__ = ["changing", "looking", "making"]
