"""The index of a source: one JSON file that lists entries. What of it is not understood is kept, and never added.

{
  "format": "aule.catalogue/1",
  "title": "Tools of the school",
  "homepage": "https://example.org/tools",
  "key": "RWQ…",
  "entries": [
    {
      "kind": "tool", "name": "slug", "version": "1.0.0", "license": "MIT",
      "title": {"en": "Slug", "pt": "Slug"},
      "description": {"en": "Makes an address of a title.", "pt": "Faz um endereço de um título."},
      "file": "tools/slug.tool.json", "sha256": "…"
    },
    {
      "kind": "skill", "name": "minutes", …,
      "folder": "skills/minutes", "files": {"SKILL.md": "…", "references/form.md": "…"}
    }
  ]
}
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, cast

from pydantic import ValidationError

from aule.apps.additions.records import FORMAT, LARGEST_INDEX, MOST_ENTRIES, EntryProblem, IndexEntry, KeptEntry
from aule.apps.additions.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import errors
from aule.sdk.descriptions import has_hidden
from aule.text.hashing import content_hash
from aule.text.strict_json import read_json

DEEPEST = 16
LONGEST_SAID = 20_000
_KEYS = frozenset({"format", "title", "homepage", "key", "entries"})
_ENTRY_KEYS = frozenset(IndexEntry.model_fields)


@dataclass(frozen=True, slots=True)
class Index:
    """What an index says."""

    title: str
    homepage: str | None
    key: str | None
    entries: list[KeptEntry]
    notes: list[str]
    """Keys of it that are not known here."""


def read_index(content: bytes, kinds: Collection[str], locale: str) -> Index:
    """Return what an index says; refuse one that is none, or too large."""
    if len(content) > LARGEST_INDEX:
        raise errors.TooLarge(say("large_index", locale, most=LARGEST_INDEX), code="large_index")
    try:
        told = read_json(content.decode("utf-8-sig"), deepest=DEEPEST)
    except ValueError as error:  # no UTF-8, no JSON, a key twice, nested too deeply
        raise _bad(str(error)[:200], locale) from None
    if not isinstance(told, dict) or cast("JsonObject", told).get("format") != FORMAT:
        raise _bad(say("no_format", locale, format=FORMAT), locale)
    document = cast("JsonObject", told)
    listed = document.get("entries")
    if not isinstance(listed, list):
        raise _bad(say("no_entries", locale), locale)
    items = cast("list[Any]", listed)
    if len(items) > MOST_ENTRIES:
        raise errors.TooLarge(say("many_entries", locale, count=len(items), most=MOST_ENTRIES), code="large_index")
    return Index(
        _text(document.get("title"), 200),
        _homepage(document.get("homepage")),
        _text(document.get("key"), 200) or None,
        [*_entries(items, kinds)],
        sorted(str(key)[:60] for key in set(document) - _KEYS)[:20],
    )


def digest_of(entry: IndexEntry) -> str:
    """Return the hash of what an entry adds, whatever it is called."""
    told: JsonObject = {"kind": entry.kind, "name": entry.name, "sha256": entry.sha256, "values": entry.values}
    return content_hash({**told, "files": entry.files} if entry.files else told)


def _entries(items: list[Any], kinds: Collection[str]) -> Iterator[KeptEntry]:
    seen: set[tuple[str, str]] = set()
    for item in items:
        kept = _entry(item, kinds)
        if kept.problem is None and (kept.kind, kept.name) in seen:
            kept = kept.model_copy(update={"problem": EntryProblem(code="twice")})
        seen.add((kept.kind, kept.name))
        yield kept


def _entry(item: Any, kinds: Collection[str]) -> KeptEntry:
    said = json.dumps(item, ensure_ascii=False, indent=2, sort_keys=True)
    if not isinstance(item, dict):
        return KeptEntry(kind="", name="", said=said[:LONGEST_SAID], problem=EntryProblem(code="bad_entry"))
    values = cast("JsonObject", item)
    kept = KeptEntry(kind=_text(values.get("kind"), 60), name=_text(values.get("name"), 80), said=said[:LONGEST_SAID])
    if unknown := sorted(set(values) - _ENTRY_KEYS):
        return _with(kept, EntryProblem(code="unknown_key", detail=", ".join(unknown)[:200]))
    try:
        entry = IndexEntry.model_validate_json(json.dumps(values), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        return _with(kept, EntryProblem(code="bad_entry", detail=f"{place}: {first['msg']}"[:200]))
    if (entry.file is None) is not (entry.sha256 is None):
        return _with(kept, EntryProblem(code="bad_entry", detail="file, sha256"))
    if (entry.folder is None) is bool(entry.files) or (entry.folder is not None and entry.file is not None):
        return _with(kept, EntryProblem(code="bad_entry", detail="folder, files"))
    words = (entry.title.en, entry.title.pt, entry.description.en, entry.description.pt, entry.license)
    if any(map(has_hidden, words)):
        return _with(kept, EntryProblem(code="bad_entry", detail="title, description"))
    problem = None if entry.kind in kinds else EntryProblem(code="unknown_kind", detail=entry.kind)
    return kept.model_copy(update={"entry": entry, "digest": digest_of(entry), "problem": problem})


def _with(kept: KeptEntry, problem: EntryProblem) -> KeptEntry:
    return kept.model_copy(update={"problem": problem})


def _text(value: Any, most: int) -> str:
    return value[:most] if isinstance(value, str) else ""


def _homepage(value: Any) -> str | None:
    return value[:400] if isinstance(value, str) and value.startswith("https://") else None


def _bad(reason: str, locale: str) -> errors.Invalid:
    return errors.Invalid(say("bad_index", locale, reason=reason), code="bad_index", hint=hint("bad_index", locale))
