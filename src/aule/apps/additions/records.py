"""What the catalogue knows: entries as an index describes them, sources, and what people see of both."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from aule.contracts.model import JsonObject
from aule.sdk import Effect, Model

FORMAT = "aule.catalogue/1"
SourceId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
KindName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z_]{0,29}$")]
EntryName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_.-]{0,63}$")]
Version = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9.+_-]{0,39}$")]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
WebAddress = Annotated[str, StringConstraints(pattern=r"^https://[^\s\x00-\x1f]{1,400}$")]


def _plain_path(path: str) -> str:
    """Return a path that leads nowhere but further down; raise what Pydantic tells of any other."""
    parts = path.split("/")
    if len(parts) > 9 or any(part in ("", ".", "..") or part != part.strip() for part in parts):
        raise ValueError("the path has to lead to a file below the folder")
    return path


RelativePath = Annotated[
    str,
    StringConstraints(max_length=200, pattern=r"^(?:[A-Za-z0-9_][A-Za-z0-9._-]*/){0,7}[A-Za-z0-9_][A-Za-z0-9._-]*$"),
]
"""A path below the folder of the index: no part of it begins with a dot."""
MemberPath = Annotated[
    str,
    StringConstraints(max_length=300, pattern=r"^[^\\:*?\"<>|\x00-\x1f\x7f]+$"),
    AfterValidator(_plain_path),
]
"""A path below the folder of an entry; it may have letters that addresses of sources have not."""
MOST_ENTRIES = 500
MOST_MEMBERS = 200
"""Files of one entry."""
LARGEST_INDEX = 1_000_000
LARGEST_FILE = 4_000_000
MOST_BYTES = 16_000_000
"""Of all files of one source together."""
MOST_FORMER = 20
"""Contents of one entry that are remembered."""


class EntryWords(Model):
    """A text in both languages."""

    en: str = Field(min_length=1, max_length=1_000)
    pt: str = Field(min_length=1, max_length=1_000)


class IndexEntry(Model):
    """One thing that can be added, as an index describes it. What it may do is told by the app it is for."""

    kind: KindName
    name: EntryName
    version: Version
    title: EntryWords
    description: EntryWords
    file: RelativePath | None = None
    sha256: Sha256 | None = None
    folder: RelativePath | None = None
    """A folder instead of one file: what is in it is said by `files`, and nothing else of it is read."""
    files: dict[MemberPath, Sha256] = Field(default={}, max_length=MOST_MEMBERS)
    """The files of the folder by their paths in it, each with its hash."""
    values: JsonObject = {}
    """Parameters of the capability that adds it, as far as the app takes them from an entry."""
    license: str = Field(default="", max_length=100)
    homepage: WebAddress | None = None

    @property
    def members(self) -> dict[str, str]:
        """The files it consists of, by their paths below the folder of the index, with their hashes."""
        if self.file is not None and self.sha256 is not None:
            return {self.file: self.sha256}
        return {f"{self.folder}/{path}": sha256 for path, sha256 in self.files.items()}


ProblemCode = Literal[
    "bad_entry", "unknown_key", "unknown_kind", "twice", "missing_file", "large_file", "wrong_hash", "too_much"
]


class EntryProblem(Model):
    """Why an entry of an index cannot be added, whatever its app says."""

    code: ProblemCode
    detail: str = ""


class KeptEntry(Model):
    """An entry as it was when its source was last asked; also one that is not understood."""

    kind: str
    name: str
    said: str
    """The entry as its index has it, as JSON, cut where it is very long."""
    entry: IndexEntry | None = None
    digest: str = ""
    """The hash of all that is in it but its words: the same as long as it adds the same."""
    problem: EntryProblem | None = None
    is_changed: bool = False
    """Whether its content is another one while its version is the same."""
    is_earlier: bool = False
    """Whether it went back to a content it had before."""


class Former(Model):
    """A content that an entry had: its version, and the hashes of the entry and of what it adds."""

    version: str
    digest: str
    text: str


SignatureState = Literal["none", "signed", "no_key", "built_in"]
"""Not signed; signed with the key that is known; signed, and nobody said with which key; it came with the system."""


class Snapshot(Model):
    """What a source offered when it was last asked."""

    title: str = ""
    homepage: str | None = None
    hash: str
    """The sha256 of its index."""
    commit: str | None = None
    """The commit it is of, where it came out of a repository."""
    fetched_at: str
    signature: SignatureState
    comment: str = ""
    """What the signature says of itself."""
    entries: list[KeptEntry] = []
    notes: list[str] = []
    """What of its index was not understood: keys of it."""


class Source(Model):
    """A place from which the owner takes entries: a folder of this machine, or an address."""

    id: SourceId
    address: str
    is_local: bool = False
    """Whether the address may be on this machine or in its network."""
    key: str | None = None
    """The public key its index has to be signed with."""
    key_from: Literal["owner", "source"] | None = None
    """Who said which key it is."""
    added_at: str
    snapshot: Snapshot | None = None
    former: dict[str, list[Former]] = {}
    """What its entries were before, by `kind/name`, the latest last."""


class CatalogueSource(Model):
    """A source as people see it."""

    id: str
    address: str
    is_local: bool = False
    is_built_in: bool = False
    title: str = ""
    homepage: str | None = None
    key: str | None = None
    key_from: str | None = None
    signature: SignatureState | None = None
    comment: str = ""
    hash: str | None = None
    commit: str | None = None
    fetched_at: str | None = None
    entries: int = 0
    not_usable: int = 0
    notes: list[str] = []


EntryState = Literal["available", "added", "update", "differs", "refused", "unknown", "told"]
"""Can be added; is here; is here as this source had it before; something else with this name is here; cannot be added;
of a kind that is not known; not added from here, but told how."""


class CatalogueCall(Model):
    """The call that adds or removes something; it passes the gate like every other."""

    capability: str
    params: JsonObject


class CatalogueEntry(Model):
    """Something that can be added, or is here, as a list shows it."""

    id: str
    """`source/kind/name`; for what is here and in no source, `here/kind/name`."""
    source: str
    kind: str
    name: str
    state: EntryState
    title: str
    description: str = ""
    version: str = ""
    effects: list[Effect] = []
    reaches: list[str] = []
    """What it will be able to do and to reach, in the person's language."""
    why: str = ""
    """Why it cannot be added, or what its state means for a person."""
    notes: list[str] = []
    """What a person should know before they add it."""
    is_built_in: bool = False
    is_removable: bool = False
    page: str | None = None


class CatalogueEntryDetail(CatalogueEntry):
    """An entry with everything that is known of it."""

    license: str = ""
    homepage: str | None = None
    address: str = ""
    """Where its source is."""
    signature: SignatureState | None = None
    comment: str = ""
    sha256: str | None = None
    """The hash of its file."""
    digest: str = ""
    said: str = ""
    """The entry as its index has it."""
    text: str = ""
    """All that decides what it does."""
    difference: str = ""
    """What adding it would change of what is here, as a unified diff."""
    add: CatalogueCall | None = None
    remove: CatalogueCall | None = None


class CatalogueKind(Model):
    """A kind of things in the catalogue."""

    kind: str
    title: str
    app: str | None
    here: int
    offered: int
    how: str = ""
    """How one gets more of it, where it is not added from here."""
    problem: str = ""
    """Why it could not be looked at."""


class CatalogueView(Model):
    """Everything there is to add, and everything that is here."""

    kinds: list[CatalogueKind]
    items: list[CatalogueEntry]


class RefreshedSource(Model):
    """What is different in a source since it was asked before."""

    source: str
    signature: SignatureState
    entries: int
    new: list[str] = []
    changed: list[str] = []
    gone: list[str] = []
    not_usable: list[str] = []
