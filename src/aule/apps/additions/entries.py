"""Compares entries of the catalogue with what is here: the state of each, and what adding it would change."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field

from aule.apps.additions.records import CatalogueEntry, EntryProblem, EntryState, Former, IndexEntry, KeptEntry
from aule.apps.additions.words import say
from aule.contracts.model import JsonObject
from aule.sdk import Addition, AdditionKind, errors
from aule.sdk.archives import pack
from aule.text.hashing import bytes_hash
from aule.text.messages import language_in

NOT_KNOWN = ("unknown_kind", "unknown_key")


@dataclass(frozen=True, slots=True)
class KindHere:
    """A kind of additions, with those of it that are here by their names."""

    app: str
    kind: AdditionKind
    here: Mapping[str, Addition] = field(default_factory=dict[str, Addition])
    problem: str = ""
    """Why it could not be looked at."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found of an entry: its state, what it would add, and what has its name now."""

    state: EntryState
    why: str = ""
    params: JsonObject | None = None
    after: Addition | None = None
    before: Addition | None = None


class Unfit(Exception):
    """An entry that cannot be added, with the reason for people."""


Files = Mapping[str, bytes]
"""Files of an entry, by their hashes."""


def params_of(kind: AdditionKind, entry: IndexEntry, files: Files, locale: str) -> JsonObject:
    """Return the parameters with which the app's capability adds an entry: what the app takes, and nothing else.

    Files of a folder are given as one archive, to kinds that take one.
    """
    for name in entry.values:
        if name not in kind.takes or name in kind.presets or name == kind.file:
            raise Unfit(say("not_taken", locale, name=name[:60]))
    params: JsonObject = {**entry.values, **kind.presets}
    if not entry.members:
        return params
    if kind.file is None:
        raise Unfit(say("no_file_taken", locale))
    for path, sha256 in entry.members.items():
        if sha256 not in files:
            raise Unfit(say("problem_missing_file", locale, detail=path))
    if kind.is_binary:
        return {**params, kind.file: base64.b64encode(_content(entry, files)).decode("ascii")}
    if entry.folder is not None:
        raise Unfit(say("no_folder_taken", locale))
    try:
        return {**params, kind.file: _content(entry, files).decode("utf-8")}
    except UnicodeDecodeError:
        raise Unfit(say("not_text", locale, path=entry.file)) from None


def _content(entry: IndexEntry, files: Files) -> bytes:
    if entry.folder is None:
        return files[str(entry.sha256)]
    return pack({path: files[sha256] for path, sha256 in entry.files.items()}, entry.folder.rpartition("/")[2])


def compare(of: KindHere, entry: IndexEntry, after: Addition, former: list[Former], locale: str) -> Judged:
    """Return the state of an entry by what it would add, what is here, and what its source had before."""
    if after.name != entry.name:
        return Judged("refused", say("other_name", locale, name=entry.name, other=after.name))
    before = of.here.get(after.name)
    if before is None:
        return Judged("available", after=after)
    if before.text == after.text:
        return Judged("added", after=after, before=before)
    if before.is_built_in:
        return Judged("refused", say("built_in_name", locale, name=after.name), after=after, before=before)
    hash = bytes_hash(before.text.encode())
    if any(each.text == hash for each in former) and of.kind.replaces:
        return Judged("update", say("state_update", locale), after=after, before=before)
    key = "state_differs" if of.kind.replaces else "state_taken"
    return Judged("differs", say(key, locale, name=after.name), after=after, before=before)


def unusable(problem: EntryProblem, locale: str) -> Judged:
    """Return the state of an entry that its index or its files rule out."""
    state: EntryState = "unknown" if problem.code in NOT_KNOWN else "refused"
    return Judged(state, say(f"problem_{problem.code}", locale, detail=problem.detail))


def refusal(error: errors.AuleError) -> str:
    """Return why an app refuses an entry, in its own words."""
    return error.problem.message


def view_of(source: str, kept: KeptEntry, judged: Judged, kind: AdditionKind | None, locale: str) -> CatalogueEntry:
    """Return an entry as a list shows it."""
    entry, language = kept.entry, language_in(locale)
    after, before = judged.after, judged.before
    notes = [say("note_changed", locale)] if kept.is_changed else []
    notes += [say("note_earlier", locale)] if kept.is_earlier else []
    return CatalogueEntry(
        id=f"{source}/{kept.kind}/{kept.name}",
        source=source,
        kind=kept.kind,
        name=kept.name,
        state=judged.state,
        title=(kept.name or "?") if entry is None else getattr(entry.title, language),
        description="" if entry is None else getattr(entry.description, language),
        version="" if entry is None else entry.version,
        effects=[] if after is None else after.effects,
        reaches=[] if after is None else after.reaches,
        why=judged.why,
        notes=notes,
        is_built_in=before is not None and before.is_built_in,
        is_removable=is_removable(kind, before) and judged.state in ("added", "update"),
        page=None if before is None else before.page,
    )


def view_of_here(kind: AdditionKind, addition: Addition) -> CatalogueEntry:
    """Return something that is here, and that no source has as it is, as a list shows it."""
    return CatalogueEntry(
        id=f"here/{kind.kind}/{addition.name}",
        source="here",
        kind=kind.kind,
        name=addition.name,
        state="added",
        title=addition.title,
        description=addition.description,
        effects=addition.effects,
        reaches=addition.reaches,
        is_built_in=addition.is_built_in,
        is_removable=is_removable(kind, addition),
        page=addition.page,
    )


def is_removable(kind: AdditionKind | None, addition: Addition | None) -> bool:
    """Return whether the owner can remove something that is here."""
    if kind is None or kind.remove is None or addition is None:
        return False
    return addition.is_removable and not addition.is_built_in
