"""An app of capabilities that do what they should not, for the kernel to hold in check."""

from __future__ import annotations

import asyncio

from aule.sdk import App, Context, Effect, Preview, Text


def odd_app() -> App:
    """Previews with effects and bugs, reads that write, results nobody can store."""
    odd = App("odd")
    _previewing(odd)
    _asking(odd)
    _writing(odd)

    @odd.capability(effect=Effect.READ)
    async def noisy(context: Context) -> str:
        """Tell of progress without end."""
        for _ in range(5_000):
            context.progress("x" * 10_000)
        return "done"

    @odd.capability(effect=Effect.WRITE)
    async def number(n: int) -> int:
        """Take a number."""
        return n

    return odd


def _previewing(odd: App) -> None:
    async def meddle(context: Context, path: str) -> Preview:
        await context.change_file(path, b"already", op="write", title="Meddle")
        return Text(text="nothing to see")

    async def burst(context: Context, path: str) -> Preview:
        raise RuntimeError("a bug")

    async def dawdle(context: Context, path: str) -> Preview:
        await asyncio.Event().wait()
        return Text(text="never")

    @odd.capability(effect=Effect.WRITE, reversible=True, preview=meddle)
    async def meddling(path: str) -> str:
        """Have a preview with an effect."""
        return path

    @odd.capability(effect=Effect.WRITE, reversible=True, preview=burst)
    async def bursting(path: str) -> str:
        """Have a preview with a bug."""
        return path

    @odd.capability(effect=Effect.WRITE, reversible=True, preview=dawdle, timeout_s=0.05)
    async def dawdling(path: str) -> str:
        """Have a preview that never ends."""
        return path


def _asking(odd: App) -> None:
    @odd.capability(effect=Effect.WRITE, reversible=True)
    async def paint(context: Context, path: str) -> str:
        """Ask for a colour, then write it down."""
        answer = await context.ask_person("Which colour?", ["red", "blue"])
        await context.change_file(path, (answer.text or "").encode(), op="write", title="Paint")
        return answer.option

    @odd.capability(effect=Effect.READ)
    async def enrol(context: Context) -> list[str | None]:
        """Ask two questions."""
        name = await context.ask_person("Name?")
        group = await context.ask_person("Class?")
        return [name.text, group.text]


def _writing(odd: App) -> None:
    @odd.capability(effect=Effect.READ)
    async def sneak(context: Context, path: str) -> str:
        """Write although it is declared to read."""
        await context.change_file(path, b"x", op="write", title="Sneak")
        return path

    @odd.capability(effect=Effect.WRITE, reversible=True)
    async def half_text(context: Context, path: str) -> str:
        """Write, then give back half of a character."""
        await context.change_file(path, b"x", op="write", title="Half")
        return "\ud800"

    @odd.capability(effect=Effect.WRITE, reversible=True)
    async def raw_bytes(context: Context, path: str) -> bytes:
        """Write, then give back what is no JSON."""
        await context.change_file(path, b"x", op="write", title="Raw")
        return b"\xff\xfe"
