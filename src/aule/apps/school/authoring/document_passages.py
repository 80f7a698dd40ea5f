"""Passages of a teacher's document: found by its name among the documents, and read through the gate."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

from aule.apps.school.entities import FonteQuestao
from aule.apps.school.words import say
from aule.sdk import Context, errors
from aule.sdk.documents import documents_named

MOST_PASSAGES = 30
_END = re.compile(r"(?<=[.!?])\s+(?=[\"“(]?[A-ZÀ-Ý0-9])|\n+")
SHORTEST, LONGEST = 30, 320
"""Characters of a sentence that a question can be made of."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a document, with where it stands."""

    text: str
    fonte: FonteQuestao


@dataclass(frozen=True, slots=True)
class Passages:
    """What was read of a document."""

    titulo: str
    fontes: list[FonteQuestao]

    @property
    def sentences(self) -> list[Sentence]:
        """The sentences of the passages in order, each once; headings, lists of fields and questions are left out."""
        found: dict[str, Sentence] = {}
        for fonte in self.fontes:
            for piece in _END.split(fonte.trecho):
                text = " ".join(piece.split()).lstrip("-*•# ")
                if SHORTEST <= len(text) <= LONGEST and text.endswith(".") and "|" not in text:
                    found.setdefault(text, Sentence(text, fonte.model_copy(update={"trecho": text})))
        return list(found.values())


async def passages_of(context: Context, documento: str, tema: str) -> Passages:
    """Return passages of the document somebody names; `tema` says which ones come first."""
    chosen = await _document(context, documento)
    query = tema or str(chosen["title"])
    params = {"query": query, "document": chosen["id"], "k": MOST_PASSAGES}
    result = await context.consult("knowledge.search_knowledge", params)
    found = cast("list[dict[str, Any]]", result.data["passages"])
    versions = {int(each.start): each.version for each in result.passages}
    fontes = [
        FonteQuestao(
            documento=str(chosen["id"]),
            titulo=str(each["title"])[:500],
            versao=versions.get(int(each["start"]), 1),
            pagina=each["page"],
            secao=str(each["section"])[:1_000],
            trecho=str(each["text"])[:4_000],
            caminho=str(each["path"]),
        )
        for each in sorted(found, key=lambda each: int(each["start"]))
    ]
    if not fontes:
        raise _unknown(context, documento)
    await context.cite_passages(result.passages)
    return Passages(str(chosen["title"]), fontes)


async def _document(context: Context, documento: str) -> dict[str, Any]:
    """Return the one document that a name means; several are asked about."""
    named = documento.strip().strip("\"“”'")
    meant = await documents_named(context, named)
    if not meant:
        raise _unknown(context, documento)
    if len(meant) > 1:
        matches = [errors.Match(id=each["id"], title=each["title"], path=each["name"]) for each in meant[:5]]
        raise errors.Ambiguous(
            say("several_documents", context.locale, count=len(meant), documento=named),
            field="documento",
            matches=matches,
        )
    return meant[0]


def _unknown(context: Context, documento: str) -> errors.NotFound:
    return errors.NotFound(
        say("unknown_document", context.locale, documento=documento[:200]),
        field="documento",
        hint=say("unknown_document_hint", context.locale),
    )
