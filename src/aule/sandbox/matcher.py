"""Matches a regular expression in a process of its own, which can be killed when it takes too long.

Run by `search.py` with nothing but the standard library: the request is a line of JSON on standard input, then each
file as a line of JSON and its bytes; the hits are lines of JSON. It opens no file and no connection.
"""

import contextlib
import json
import re
import resource
import sys
from typing import Any

MEMORY = 512 * 1024 * 1024
CPU_S = 20
WIDE = (b"\xff\xfe", b"\xfe\xff")
"""Byte order marks of UTF-16."""


def main() -> None:
    """Answer one request: `{"pattern", "limit", "width"}`, then `{"path", "size"}` and so many bytes for each file."""
    for limit, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, CPU_S)):
        with contextlib.suppress(ValueError, OSError):  # not every system has both; the caller's deadline remains
            resource.setrlimit(limit, (most, most))
    given = sys.stdin.buffer
    request: dict[str, Any] = json.loads(given.readline())
    try:
        expression = re.compile(str(request["pattern"]))
    except (re.error, OverflowError, RecursionError) as error:
        tell({"error": str(error)})
        return
    found = 0
    while head := given.readline():
        file: dict[str, Any] = json.loads(head)
        for number, line in enumerate(as_text(given.read(file["size"])).split("\n"), start=1):
            match = expression.search(line)
            if match is None:
                continue
            found += 1
            if found > request["limit"]:
                tell({"more": True})
                return
            shown = clip(line.rstrip("\r"), match.start(), request["width"])
            tell({"path": file["path"], "line": number, "text": shown})


def as_text(content: bytes) -> str:
    """Return a file's text: Unicode, or the encoding of older Windows programs."""
    if content.startswith(WIDE):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def clip(line: str, place: int, width: int) -> str:
    """Return the part of a long line around a place."""
    start = max(0, min(place - width // 4, len(line) - width))
    piece = line[start : start + width]
    return f"{'…' if start else ''}{piece}{'…' if start + width < len(line) else ''}"


def tell(value: dict[str, object]) -> None:
    """Write one answer."""
    sys.stdout.write(json.dumps(value) + "\n")


if __name__ == "__main__":
    main()
