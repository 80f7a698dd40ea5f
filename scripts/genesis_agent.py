"""One agent, in a conversation (--repl) or for one turn: the same as `aule agent run`."""

from aule.cli.former import AGENT, run_as

if __name__ == "__main__":
    run_as(["agent", "run"], AGENT)
