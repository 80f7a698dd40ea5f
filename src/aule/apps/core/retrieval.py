"""Finding what the project already holds on a subject, and putting texts together."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.files import moment
from aule.apps.core.messages import say
from aule.contracts.ambient import timestamp
from aule.contracts.documents import decode
from aule.sdk import Context, Effect, Model, errors
from aule.text.words import fold, term_parts, terms

LARGEST = 1024 * 1024
"""Bytes of a file that is still looked into."""
MOST_FILES = 5_000
MOST_BYTES = 24 * 1024 * 1024
SNIPPET_LINES = 6
SNIPPET_CHARACTERS = 600
IN_PATH = 3.0
"""How much more a word in a path says than one in a text."""
MOST_GATHERED = 400_000
"""Characters of a text that is put together."""

_DOCS = (".md", ".markdown", ".txt", ".rst", ".adoc", ".org")
_RULES = ("agents.md", "constitution.md", "contributing.md", "claude.md")

ContextKind = Literal["code", "doc", "rule", "plan"]


class Passage(Model):
    """A place in the project that is about the subject."""

    path: str
    lines: str = Field(description="The lines of the snippet, such as `12-18`.")
    score: float
    snippet: str
    kind: ContextKind


class Passages(Model):
    """The places that fit best, best first."""

    query: str
    found: list[Passage]
    paths: list[str] = Field(description="The files they stand in, each once.")
    files_searched: int


class Gathered(Model):
    """Texts of several files, one below the other."""

    title: str
    text: str
    paths: list[str]
    sections: int


@core.capability(
    effect=Effect.READ,
    title={"en": "Look for context", "pt": "Buscar contexto"},
    category="files",
    timeout_s=20,
    aliases=["cappy_retrieve_context"],
)
async def retrieve_context(
    context: Context,
    query: Annotated[str, Field(min_length=1, max_length=500)],
    limit: Annotated[int, Field(ge=1, le=50)] = 8,
    kinds: list[ContextKind] = [],  # noqa: B006 - copied by the schema
) -> Passages:
    """Find the passages of the project that are about a subject."""
    wanted = list(dict.fromkeys(_root(word) for word in [*terms(query), *term_parts(query)]))
    if not wanted:
        raise errors.Invalid("There is no word to look for.", field="query", hint="Name the subject.")
    found, searched = await asyncio.to_thread(_search, context, wanted, set(kinds))
    best = sorted(found, key=lambda passage: (-passage.score, passage.path))[:limit]
    context.cite(".", rows=len(best), query=query)
    return Passages(
        query=query, found=best, paths=list(dict.fromkeys(each.path for each in best)), files_searched=searched
    )


@core.capability(
    effect=Effect.READ,
    title={"en": "Put texts together", "pt": "Reunir textos"},
    category="files",
    targets=["paths"],
    timeout_s=20,
)
async def gather_text(
    context: Context,
    title: Annotated[str, "The heading of the whole.", Field(min_length=1, max_length=200)],
    paths: Annotated[list[str], "Files to put together.", Field(max_length=500)] = [],  # noqa: B006 - copied by the schema
    glob: Annotated[str | None, "Files that match, such as notes/*.md, in place of `paths`."] = None,
    query: Annotated[str | None, "Only paragraphs that hold one of these words."] = None,
    since_days: Annotated[int | None, "Only files changed in the last so many days.", Field(ge=1, le=3_660)] = None,
) -> Gathered:
    """Put the texts of several files together under one heading, each with where it comes from."""
    chosen = [context.workspace.check(path) for path in paths]
    if glob is not None:
        entries, _ = await asyncio.to_thread(context.workspace.find, glob, limit=500)
        chosen += [entry.path for entry in entries if entry.kind == "file"]
    if since_days is not None:
        since = timestamp(context.ambient.clock.now() - timedelta(days=since_days))
        chosen = [path for path in chosen if _changed(context, path) >= since]
    wanted = [_root(word) for word in terms(query or "")]
    texts = {path: text for path in dict.fromkeys(chosen) if (text := _read(context, path)) is not None}
    read = [_section(path, text, wanted) for path, text in texts.items()]
    sections = [section for section in read if section is not None]
    used = [path for path, _ in sections]
    text = "\n".join([f"# {title}", "", *(f"{body}\n" for _, body in sections)]).rstrip() + "\n"
    if len(text) > MOST_GATHERED:
        text = text[:MOST_GATHERED]
        context.warn("truncated", f"Only the first {MOST_GATHERED} characters are given.")
    if not sections:
        context.warn("nothing_found", "No text fits; there is only the heading.")
    context.cite(", ".join(used[:5]) or ".", rows=len(used))
    gathered = Gathered(title=title, text=text, paths=used, sections=len(sections))
    if chosen and not texts:
        message = say("no_file_readable", context.locale)
        raise errors.Unsuccessful(message, given=gathered, code="nothing_read")
    return gathered


def _root(word: str) -> str:
    """Return a word without the ending of a plural, in both languages: who looks for risks means a risk too."""
    if word.endswith("oes") and len(word) > 5:
        return word[:-3]
    return word[:-1] if word.endswith("s") and len(word) > 4 and not word.endswith("ss") else word


def _search(context: Context, wanted: Sequence[str], kinds: set[ContextKind]) -> tuple[list[Passage], int]:
    """Return every file that holds some of the words, with its best passage."""
    texts = _texts(context, kinds)
    rarity = _rarity(texts, wanted)
    found: list[Passage] = []
    for path, text in texts:
        named = set(terms(path)) | set(term_parts(path))
        in_path = sum(IN_PATH * rarity[word] for word in wanted if any(part.startswith(word) for part in named))
        lines = text.splitlines()
        weights = [_weight(fold(line), wanted, rarity) for line in lines]
        at, in_text = _best(weights)
        if in_path or in_text:
            last = min(at + SNIPPET_LINES, len(lines))
            snippet = "\n".join(lines[at:last])[:SNIPPET_CHARACTERS]
            score = round(in_path + in_text, 3)
            where = f"{at + 1}-{max(last, at + 1)}"
            found.append(Passage(path=path, lines=where, score=score, snippet=snippet, kind=_kind(path)))
    return found, len(texts)


def _texts(context: Context, kinds: set[ContextKind]) -> list[tuple[str, str]]:
    """Return the texts of the project, with their paths."""
    workspace = context.workspace
    left, texts = MOST_BYTES, list[tuple[str, str]]()
    for entry in workspace.own_files(MOST_FILES):
        if entry.size > LARGEST or (kinds and _kind(entry.path) not in kinds):
            continue
        try:
            content = workspace.read(entry.path, LARGEST)
        except errors.AuleError:
            continue
        if b"\0" in content[:8192]:
            continue
        left -= len(content)
        if left < 0:
            context.warn("truncated", "The project is large; not every file was looked into.")
            break
        texts.append((entry.path, content.decode("utf-8", "replace")))
    return texts


def _rarity(texts: Sequence[tuple[str, str]], wanted: Sequence[str]) -> dict[str, float]:
    """Return the fewer files hold a word, the more it says."""
    users: Counter[str] = Counter()
    for path, text in texts:
        folded = fold(f"{path}\n{text}")
        users.update(word for word in wanted if word in folded)
    return {word: 1.0 / (1 + users[word] / max(1, len(texts)) * 4) for word in wanted}


def _weight(line: str, wanted: Sequence[str], rarity: dict[str, float]) -> float:
    return sum(rarity[word] for word in wanted if word in line)


def _best(weights: Sequence[float]) -> tuple[int, float]:
    """Return the few lines in a row that weigh most."""
    if not weights:
        return 0, 0.0
    total = sum(weights[:SNIPPET_LINES])
    best, at = total, 0
    for end in range(SNIPPET_LINES, len(weights)):
        total += weights[end] - weights[end - SNIPPET_LINES]
        if total > best + 1e-9:
            best, at = total, end - SNIPPET_LINES + 1
    while at < len(weights) - 1 and weights[at] == 0 and best > 0:
        at += 1
    return at, best


def _kind(path: str) -> ContextKind:
    name = path.rpartition("/")[2].lower()
    if name in _RULES:
        return "rule"
    return "doc" if name.endswith(_DOCS) else "code"


def _changed(context: Context, path: str) -> str:
    entry = context.workspace.stat(path)
    return "" if entry is None else moment(entry.mtime)


def _read(context: Context, path: str) -> str | None:
    """Return the text of a file; none, and a warning, where it cannot be read."""
    try:
        return decode(context.workspace.read(path, LARGEST), path).text.replace("\r\n", "\n")
    except errors.AuleError as error:
        context.warn("unread", f"{path}: {error}")
        return None


def _section(path: str, text: str, wanted: Sequence[str]) -> tuple[str, str] | None:
    """Return a file's text under its own heading.

    Only the paragraphs that hold a wanted word, where some are wanted.
    """
    heading, body = path, text.strip()
    if first := re.match(r"# (.+)\n?", body):
        heading, body = first[1].strip(), body[first.end() :].strip()
    if wanted and not any(word in fold(heading) for word in wanted):
        kept = [part for part in re.split(r"\n\s*\n", body) if any(word in fold(part) for word in wanted)]
        if not kept:
            return None
        body = "\n\n".join(kept)
    deeper = re.sub(r"^(#{1,5}) ", r"#\1 ", body, flags=re.MULTILINE)
    return path, f"## {heading}\n\n*{path}*\n\n{deeper}".rstrip()
