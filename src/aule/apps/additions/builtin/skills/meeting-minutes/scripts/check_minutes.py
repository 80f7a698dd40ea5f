"""Tell the tasks of minutes that have no person or no day: python3 check_minutes.py minutes-2026-01-31.md"""

import re
import sys

TASK = re.compile(r"^- \[[ x]\] (.+)$")
WHOLE = re.compile(r"^.+ — [^,?]+, \d{4}-\d{2}-\d{2}$")


def main(path: str) -> None:
    """Write one line for each task to complete, and how many there are."""
    with open(path, encoding="utf-8") as file:
        tasks = [found[1] for line in file if (found := TASK.match(line.rstrip()))]
    lines = [f"no person or no day: {task}" for task in tasks if not WHOLE.match(task)]
    lines.append(f"{len(tasks)} tasks, {len(lines)} to complete")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
