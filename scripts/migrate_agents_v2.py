"""Agents of version 1 become agents of version 2: the same as `aule agent migrate`."""

from aule.apps.conductor.terminal.former import MIGRATION, run_as
from aule.cli.main import app

if __name__ == "__main__":
    run_as(app, ["agent", "migrate"], MIGRATION)
