"""A small app for the kernel's tests: one capability of each effect, kept in plain files and counters."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from aule.contracts.access.capability import Effect
from aule.sdk import App, Context, Preview, Text, errors


@dataclass
class Shop:
    """The app and what its capabilities were called with."""

    app: App
    seen: list[str] = field(default_factory=list)
    hold: asyncio.Event = field(default_factory=asyncio.Event)


def open_shop() -> Shop:
    """A fresh app, with nothing called yet."""
    app = App("shop")
    shop = Shop(app)

    @app.capability(effect=Effect.READ)
    async def count(n: int = 5, ratio: float = 1.0, loud: bool = False) -> dict[str, float]:
        """Count to n."""
        shop.seen.append("count")
        return {"n": n, "ratio": ratio, "loud": loud}

    async def show(context: Context, path: str, text: str) -> Preview:
        return Text(text=f"{path}: {text}")

    @app.capability(effect=Effect.WRITE, targets=["path"], reversible=True, preview=show)
    async def store(context: Context, path: str, text: str) -> str:
        """Store a text."""
        shop.seen.append(f"store {path}")
        await context.change_file(path, text.encode(), op="store", title=f"Store {path}")
        return path

    @app.capability(effect=Effect.WRITE, targets=["path"], reversible=True)
    async def break_off(context: Context, path: str) -> str:
        """Write half of what was promised, then fail."""
        await context.change_file(path, b"half", op="store", title=f"Store {path}")
        raise errors.Conflict("The other half is missing.")

    @app.capability(effect=Effect.DELETE, targets=["name"])
    async def delete_project(name: str) -> str:
        """Delete a project."""
        shop.seen.append(f"delete {name}")
        return name

    @app.capability(effect=Effect.READ)
    async def wait(context: Context) -> str:
        """Wait until the test lets go."""
        context.progress("waiting")
        shop.seen.append("wait")
        await shop.hold.wait()
        return "done"

    @app.capability(effect=Effect.READ)
    async def burst() -> str:
        """Fail with a bug."""
        raise RuntimeError("a bug with a secret detail")

    return shop
