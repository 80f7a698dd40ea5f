"""A workflow file, task by task, with nobody there: the same as `aule conductor run`."""

from aule.cli.former import CONDUCTOR, run_as

if __name__ == "__main__":
    run_as(["conductor", "run"], CONDUCTOR)
