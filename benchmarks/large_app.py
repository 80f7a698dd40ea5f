"""An app of School's size, written to a folder as a package would be installed: what one app more costs."""

from __future__ import annotations

from pathlib import Path

CAPABILITIES = 150
VIEWS = 40
ROUTES = 30
TABLES = 24

_CAPABILITY = '''"""What can be done with thing {n}."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from aule.sdk import Context, Effect, Model
from aule_large.app import large


class Part{n}(Model):
    """A part of thing {n}."""

    name: Annotated[str, Field(min_length=1, max_length=200, description="What it is called.")]
    amount: Annotated[float, Field(ge=0, le=1_000_000)] = 1
    kind: Literal["plain", "special", "other"] = "plain"


class Thing{n}(Model):
    """Thing {n}, with its parts."""

    id: str
    title: str
    parts: list[Part{n}] = []
    notes: dict[str, str] = {{}}


@large.capability(effect=Effect.READ, title={{"en": "Look at thing {n}", "pt": "Ver a coisa {n}"}})
async def look_{n}(
    context: Context,
    title: Annotated[str, "The title of the thing."],
    parts: list[Part{n}] | None = None,
    kind: Annotated[Literal["plain", "special", "other"], "Which kind is meant."] = "plain",
    limit: Annotated[int, Field(ge=1, le=100, description="At most this many.")] = 20,
) -> Thing{n}:
    """Look at thing {n}, and say what its parts are, how many there are of each, and what was noted about them."""
    return Thing{n}(id="thing_{n}", title=title, parts=parts or [])
'''
_VIEW = '''"""What is shown of thing {n}."""

from __future__ import annotations

from aule.sdk import Model, Reading
from aule_large.app import large


class Page{n}(Model):
    """A page of things."""

    titles: list[str]


@large.view("page_{n}")
async def page_{n}(reading: Reading, limit: int = 20) -> Page{n}:
    """The things of page {n}."""
    return Page{n}(titles=[])
'''
_ROUTE = '''"""Where thing {n} is told over HTTP."""

from __future__ import annotations

from aule.sdk.http import Reply, Routes

wire = Routes(tags=["large"])


@wire.route("GET", "/api/large/things_{n}/{{id}}")
async def thing_{n}(id: str) -> Reply:
    """Thing {n}."""
    return Reply({{"id": id}})
'''
_TABLES = '''"""What the app keeps."""

from __future__ import annotations

from sqlalchemy import Column, MetaData, String, Table

tables = MetaData()
for number in range({count}):
    Table(
        f"large_things_{{number}}",
        tables,
        Column("id", String, primary_key=True),
        Column("title", String, nullable=False),
        Column("stamp", String, nullable=False),
    )
'''
_APP = '''"""The app itself."""

from __future__ import annotations

from aule.sdk import App
from aule_large.tables import tables

large = App("large", name="Large", tables=tables)
large.brings(routes={routes!r})
'''


def write_large_app(site: Path) -> Path:
    """Write the package and its metadata below a folder; return the package. It has some 250 modules."""
    package = site / "aule_large"
    routes = [f"aule_large.routes.route_{n}" for n in range(ROUTES)]
    files = {
        "app.py": _APP.format(routes=routes),
        "tables.py": _TABLES.format(count=TABLES),
        **{f"capabilities/look_{n}.py": _CAPABILITY.format(n=n) for n in range(CAPABILITIES)},
        **{f"views/page_{n}.py": _VIEW.format(n=n) for n in range(VIEWS)},
        **{f"routes/route_{n}.py": _ROUTE.format(n=n) for n in range(ROUTES)},
    }
    brought = [name.removesuffix(".py").replace("/", ".") for name in files if name.startswith(("cap", "views"))]
    files["parts.py"] = '"""Everything the app brings."""\n\n' + "".join(
        f"import aule_large.{name}\n" for name in brought
    )
    files["__init__.py"] = '"""A large app."""\n\nimport aule_large.parts\nfrom aule_large.app import large\n'
    for name, text in files.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    metadata = site / "aule_large-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: aule-large\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[aule.apps]\nlarge = aule_large:large\n")
    return package
