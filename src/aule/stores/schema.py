"""The schema's version: a fresh store gets today's tables, an older one is upgraded, a newer one is refused."""

from __future__ import annotations

from enum import Enum, auto

from sqlalchemy import Dialect
from sqlalchemy.schema import CreateIndex, CreateTable

from aule.contracts.errors import Corrupt, Refused
from aule.stores.repositories.full_text import full_text
from aule.stores.tables import HEAD, metadata

VERSION_TABLE = "alembic_version"


class Standing(Enum):
    """How a store's schema stands to this program's."""

    FRESH = auto()
    CURRENT = auto()
    OLDER = auto()


def judge(store: str, tables: set[str], version: str | None) -> Standing:
    """Compare what a store holds with what this program knows; raises when it must not be touched."""
    if version == HEAD:
        return Standing.CURRENT
    if version is not None and not (version.isdigit() and len(version) == len(HEAD) and version < HEAD):
        raise Refused(
            f"The data in {store!r} has schema version {version!r}; this program knows versions up to {HEAD!r}",
            hint="A newer auleOS wrote it; it was left untouched. Upgrade auleOS, or use another data directory.",
            code="newer_schema",
        )
    if version is None and VERSION_TABLE not in tables:
        if not tables:
            return Standing.FRESH
        raise Corrupt(
            f"{store!r} holds tables of something else: {', '.join(sorted(tables)[:5])}",
            hint="It was left untouched. Point auleOS at an empty place or at its own data.",
        )
    return Standing.OLDER


_CREATIONS: dict[str, list[str]] = {}


def creation(dialect: Dialect) -> list[str]:
    """Today's whole schema as statements, the version mark included. A test holds it equal to the migrations."""
    if dialect.name not in _CREATIONS:
        _CREATIONS[dialect.name] = _created_in(dialect)
    return _CREATIONS[dialect.name]


def _created_in(dialect: Dialect) -> list[str]:
    made: list[str] = []
    for table in metadata.sorted_tables:
        wanted = [index for index in table.indexes if index.info.get("only", dialect.name) == dialect.name]
        if dialect.name == "postgresql":
            for index in wanted:
                index.dialect_kwargs["postgresql_where"] = index.info.get("where")
        parts = [CreateTable(table), *map(CreateIndex, sorted(wanted, key=lambda index: str(index.name)))]
        made.extend(str(part.compile(dialect=dialect)) for part in parts)
    made.extend(full_text(dialect.name))
    made.append(
        f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL,"
        f" CONSTRAINT {VERSION_TABLE}_pkc PRIMARY KEY (version_num))"
    )
    made.append(f"INSERT INTO {VERSION_TABLE} (version_num) VALUES ('{HEAD}')")
    return made
