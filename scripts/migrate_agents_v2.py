"""Agents of version 1 become agents of version 2: the same as `aule agent migrate`."""

from aule.cli.former import MIGRATION, run_as

if __name__ == "__main__":
    run_as(["agent", "migrate"], MIGRATION)
