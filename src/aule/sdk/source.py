"""Source that somebody wrote at run time, for apps: run in a killable child that can do nothing else."""

from aule.sandbox.source.calls import CallAnswer, Outcome, SourceAnswer, SourceCall, SourceRuntime, WishedCall
from aule.sandbox.source.source_box import SourceBox, is_installed

__all__ = [
    "CallAnswer",
    "Outcome",
    "SourceAnswer",
    "SourceBox",
    "SourceCall",
    "SourceRuntime",
    "WishedCall",
    "is_installed",
]
