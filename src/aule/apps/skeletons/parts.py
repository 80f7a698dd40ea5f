"""Everything skeletons bring: importing this adds it to the app."""

from aule.apps.skeletons.app import skeletons

__all__ = ["skeletons"]
