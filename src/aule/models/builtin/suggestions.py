"""Suggestions: what an app says about itself to somebody who says hello or asks for help, as data beside the app.

`suggestions.toml` names the kinds of things worth telling, and sentences that work at once:

    [name]                               where the app is told of under another name than its own
    pt = "Neste projeto"
    en = "In this project"

    [kinds.turma]                        told in this order: "2 turmas (7A e 8B)"
    pt = "turma|turmas"                  one, and several
    en = "class|classes"
    is_named = true                      by name as well; without it only how many there are

    [[sentences]]                        for somebody who has something on record
    wants = "school.pesquisar_desempenho_turma"
    needs = "turma"                      only where one of this kind is on record; what it names is needed anyway
    pt = "como está a turma {turma}?"    {turma} takes the name of one on record; without one it is not offered
    en = "how is class {turma} doing?"

    [[begin]]                            for somebody who has nothing yet
    wants = "school.criar_turma"
    pt = "cria a turma 7A"
    en = "create class 7A"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

PLACE = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing an app keeps: what one and several of them are called, by language."""

    words: Mapping[str, tuple[str, str]]
    is_named: bool = False
    """Whether some of them are told by name."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A sentence that works at once, and what it asks for."""

    wants: str
    says: Mapping[str, str]
    needs: str = ""

    @property
    def kinds(self) -> list[str]:
        """The kinds of things of which one has to be on record: those it names, and the one it needs."""
        named = PLACE.findall(" ".join(self.says.values()))
        return list(dict.fromkeys([*named, self.needs] if self.needs else named))


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What one app says about itself."""

    name: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the app is called, by language."""
    kinds: Mapping[str, Kind] = field(default_factory=dict[str, Kind])
    sentences: tuple[Suggestion, ...] = ()
    begin: tuple[Suggestion, ...] = ()

    @classmethod
    def of(cls, name: Mapping[str, str], text: str = "") -> Suggestions:
        """Return the suggestions that a TOML text holds."""
        said = tomllib.loads(text)
        kinds = {kind: _kind(told) for kind, told in said.get("kinds", {}).items()}
        return cls(
            said.get("name", name), kinds, _sentences(said.get("sentences", [])), _sentences(said.get("begin", []))
        )


def _kind(told: Mapping[str, Any]) -> Kind:
    forms = {language: str(told[language]).partition("|") for language in ("pt", "en") if language in told}
    return Kind(
        {language: (one, many or one) for language, (one, _, many) in forms.items()}, bool(told.get("is_named"))
    )


def _sentences(told: list[dict[str, str]]) -> tuple[Suggestion, ...]:
    return tuple(
        Suggestion(
            each["wants"],
            {key: text for key, text in each.items() if key not in ("wants", "needs")},
            each.get("needs", ""),
        )
        for each in told
    )
