"""A workflow file, task by task, with nobody there: the same as `aule conductor run`."""

from aule.apps.conductor.terminal.former import CONDUCTOR, run_as
from aule.cli.main import app

if __name__ == "__main__":
    run_as(app, ["conductor", "run"], CONDUCTOR)
