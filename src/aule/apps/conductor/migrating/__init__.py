"""Migrating agents of version 1: planned, backed up, staged, placed, verified, retired (CO-60 to CO-62)."""

from aule.apps.conductor.migrating.answering import Answering, Answers, asked, from_file, suggested
from aule.apps.conductor.migrating.finding import OldAgent, find_old
from aule.apps.conductor.migrating.moving import Done, migrate, on_the_way, rollback
from aule.apps.conductor.migrating.planning import Plan, plan, projects_in
from aule.apps.conductor.migrating.telling import describe

__all__ = [
    "Answering",
    "Answers",
    "Done",
    "OldAgent",
    "Plan",
    "asked",
    "describe",
    "find_old",
    "from_file",
    "migrate",
    "on_the_way",
    "plan",
    "projects_in",
    "rollback",
    "suggested",
]
