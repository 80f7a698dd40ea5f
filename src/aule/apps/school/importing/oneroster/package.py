"""A OneRoster archive: its manifest, and its tables row by row."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Literal

from aule.apps.school.importing.refusals import Refusal
from aule.apps.school.importing.sheets.archive import archive
from aule.text.encodings import decode
from aule.text.tables import BadTable, read_rows

VERSIONS = ("1.1", "1.2")
TABLES = (
    "orgs",
    "academicSessions",
    "courses",
    "classes",
    "users",
    "roles",
    "enrollments",
    "lineItems",
    "results",
)
"""What is read of an archive, in the order it is linked."""
MOST_ROWS = 1_000_000
_MANIFEST = ("manifest.", "oneroster.", "file.")
"""What a manifest says of the archive itself."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a table."""

    table: str
    line: int
    """From 1; the headings are row 1."""
    cells: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.cells.get(name, "")

    @property
    def id(self) -> str:
        """The `sourcedId` of the line."""
        return self["sourcedId"]

    @property
    def is_going(self) -> bool:
        """Whether the other system wants it removed."""
        return self["status"].lower() == "tobedeleted"


@dataclass(slots=True)
class Package:
    """What an archive holds."""

    name: str
    version: str = ""
    kinds: dict[str, str] = field(default_factory=dict[str, str])
    """`bulk`, `delta` or `absent`, by table."""
    tables: dict[str, list[Line]] = field(default_factory=dict[str, list[Line]])
    unread: list[Line] = field(default_factory=list[Line])
    """Rows of files that have no place here."""
    strangers: list[str] = field(default_factory=list[str])
    """Files that are no tables at all."""
    mended: int = 0
    """Lines whose letters were in another encoding than the file says."""
    broken: int = 0
    """Lines with letters that are lost in the file itself."""

    def rows(self, table: str) -> list[Line]:
        """Return the rows of a table; none where it is not there."""
        return self.tables.get(table, [])

    @property
    def kind(self) -> Literal["bulk", "delta", "mixed"]:
        """Whether it holds everything, or what changed."""
        said = {self.kinds.get(table, "bulk") for table in self.tables}
        if said == {"delta"}:
            return "delta"
        return "mixed" if "delta" in said else "bulk"


def open_package(name: str, content: bytes) -> Package:
    """Read an archive within limits."""
    if not content.startswith(b"PK"):
        raise Refusal("not_oneroster", missing="zip")
    with archive(io.BytesIO(content), name) as found:
        members = {PurePosixPath(each.filename).name.lower(): each for each in found.infolist() if not each.is_dir()}
        if "manifest.csv" not in members:
            raise Refusal("not_oneroster", missing="manifest.csv")
        package = Package(name)
        lines = list(_rows(found, members["manifest.csv"], "manifest", package))
        manifest = {each["propertyName"]: each["value"] for each in lines}
        package.version = manifest.get("oneroster.version", "").strip()
        if not package.version.startswith(VERSIONS):
            raise Refusal("oneroster_version", version=package.version)
        package.unread += [each for each in lines if not each["propertyName"].startswith(_MANIFEST)]
        for table in TABLES:
            member = members.get(f"{table.lower()}.csv")
            package.kinds[table] = manifest.get(f"file.{table}", "bulk" if member is not None else "absent").lower()
            if member is not None and package.kinds[table] != "absent":
                package.tables[table] = list(_rows(found, member, table, package))
        if not package.tables:
            raise Refusal("not_oneroster", missing="orgs.csv")
        _read_others(found, members, package)
        return package


def _read_others(found: zipfile.ZipFile, members: Mapping[str, zipfile.ZipInfo], package: Package) -> None:
    """Look into the files that have no place here, so that they can be told."""
    read = {"manifest.csv", *(f"{table.lower()}.csv" for table in package.tables)}
    for name, member in members.items():
        if name in read:
            continue
        if name.endswith(".csv"):
            package.unread += _rows(found, member, PurePosixPath(member.filename).stem, package)
        else:
            package.strangers.append(member.filename)


def _rows(found: zipfile.ZipFile, member: zipfile.ZipInfo, table: str, package: Package) -> Iterator[Line]:
    text = decode(found.read(member))
    package.mended += text.mended
    package.broken += text.broken
    reader = read_rows(text.text)
    try:
        heads = [head.strip() for head in next(reader, list[str]())]
        for number, row in enumerate(reader, start=2):
            if number > MOST_ROWS:
                raise Refusal("too_many_rows", most=MOST_ROWS)
            if any(row):
                named = [*heads, *(f"#{place}" for place in range(len(heads) + 1, len(row) + 1))]
                yield Line(table, number, {head: cell.strip() for head, cell in zip(named, row, strict=False)})
    except BadTable as error:
        raise Refusal("bad_csv", why=f"{member.filename}: {error}") from None
