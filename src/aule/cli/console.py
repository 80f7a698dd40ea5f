"""What a command prints: words for people, or one JSON document for programs."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import BaseModel

from aule.contracts.errors import Problem

_STYLES = {"dim": "2", "bold": "1", "green": "32", "red": "31", "yellow": "33", "cyan": "36"}


class Console:
    """Standard output and error of one command. Colour only on a terminal, and never as the only sign."""

    def __init__(self, *, as_json: bool = False) -> None:
        self.as_json = as_json
        self.interactive = not as_json and sys.stdin.isatty() and sys.stdout.isatty()
        self._coloured = not as_json and sys.stdout.isatty() and "NO_COLOR" not in os.environ
        self._open_line = False

    def styled(self, text: str, style: str) -> str:
        """The text in a style, where the terminal has styles."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._coloured else text

    def say(self, text: str = "", style: str | None = None) -> None:
        """A line for people. With `--json` nothing."""
        if self.as_json:
            return
        self.end_line()
        print(self.styled(text, style) if style else text, flush=True)

    def stream(self, delta: str, style: str | None = None) -> None:
        """A piece of a text that is still growing."""
        if self.as_json or not delta:
            return
        print(self.styled(delta, style) if style else delta, end="", flush=True)
        self._open_line = not delta.endswith("\n")

    def end_line(self) -> None:
        """Close a line that is still growing."""
        if self._open_line:
            print(flush=True)
            self._open_line = False

    def result(self, value: Any) -> None:
        """The one JSON document of a command. Without `--json` nothing."""
        if self.as_json:
            print(json.dumps(plain(value), ensure_ascii=False, indent=2), flush=True)

    def line(self, value: Any) -> None:
        """One JSON document of many, on a line of its own."""
        print(json.dumps(plain(value), ensure_ascii=False), flush=True)

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, empty: str) -> None:
        """Rows under headings, aligned; or one sentence when there are none."""
        if self.as_json:
            return
        lines = [list(row) for row in rows]
        if not lines:
            self.say(empty)
            return
        widths = [max(len(row[i]) for row in [list(columns), *lines]) for i in range(len(columns))]
        self.say(_aligned(columns, widths), "dim")
        for row in lines:
            self.say(_aligned(row, widths))

    def problem(self, problem: Problem) -> None:
        """What went wrong and what to do, to standard error; with `--json` as the command's document."""
        if self.as_json:
            self.result({"ok": False, "error": problem})
            return
        self.end_line()
        print(f"{self.styled('Error', 'red')} ({problem.code}): {problem.message}", file=sys.stderr)
        near = "Options" if problem.subject else "Did you mean"
        for label, text in ((near, ", ".join(problem.candidates)), ("Hint", problem.hint)):
            if text:
                print(f"{label}: {text}", file=sys.stderr)

    async def ask(self, prompt: str) -> str:
        """Words typed by the person; empty at the end of input. The event loop goes on meanwhile."""
        self.end_line()
        print(prompt, end="", flush=True)
        loop = asyncio.get_running_loop()
        typed: asyncio.Future[str] = loop.create_future()
        loop.add_reader(sys.stdin.fileno(), lambda: typed.done() or typed.set_result(sys.stdin.readline()))
        try:
            return await typed
        finally:
            loop.remove_reader(sys.stdin.fileno())


def plain(value: Any) -> Any:
    """A value as JSON knows it."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
