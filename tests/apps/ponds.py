"""An app of another package, written to a folder: what it says, what it keeps, and in which thread it was imported."""

from __future__ import annotations

import sys
from importlib import invalidate_caches
from pathlib import Path

import pytest

WHERE = "pond.app:pond"
_APP = '''"""A pond."""

from __future__ import annotations

import threading

from sqlalchemy import Column, MetaData, String, Table, select

from aule.sdk import App, Context, Effect, Hit, Name, Reading, RowWrite, Veiled

THREAD = threading.current_thread().name
tables = MetaData()
fish = Table(
    "pond_fish",
    tables,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("stamp", String, nullable=False),
)
pond = App("pond", name={"en": "Pond", "pt": "Lagoa"}, tables=tables)
pond.brings(routes=["pond.routes"])


@pond.capability(effect=Effect.READ, aliases={"count_carps": {"kind": "carp"}})
async def count(kind: str = "any") -> str:
    """Count the fish."""
    return f"{kind}: 3"


@pond.capability(effect=Effect.DELETE)
async def drain(context: Context) -> str:
    """Drain the pond."""
    return "drained"


@pond.capability(effect=Effect.WRITE, reversible=True)
async def add(context: Context, name: str) -> str:
    """Add a fish."""
    row = {"id": context.ambient.ids.new("fis"), "name": name}
    await context.change_rows([RowWrite(fish, None, row)], entity=f"pond:{row['id']}", op="create", title=name)
    return name


@pond.view("shore")
async def shore(reading: Reading) -> list[str]:
    """The fish that are seen from the shore."""
    return [name for (name,) in await reading.fetch(select(fish.c.name))]


@pond.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Find fish by name."""
    names = await shore(reading)
    return [Hit(ref=f"item:{name}", kind="item", title=name, detail="", path="/pond") for name in names]


@pond.veil
async def roster(reading: Reading) -> list[Veiled]:
    """Return the names of all fish."""
    return [Veiled(text=name, token="Fish 1", is_given=True) for name in await shore(reading)]


@pond.tells_names
async def names(reading: Reading) -> list[Name]:
    """Return the names of all fish."""
    return [Name(name, "fish") for name in await shore(reading)]
'''
_ROUTES = '''"""The pond over HTTP."""

from __future__ import annotations

from aule.sdk.http import Limits, Reply, Routes

wire = Routes(tags=["pond"])


@wire.route("GET", "/api/pond/fish/{id}")
async def one_fish(id: str) -> Reply:
    """A fish."""
    return Reply({"id": id})


@wire.route("POST", "/api/pond/fish", limits=Limits(max_bytes=9, max_seconds=1))
async def more_fish() -> Reply:
    """More fish."""
    return Reply({})
'''


class Pond:
    """The package below a folder that Python looks for modules in, and a folder for caches of its own."""

    def __init__(self, path: Path, patch: pytest.MonkeyPatch) -> None:
        self.package = path / "site" / "pond"
        self.cache = path / "cache"
        patch.syspath_prepend(str(self.package.parent))
        patch.setenv("XDG_CACHE_HOME", str(self.cache))
        self.write()

    def write(self, app: str = _APP, routes: str = _ROUTES) -> None:
        """Write the package's files."""
        self.package.mkdir(parents=True, exist_ok=True)
        for name, text in (("__init__", '"""A pond."""\n'), ("app", app), ("routes", routes)):
            (self.package / f"{name}.py").write_text(text)

    def edit(self, old: str, new: str) -> None:
        """Change what the app's file says."""
        assert old in _APP
        self.write(_APP.replace(old, new))

    def forget(self) -> None:
        """Let Python import the package anew, as another process would."""
        for name in self.modules():
            del sys.modules[name]
        invalidate_caches()

    def modules(self) -> list[str]:
        """Return the modules of the package that are imported."""
        return sorted(name for name in sys.modules if name.partition(".")[0] == "pond")

    def folders(self) -> list[Path]:
        """Return everything that is in the catalogue, however it is called."""
        return sorted(path for path in (self.cache / "aule" / "apps").iterdir())
