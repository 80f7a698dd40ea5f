"""An app for storms: effects in a folder that can be counted afterwards."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from aule.contracts.runs.graph import Graph, Step, StepCall, StepKind
from aule.sdk import App, Approve, Context, Effect

lab = App("lab")


def _append(name: str, line: str) -> None:
    descriptor = os.open(Path(os.environ["LAB"]) / name, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(descriptor, f"{line}\n".encode())
    os.close(descriptor)


def lines(folder: Path, name: str) -> list[str]:
    """What was appended."""
    path = folder / name
    return path.read_text().splitlines() if path.exists() else []


@lab.capability(effect=Effect.READ)
async def look(context: Context, key: str, seconds: float = 0.02) -> str:
    """Look at something for a moment."""
    await asyncio.sleep(seconds)
    return key


@lab.capability(effect=Effect.WRITE, idempotent=True, approval=Approve.AUTO)
async def mark(context: Context, key: str, seconds: float = 0.02) -> str:
    """Mark something, however often this is called with the same key."""
    await asyncio.sleep(seconds)
    try:
        os.close(os.open(Path(os.environ["LAB"]) / f"mark-{key}", os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return key
    _append("marks", key)
    return key


@lab.capability(effect=Effect.WRITE, approval=Approve.AUTO)
async def send(context: Context, key: str, seconds: float = 0.02) -> str:
    """Send something, once for each call."""
    await asyncio.sleep(seconds)
    _append("sent", key)
    await asyncio.sleep(seconds)
    return key


SHAPES = (
    {"a": ()},
    {"a": (), "b": ("a",), "c": ("a",), "d": ("b", "c")},
    {"a": (), "b": ("a",), "c": ("b",)},
    {"a": (), "b": (), "c": (), "d": ("a", "b"), "e": ("c", "d"), "f": ("e",)},
)
KINDS = ("look", "mark", "send")


def graph(number: int) -> Graph:
    """One of several graphs; every effect has a key of its own."""
    shape = SHAPES[1 + number % 3]
    nodes = [
        Step(
            id=id,
            kind=StepKind.CALL,
            call=StepCall(capability=f"lab.{KINDS[(number + place) % 3]}", params={"key": f"{number}.{id}"}),
            dependencies=list(before),
        )
        for place, (id, before) in enumerate(shape.items())
    ]
    return Graph(nodes=nodes)
