"""What a command prints: words for people, or one JSON document for programs."""

from __future__ import annotations

import json
import os
import sys
import termios
from collections.abc import Iterable, Sequence
from typing import Any

from aule.contracts.errors import Report
from aule.terminal.printable import escaped, one_line, printable
from aule.terminal.words import say

_STYLES = {"dim": "2", "bold": "1", "green": "32", "red": "31", "yellow": "33", "cyan": "36", "alarm": "1;97;41"}


class Console:
    """Standard output and error of one command. Colour only on a terminal, and never as the only sign.

    Whatever is said here may come from a file or a model: control characters in it are shown, not obeyed.
    """

    def __init__(self, *, as_json: bool = False) -> None:
        self.as_json = as_json
        self.interactive = not as_json and sys.stdin.isatty() and sys.stdout.isatty()
        dumb = os.environ.get("TERM") == "dumb" or "NO_COLOR" in os.environ
        self._coloured = not as_json and sys.stdout.isatty() and not dumb
        self._open_line = False
        self._latest = ""
        self.lines = 0
        """How many lines were said."""

    def styled(self, text: str, style: str) -> str:
        """The text made harmless, in a style where the terminal has styles."""
        safe = printable(text)
        return f"\x1b[{_STYLES[style]}m{safe}\x1b[0m" if self._coloured else safe

    def say(self, text: str = "", style: str | None = None) -> None:
        """A line for people. With `--json` nothing."""
        if self.as_json:
            return
        self.end_line()
        self.lines += text.count("\n") + 1
        print(self.styled(text, style) if style else printable(text), flush=True)

    def say_once(self, text: str, style: str | None = None) -> None:
        """A line that holds until another takes its place, such as which model answers; not told twice in a row."""
        if text != self._latest:
            self._latest = text
            self.say(text, style)

    def stream(self, delta: str, style: str | None = None) -> None:
        """A piece of a text that is still growing."""
        if self.as_json or not delta:
            return
        print(self.styled(delta, style) if style else printable(delta), end="", flush=True)
        self._open_line = not delta.endswith("\n")

    def end_line(self) -> None:
        """Close a line that is still growing."""
        if self._open_line:
            print(flush=True)
            self._open_line = False

    def result(self, value: Any) -> None:
        """The one JSON document of a command. Without `--json` nothing."""
        if self.as_json:
            print(escaped(json.dumps(plain(value), ensure_ascii=False, indent=2)), flush=True)

    def line(self, value: Any) -> None:
        """One JSON document of many, on a line of its own."""
        print(escaped(json.dumps(plain(value), ensure_ascii=False)), flush=True)

    def document(self, text: str) -> None:
        """A text for a file or another program, as it is; on a terminal made harmless."""
        sys.stdout.write(printable(text) if sys.stdout.isatty() else text)
        sys.stdout.flush()

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, empty: str) -> None:
        """Rows under headings, aligned; or one sentence when there are none."""
        if self.as_json:
            return
        lines = [[one_line(cell) for cell in row] for row in rows]
        if not lines:
            self.say(empty)
            return
        widths = [max(len(row[i]) for row in [list(columns), *lines]) for i in range(len(columns))]
        self.say(_aligned(columns, widths), "dim")
        for row in lines:
            self.say(_aligned(row, widths))

    def problem(self, problem: Report, code: int = 1) -> None:
        """What went wrong and what to do, to standard error; with `--json` as the command's document."""
        if self.as_json:
            self.result({"ok": False, "error": problem, "exit_code": int(code)})
            return
        self.end_line()
        message, hint, candidates = problem["message"], problem["hint"] or "", problem["candidates"]
        print(f"{self.styled(say('error'), 'red')} ({problem['code']}): {printable(message)}", file=sys.stderr)
        for match in problem["matches"]:
            where = f" — {one_line(match['path'])}" if match["path"] else ""
            status = f" ({one_line(match['status'])})" if match["status"] else ""
            print(f"  {one_line(match['id'])}: {one_line(match['title'])}{where}{status}", file=sys.stderr)
        near = say("options" if problem["subject"] else "did_you_mean")
        told = f"{message}\n{hint}"
        offered = [each for each in candidates if each not in told]  # some messages and hints list them already
        for label, text in ((near, ", ".join(candidates) if offered else ""), (say("hint"), hint)):
            if text:
                print(f"{label}: {printable(text)}", file=sys.stderr)

    def forget_typed(self) -> None:
        """Drop what was typed before a question was there: it was meant for something else, and is no answer."""
        if self.interactive:
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)

    async def ask(self, prompt: str) -> str:
        """Words typed by the person; empty at the end of input. The event loop goes on meanwhile."""
        self.end_line()
        print(prompt, end="", flush=True)
        import asyncio  # is there already when a command waits; one that does not is spared 25 ms

        loop = asyncio.get_running_loop()
        typed: asyncio.Future[str] = loop.create_future()
        loop.add_reader(sys.stdin.fileno(), lambda: typed.done() or typed.set_result(sys.stdin.readline()))
        try:
            return await typed
        finally:
            loop.remove_reader(sys.stdin.fileno())


def plain(value: Any) -> Any:
    """A value as JSON knows it."""
    if (dump := getattr(value, "model_dump", None)) is not None:  # a contract; pydantic is not loaded to ask for it
        return dump(mode="json")
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
