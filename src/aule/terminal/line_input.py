"""Lines a person types, or a script sends: with editing and history on a real terminal, plain elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from aule.contracts.errors import Cancelled
from aule.terminal.console import Console

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

HISTORY = "agent.history"
"""What was typed to agents, in the data directory."""
PRIVATE_FILE = 0o600
PIECE = 65_536


class Lines(Protocol):
    """Where words come from."""

    is_person: bool
    """Whether somebody sits there who sees what is asked."""

    async def message(self, prompt: str) -> str | None:
        """Words for the agent, perhaps on several lines; none at the end of input. Ctrl-C is `Cancelled`."""
        ...

    async def answer(self, prompt: str) -> str | None:
        """One line in answer to a question; none at the end of input. Ctrl-C is `Cancelled`."""
        ...


def lines_of(console: Console, history: Path) -> Lines:
    """The best way to read lines here: a script's pipe, a dumb terminal, or one that can do more."""
    if not console.interactive:
        return Piped()
    return Plain(console) if os.environ.get("TERM", "dumb") == "dumb" else Edited(history)


class Plain:
    """A terminal that only knows lines. A backslash at the end goes on with the next."""

    is_person = True

    def __init__(self, console: Console) -> None:
        self._console = console

    async def message(self, prompt: str) -> str | None:
        """Lines, until one does not end with a backslash."""
        return await _joined(self.answer, prompt)

    async def answer(self, prompt: str) -> str | None:
        """One line."""
        typed = await self._console.ask(prompt)
        return typed.rstrip("\r\n") if typed else None


class Piped:
    """Standard input of a script. Nothing is prompted, nobody is there to see it."""

    is_person = False

    def __init__(self) -> None:
        self._asked: queue.SimpleQueue[asyncio.Future[str]] | None = None

    async def message(self, prompt: str) -> str | None:
        """Lines, until one does not end with a backslash."""
        return await _joined(self.answer, prompt)

    async def answer(self, prompt: str) -> str | None:
        """One line."""
        if self._asked is None:
            self._asked = queue.SimpleQueue()
            # A daemon, because a script may keep its end open for ever. It reads only what was asked for.
            threading.Thread(target=_listen, args=(self._asked,), daemon=True, name="standard input").start()
        awaited: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._asked.put(awaited)
        line = await awaited
        return line.rstrip("\r\n") if line else None


def _listen(asked: queue.SimpleQueue[asyncio.Future[str]]) -> None:
    read = _reader()
    while True:
        awaited = asked.get()
        try:
            line = read()
        except (OSError, ValueError):  # closed under us: the end of input
            line = ""
        with contextlib.suppress(RuntimeError):  # nobody waits any more: the command has ended
            awaited.get_loop().call_soon_threadsafe(_give, awaited, line)


def _reader() -> Callable[[], str]:
    """Reads lines past Python's own buffer, whose lock would keep the command from ending while one is awaited."""
    try:
        handle = sys.stdin.fileno()
    except (OSError, ValueError):
        return sys.stdin.readline
    rest = b""

    def line() -> str:
        nonlocal rest
        while b"\n" not in rest and (piece := os.read(handle, PIECE)):
            rest += piece
        first, end, rest = rest.partition(b"\n")
        return (first + end).decode(errors="replace")

    return line


def _give(awaited: asyncio.Future[str], line: str) -> None:
    if not awaited.done():
        awaited.set_result(line)


class Edited:
    """A terminal with a line editor: history, several lines (Alt-Enter, or a backslash at the end), paste."""

    is_person = True

    def __init__(self, history: Path) -> None:
        self._history = history
        self._messages: PromptSession[str] | None = None
        self._answers: PromptSession[str] | None = None

    async def message(self, prompt: str) -> str | None:
        """Lines; Enter sends them."""
        if self._messages is None:
            from prompt_toolkit import PromptSession  # what only a conversation may cost
            from prompt_toolkit.history import FileHistory

            _private(self._history)
            self._messages = PromptSession(
                multiline=True,
                history=FileHistory(str(self._history)),
                key_bindings=_keys(),
                prompt_continuation="… ",
            )
        return await self._typed(self._messages, prompt)

    async def answer(self, prompt: str) -> str | None:
        """One line, kept in no history."""
        if self._answers is None:
            from prompt_toolkit import PromptSession  # what only a conversation may cost
            from prompt_toolkit.history import DummyHistory

            self._answers = PromptSession(history=DummyHistory())
        from prompt_toolkit.input.typeahead import clear_typeahead  # with the editor

        clear_typeahead(self._answers.app.input)  # what was typed with a message is no answer
        return await self._typed(self._answers, prompt)

    async def _typed(self, session: PromptSession[str], prompt: str) -> str | None:
        try:
            # Signals stay with whoever waits for us; here Ctrl-C is a key.
            return await session.prompt_async([("bold", prompt)], handle_sigint=False)
        except EOFError:
            return None
        except KeyboardInterrupt:
            raise Cancelled("Stopped.") from None


def _keys() -> KeyBindings:
    from prompt_toolkit.key_binding import KeyBindings  # with the editor

    keys = KeyBindings()

    def send(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.document.text.endswith("\\") and buffer.document.is_cursor_at_the_end:
            buffer.delete_before_cursor()
            buffer.insert_text("\n")
        else:
            buffer.validate_and_handle()

    def go_on(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    keys.add("enter")(send)
    keys.add("escape", "enter")(go_on)
    return keys


def _private(file: Path) -> None:
    """Make a file only its owner can read, or close one that others can."""
    handle = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW, PRIVATE_FILE)
    try:
        os.fchmod(handle, PRIVATE_FILE)
    finally:
        os.close(handle)


async def _joined(answer: Callable[[str], Awaitable[str | None]], prompt: str) -> str | None:
    line = await answer(prompt)
    while line is not None and line.endswith("\\"):
        line = line[:-1] + "\n" + (await answer("… ") or "")
    return line
