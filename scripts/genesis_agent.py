"""One agent, in a conversation (--repl) or for one turn: the same as `aule agent run`."""

from aule.apps.conductor.terminal.former import AGENT, run_as
from aule.cli.main import app

if __name__ == "__main__":
    run_as(app, ["agent", "run"], AGENT)
