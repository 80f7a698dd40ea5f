"""Holding an answer against what happened: a claimed effect that no event supports is marked.

A claim is what the agent says it did ("I saved …", "salvei …"), or what it says became of a thing people
have here ("the file has been deleted", "nota criada"). What others did, or when, is no claim of its own:
"Python was created by Guido" is an answer, not an effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aule.contracts.capability import Effect
from aule.contracts.text import fold

LONGEST = 2_000
"""Characters of a sentence that are looked at; nobody claims anything after that."""

_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
_PATH = re.compile(r"`([^`\s]+\.[A-Za-z0-9]{1,8})`|\b([\w./-]+/[\w.-]+\.[A-Za-z0-9]{1,8})\b")
_SOURCE = re.compile(
    r"\b(?:from|based on|using|out of|like|de|do|da|a partir d[eoa]|com base (?:em|n[oa])|usando|segundo|conforme)\s+"
    r"(?:the |your |o |a )?(?:file |note |arquivo |nota )?(?:" + _PATH.pattern + ")",
    re.IGNORECASE,
)

_ADVERB = r"(?:(?:already|now|just|also|then|\w+ly|ja|agora|tambem)\s+)*"
_AFTER_EN = r"(?!\s+(?:by|in \d|on \d|at \d|last|yesterday|ago|when|automatically|every))"
_AFTER_PT = r"(?!\s+(?:por|pel[oa]s?|em \d|no dia|na data|ha|quando|automaticamente|ontem))"
_THING_EN = r"(?:files?|notes?|documents?|reports?|folders?|lists?|drafts?|changes?|e-?mails?|messages?|`[^`]+`)"
_THING_PT = (
    r"(?:arquivos?|notas?|documentos?|relatorios?|pastas?|listas?|rascunhos?|alterac(?:ao|oes)|e-?mails?|mensage(?:m|ns)"
    r"|`[^`]+`)"
)
_NEGATED_EN = re.compile(r"\b(?:not|never|nothing|none|no|neither|if|once|would|could|should)\b|n['’]t\b")
_NEGATED_PT = re.compile(r"\b(?:nao|nunca|jamais|nada|nenhuma?|ninguem|caso)\b|^se\b|\bse eu\b")
_NONE = re.compile(r"\s+(?:no|nothing|none|nada|nenhuma?)\b")


@dataclass(frozen=True, slots=True)
class _Claim:
    """What sentences of one kind say, and the effects of which one must have happened for them to be true."""

    says: re.Pattern[str]
    negated: re.Pattern[str]
    needs: frozenset[Effect]


def _english(verbs: str) -> re.Pattern[str]:
    done = rf"{_ADVERB}(?:{verbs})"
    me, became = r"\b(?:i|we)(?:['’]ve| have)?\s+", r"\s+(?:was|were|has been|have been|is now|are now)\s+"
    return re.compile(
        rf"{me}{done}\b"
        rf"|{me}{_ADVERB}\w+\b[^.;:]{{0,80}}?\b(?:and|then)\s+{done}\b"
        rf"|^{done}(?=\s+(?:an?|the|your|this|that|it|them|all|both|\d+)\b|\s+(?:(?:to|as|in|at)\s+)?[`\"“]|\W*$)"
        rf"|(?<!\w){_THING_EN}(?:\s+\S+){{0,4}}?{became}{done}\b{_AFTER_EN}"
        rf"|\b(?:it|everything|all)\s+(?:has been|have been|is now)\s+{done}\b{_AFTER_EN}"
        rf"|(?<!\w){_THING_EN}\s+{done}(?=\s+successfully|\s+(?:to|as|in|at)\s+[`\"“]|\W*$)"
    )


def _portuguese(verbs: str, participles: str) -> re.Pattern[str]:
    done = f"(?:{participles})[oa]s?"
    return re.compile(
        rf"\b(?:{verbs})\b"
        rf"|(?<!\w){_THING_PT}(?:\s+\S+){{0,4}}?\s+(?:foi|foram|esta|estao|ficou)\s+{_ADVERB}{done}\b{_AFTER_PT}"
        rf"|(?<!\w){_THING_PT}\s+{done}(?=\s+com sucesso|\s+(?:em|n[oa]|como)\s+\D|\W*$)"
        rf"|^{done}(?=\s+[oa]s?\s+{_THING_PT}|\W*$|\s*:)"
    )


_MADE = frozenset({Effect.WRITE, Effect.EXTERNAL})
_GONE = frozenset({Effect.DELETE, Effect.WRITE})
_SENT = frozenset({Effect.EXTERNAL})
_CLAIMS = (
    _Claim(_english("created|wrote|written|saved|added|updated|edited|changed|renamed|appended"), _NEGATED_EN, _MADE),
    _Claim(_english("deleted|removed|erased"), _NEGATED_EN, _GONE),
    _Claim(_english("sent|emailed|published|posted"), _NEGATED_EN, _SENT),
    _Claim(
        _portuguese(
            "criei|escrevi|salvei|gravei|guardei|adicionei|atualizei|editei|alterei|renomeei|acrescentei",
            "criad|escrit|salv|gravad|guardad|adicionad|atualizad|editad|alterad|renomead|acrescentad",
        ),
        _NEGATED_PT,
        _MADE,
    ),
    _Claim(_portuguese("apaguei|exclui|removi|deletei", "apagad|excluid|removid|deletad"), _NEGATED_PT, _GONE),
    _Claim(_portuguese("enviei|mandei|publiquei|postei", "enviad|publicad|postad"), _NEGATED_PT, _SENT),
)


def unsupported(text: str, effects: Sequence[Effect], touched: Sequence[str]) -> list[str]:
    """The sentences of an answer that claim an effect which did not happen in this run."""
    had = set(effects)
    marked: list[str] = []
    for sentence in (whole.strip()[:LONGEST] for whole in _SENTENCE.split(text)):
        needed = list(_claimed(fold(sentence)))
        if not needed or sentence.endswith("?"):
            continue
        if not all(had & kinds for kinds in needed) or any(not _touches(path, touched) for path in _named(sentence)):
            marked.append(sentence[:300])
    return marked


def _claimed(sentence: str) -> Iterator[frozenset[Effect]]:
    """For each claim a sentence makes, the effects of which one is needed."""
    for claim in _CLAIMS:
        found = claim.says.search(sentence)
        if found and not claim.negated.search(sentence[: found.end()]) and not _NONE.match(sentence, found.end()):
            yield claim.needs


def _named(sentence: str) -> set[str]:
    """The files a sentence is about; those it only took something from count when there are no others."""
    named = {first or second for first, second in _PATH.findall(sentence)}
    sources = {first or second for first, second in _SOURCE.findall(sentence)}
    return named - sources or named


def _touches(path: str, touched: Sequence[str]) -> bool:
    return any(entity.endswith(f"/{path.removeprefix('./')}") for entity in touched)
