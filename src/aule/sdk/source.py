"""Source that somebody wrote at run time, for apps: run in a killable child that can do nothing else."""

from aule.sandbox.source.source_box import Outcome, SourceAnswer, SourceBox, SourceCall, is_installed

__all__ = ["Outcome", "SourceAnswer", "SourceBox", "SourceCall", "is_installed"]
