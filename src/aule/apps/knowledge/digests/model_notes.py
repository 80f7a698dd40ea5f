"""Notes by a model: it reads passages between marks, and each of its sentences is held against those it names."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, cast

from aule.apps.knowledge.digests.central import central
from aule.apps.knowledge.digests.material import Material
from aule.apps.knowledge.digests.notes import DigestKind, NoteItem, Part
from aule.apps.knowledge.index.queries import StoredChunk
from aule.apps.knowledge.index.vectors import unpack_vectors
from aule.sdk import Context, Passage, errors, marked

MOST_READ = 24_000
"""Characters of a document that a model reads for a digest; of a longer one the most central passages."""
PER_TOKEN = 3.6
"""Characters of a token, in Portuguese and English together."""
PROMPT_TOKENS, ANSWER_TOKENS = 500, 900
MOST_ITEMS = 24
_PARTS: dict[str, Part] = {
    "glossary": "term", "faq": "question", "timeline": "event", "table": "cell", "comparison": "cell"
}  # fmt: skip
SHAPE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "items": {
            "type": "array",
            "maxItems": MOST_ITEMS,
            "items": {
                "type": "object",
                "properties": {
                    "heading": {"type": "string"},
                    "text": {"type": "string"},
                    "day": {"type": "string"},
                    "passages": {"type": "array", "items": {"type": "integer"}},
                },
                "required": ["text", "passages"],
            },
        }
    },
    "required": ["items"],
}


@dataclass(frozen=True, slots=True)
class ModelNotes:
    """What a model wrote about a document and its passages support; what they do not support was left out."""

    items: list[NoteItem]
    passages: list[Passage]
    left_out: int
    read: float


def tokens_for(characters: int) -> int:
    """Return how many tokens notes on a document take with a model, in and out."""
    return PROMPT_TOKENS + ANSWER_TOKENS + round(min(characters, MOST_READ) / PER_TOKEN)


async def model_notes(
    context: Context, material: Material, kind: DigestKind, focus: str, columns: Sequence[str]
) -> ModelNotes | None:
    """Return a model's notes on a document; none where it gave nothing that can be used."""
    chosen = _chosen(material.chunks)
    passages = [
        material.passage_of_chunk(chunk).model_copy(update={"mark": number})
        for number, chunk in enumerate(chosen, start=1)
    ]
    words = _asked(material, kind, focus, columns, passages, context.locale)
    part = _PARTS.get(kind, "point") if columns or kind not in ("table", "comparison") else "point"
    try:
        items = await context.think(
            material.document.title, words, SHAPE, lambda given: _read(given, part, len(passages))
        )
    except errors.ModelUnavailable:
        return None
    kept = [item for item in items if await is_supported(context, item, passages)]
    read = sum(len(each.text) for each in passages) / max(len(material.text), 1)
    return ModelNotes(kept, passages, len(items) - len(kept), min(1.0, round(read, 3)))


async def is_supported(context: Context, item: NoteItem, passages: Sequence[Passage]) -> bool:
    """Tell whether the passages of an item say what it says: its numbers, names and dates, and its meaning."""
    marks = "".join(f" [{mark}]" for mark in item.marks)
    said = item.text.replace("[", "(").replace("]", ")")
    grounding = await context.check_citations(f"{said}{marks}", passages, item.heading)
    return grounding is None or all(each.verdict == "supported" for each in grounding.sentences)


def _chosen(chunks: Sequence[StoredChunk]) -> list[StoredChunk]:
    if sum(len(chunk.text) for chunk in chunks) <= MOST_READ:
        return list(chunks)
    average = max(1, sum(len(chunk.text) for chunk in chunks) // len(chunks))
    places = central(unpack_vectors([chunk.vector for chunk in chunks]), max(1, MOST_READ // average))
    return [chunks[place] for place in places]


def _asked(
    material: Material, kind: DigestKind, focus: str, columns: Sequence[str], passages: Sequence[Passage], locale: str
) -> str:
    texts = _texts()
    about = texts["focus"].format(focus=focus) if focus else ""
    named = texts["columns"].format(columns="; ".join(columns)) if columns else ""
    data = "\n\n".join(marked(f"passage {each.mark}", f"{each.section}\n{each.text}".strip()) for each in passages)
    language = "Brazilian Portuguese" if locale.startswith("pt") else "English"
    return texts["notes"].format(
        title=material.document.title,
        task=texts[kind],
        about=f"{about} {named}".strip(),
        language=language,
        passages=data,
    )


def _read(given: dict[str, Any], part: Part, count: int) -> list[NoteItem]:
    found: list[NoteItem] = []
    for each in cast("list[dict[str, Any]]", given.get("items", []))[:MOST_ITEMS]:
        marks = [mark for mark in dict.fromkeys(each.get("passages", [])) if isinstance(mark, int)]
        if not marks or not all(1 <= mark <= count for mark in marks):
            raise ValueError(f"every item names the numbers of its passages, from 1 to {count}: {each!r:.200}")
        text, heading = str(each.get("text", "")).strip(), str(each.get("heading", "")).strip()
        if text:
            day = str(each.get("day", ""))[:10]
            found.append(NoteItem(part=part, heading=heading[:300], text=text[:2_000], day=day, marks=marks[:20]))
    if not found:
        raise ValueError("there is no item")
    return found


@cache
def _texts() -> dict[str, str]:
    text = resources.files("aule.apps.knowledge.digests").joinpath("prompts.toml").read_text("utf-8")
    return tomllib.loads(text)
