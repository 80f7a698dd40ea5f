"""The sentences beside the apps: what each asks for, and which of its words are values.

A value stands in braces with its parameter: `bota {nome:ana prado} no {turma_id:7A}`. Sentences under `unmarked_pt` and
`unmarked_en` have values that nobody has marked yet; they teach which capability is meant, and nothing of values.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from aule.boot.apps import installed_apps

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "aule"
_MARK = re.compile(r"\{(\w+):([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the corpus."""

    capability: str
    language: str
    text: str
    places: tuple[tuple[str, int, int], ...] = ()
    """The parameters of its values, each with where it begins and ends."""
    is_marked: bool = False
    """Whether somebody marked its values, or saw that there are none."""


def read_sentences() -> list[Sentence]:
    """All sentences beside the apps."""
    found: list[Sentence] = []
    for path in sorted(PACKAGE.rglob("corpus.toml"), key=_place):
        for capability, lists in tomllib.loads(path.read_text("utf-8")).items():
            for name, sentences in lists.items():
                language, is_marked = name.removeprefix("unmarked_"), not name.startswith("unmarked_")
                found += [_sentence(capability, language, each, is_marked=is_marked) for each in sentences]
    return found


def _place(path: Path) -> str:
    """Return where a file stands in the order that the digests of what was trained are made of."""
    return path.relative_to(PACKAGE).as_posix().replace("apps/conductor/", "conductor/")


def read_corpus() -> list[tuple[str, str]]:
    """All sentences beside the apps without their marks, and the examples of recipes, each with what it asks for."""
    found = [(each.capability, each.text) for each in read_sentences()]
    for recipe in (each for app in installed_apps() for each in app.recipes if len(each.calls) == 1):
        found += [(recipe.calls[0].capability, each) for said in recipe.examples.values() for each in said]
    return list(dict.fromkeys(found))


def digest(pairs: Sequence[tuple[str, str]]) -> str:
    """What tells one corpus from another."""
    return sha256("\n".join(f"{label}\t{sentence}" for label, sentence in pairs).encode()).hexdigest()


def digest_marks(sentences: Sequence[Sentence]) -> str:
    """What tells one set of marked sentences from another."""
    return digest([(each.capability, f"{each.text}{each.places}") for each in sentences if each.is_marked])


def _sentence(capability: str, language: str, written: str, *, is_marked: bool) -> Sentence:
    text, places, start = "", list[tuple[str, int, int]](), 0
    for mark in _MARK.finditer(written):
        text += written[start : mark.start()]
        places.append((mark[1], len(text), len(text) + len(mark[2])))
        text += mark[2]
        start = mark.end()
    return Sentence(capability, language, text + written[start:], tuple(places), is_marked)
