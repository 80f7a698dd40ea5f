"""Matches a regular expression in a process of its own, which can be killed when the expression runs away.

Run by `search.py` with nothing but the standard library: the request and the texts come as JSON
lines on standard input, the hits leave as JSON lines. It opens no file and no connection.
"""

import contextlib
import json
import re
import resource
import sys
from typing import Any

MEMORY = 512 * 1024 * 1024
CPU_S = 10


def main() -> None:
    """Answer one request: `{"pattern", "limit", "width"}`, then one `{"path", "text"}` a line."""
    for limit, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, CPU_S)):
        with contextlib.suppress(ValueError, OSError):  # not every system has both; the caller's deadline remains
            resource.setrlimit(limit, (most, most))
    request: dict[str, Any] = json.loads(sys.stdin.readline())
    try:
        expression = re.compile(str(request["pattern"]))
    except (re.error, OverflowError, RecursionError) as error:
        tell({"error": str(error)})
        return
    found = 0
    for document in sys.stdin:
        file: dict[str, str] = json.loads(document)
        for number, line in enumerate(file["text"].split("\n"), start=1):
            match = expression.search(line)
            if match is None:
                continue
            found += 1
            if found > request["limit"]:
                tell({"more": True})
                return
            shown = clip(line.rstrip("\r"), match.start(), request["width"])
            tell({"path": file["path"], "line": number, "text": shown})


def clip(line: str, place: int, width: int) -> str:
    """The part of a long line around a place."""
    start = max(0, min(place - width // 4, len(line) - width))
    piece = line[start : start + width]
    return f"{'…' if start else ''}{piece}{'…' if start + width < len(line) else ''}"


def tell(value: dict[str, object]) -> None:
    """Put one answer out."""
    sys.stdout.write(json.dumps(value) + "\n")


if __name__ == "__main__":
    main()
