"""Arrivals: what becomes of files that were sent to a collection. Pure: rows in, rows out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from aule.apps.knowledge import tables as t
from aule.apps.knowledge.records import Kind, SourceKind
from aule.sdk import Model, Row, RowWrite


class OriginalFile(Model):
    """A file whose bytes are kept, on its way to become a document."""

    name: str = Field(min_length=1, max_length=300)
    mime: str = Field(max_length=200)
    kind: Kind
    size: int = Field(ge=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    source: SourceKind
    ref: str = Field(default="", max_length=4_000)
    """The address, path or id it came from."""
    moved_from: str | None = Field(default=None, max_length=4_000)
    """Where the same content was before, if it only moved."""


class WaitingVersion(Model):
    """A version of a document that is to be read."""

    document: str
    version: int


class KnownFile(Model):
    """A file whose content the collection has already."""

    name: str
    document: str


class TakenDocuments(Model):
    """What became of files that were sent to a collection."""

    documents: list[WaitingVersion]
    """Those to be read."""
    unchanged: list[KnownFile] = []


@dataclass(frozen=True, slots=True)
class Place:
    """Where files arrive, and when."""

    collection: str
    project: str
    run: str
    """The run that reads them."""
    now: str
    new_id: Callable[[], str]
    open_runs: Collection[str] = ()
    """Runs that still read documents."""


@dataclass(slots=True)
class Arrivals:
    """Sorts files into new documents, new versions, and what is there already."""

    place: Place
    documents: Sequence[Row]
    """What the collection holds."""
    versions: Mapping[str, Sequence[Row]]
    writes: list[RowWrite] = field(default_factory=lambda: [])
    waiting: list[WaitingVersion] = field(default_factory=lambda: [])
    unchanged: list[KnownFile] = field(default_factory=lambda: [])
    _by_content: dict[str, str] = field(default_factory=lambda: {})
    _touched: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        for row in self.documents:
            self._by_content.setdefault(self._latest(row)["sha256"], row["id"])

    def take(self, files: Sequence[OriginalFile]) -> TakenDocuments:
        """Sort files in; the rows that follow are in `writes`."""
        for file in files:
            self._take(file)
        return TakenDocuments(documents=self.waiting, unchanged=self.unchanged)

    def _take(self, file: OriginalFile) -> None:
        known = self._by_content.get(file.sha256)
        if known is not None:
            self._meet_again(file, known)
        elif (former := self._former(file)) is not None:
            self._add_version(file, former)
            self._by_content[file.sha256] = former["id"]
        else:
            self._by_content[file.sha256] = self._add(file)

    def _meet_again(self, file: OriginalFile, id: str) -> None:
        """The content is there: nothing happens, but for one that could not be read, or that moved."""
        row = next((each for each in self.documents if each["id"] == id), None)
        if row is None or id in self._touched:  # it came with this very batch
            self.unchanged.append(KnownFile(name=file.name, document=id))
            return
        is_whole = row["state"] == "ready" and not row["problem"]
        if not is_whole and row["run"] not in self.place.open_runs:
            self._edit(row, {"run": self.place.run, "problem": None, **_waiting(row)})
            self.waiting.append(WaitingVersion(document=id, version=self._latest(row)["version"]))
            return
        if file.moved_from is not None and file.moved_from == row["source_ref"]:
            self._edit(row, {"source_ref": file.ref, "name": file.name})
        self.unchanged.append(KnownFile(name=file.name, document=id))

    def _former(self, file: OriginalFile) -> Row | None:
        """Return the document a file is a new version of: from the same place, or an upload of the same name."""
        for row in self.documents:
            if row["source"] != file.source or row["id"] in self._touched:
                continue
            if row["source_ref"] == file.ref and (file.ref or row["name"] == file.name):
                return row
        return None

    def _add_version(self, file: OriginalFile, row: Row) -> None:
        """Keep the new content beside the old one, which stays what is found until the new one was read."""
        version = int(self._latest(row)["version"]) + 1
        self._edit(row, {"run": self.place.run, "problem": None, **_waiting(row)})
        self.writes.append(RowWrite(t.versions, None, self._version(row["id"], version, file)))
        self.waiting.append(WaitingVersion(document=row["id"], version=version))

    def _add(self, file: OriginalFile) -> str:
        id = self.place.new_id()
        told = file.model_dump(include={"name", "kind", "mime", "size", "sha256", "source"})
        row: dict[str, Any] = {
            **told,
            "id": id,
            "collection": self.place.collection,
            "project": self.place.project,
            "title": stem(file.name),
            "source_ref": file.ref,
            "state": "waiting",
            "problem": None,
            "notes": "[]",
            "language": "",
            "pages": 0,
            "chunks": 0,
            "characters": 0,
            "outline": "[]",
            "version": 1,
            "revision": "",
            "encoder": "",
            "added_at": self.place.now,
            "indexed_at": None,
            "run": self.place.run,
        }
        self.writes.append(RowWrite(t.documents, None, row))
        self.writes.append(RowWrite(t.versions, None, self._version(id, 1, file)))
        self.waiting.append(WaitingVersion(document=id, version=1))
        return id

    def _edit(self, row: Row, change: Mapping[str, Any]) -> None:
        self._touched.add(row["id"])
        self.writes.append(RowWrite(t.documents, row, {**row, **change}))

    def _version(self, document: str, version: int, file: OriginalFile) -> Row:
        kept = {"sha256": file.sha256, "size": file.size, "name": file.name, "added_at": self.place.now}
        return {"document": document, "version": version, **kept}

    def _latest(self, row: Row) -> Row:
        found = self.versions.get(row["id"])
        return found[-1] if found else row


def stem(name: str) -> str:
    """Return the name of a file without its ending."""
    return name.rpartition(".")[0] or name


def _waiting(row: Row) -> dict[str, str]:
    return {} if row["state"] == "ready" else {"state": "waiting"}
