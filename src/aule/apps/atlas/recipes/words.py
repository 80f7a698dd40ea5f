"""The words recipes know Atlas's items by: behind which their titles stand, and what is asked where one is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from aule.sdk import Slot, SlotKind

Language = Literal["pt", "en"]

CALLED = ("chamado", "chamada", "com o nome", "com o título", "called", "named", "titled")
CHANGED = {
    "pt": "Feito: “{result.data.title}” ({result.data.id}).",
    "en": "Done: “{result.data.title}” ({result.data.id}).",
}
TOLD = {"pt": "{result.data.text}", "en": "{result.data.text}"}


@dataclass(frozen=True, slots=True)
class Noun:
    """A kind of item as sentences speak of it."""

    kind: str
    param: str
    """The parameter of its actions that takes its title or id."""
    pt: str
    en: str
    markers: Sequence[str]
    question: Mapping[str, str]
    examples: tuple[tuple[str, str], ...]
    """Titles for the example sentences, in Portuguese and English."""

    @property
    def slot(self) -> Slot:
        """Which one is meant."""
        return text(self.markers, self.question)

    def says(self, sentences: Sequence[str], language: Language) -> list[str]:
        """Example sentences about such items: `{the}`, `{of}` and `{title}` filled in, one title after the other."""
        the, titles = (self.pt, 0) if language == "pt" else (self.en, 1)
        of = f"d{the}" if language == "pt" else f"of {the}"
        named = [f'"{title[titles]}"' for title in self.examples]
        return [each.format(the=the, of=of, title=named[n % len(named)]) for n, each in enumerate(sentences)]


PILLAR = Noun(
    *("pillar", "pillar_name", "o pilar", "the pillar"),
    markers=(
        *("pilar", "o pilar", "do pilar", "no pilar", "ao pilar", "para o pilar", "pillar", "the pillar"),
        *("of the pillar", "for the pillar", "to the pillar", "under the pillar", "in the pillar"),
    ),
    question={"pt": "Qual pilar? (nome ou id, como pil-1)", "en": "Which pillar? (name or id, like pil-1)"},
    examples=(("Financeiro", "Finance"), ("Clientes", "Customers"), ("Pessoas", "People")),
)
OBJECTIVE = Noun(
    *("objective", "objective_title", "o objetivo", "the objective"),
    markers=(
        *("objetivo", "o objetivo", "do objetivo", "no objetivo", "ao objetivo", "para o objetivo", "objective"),
        *("the objective", "of the objective", "for the objective", "to the objective", "under the objective"),
    ),
    question={"pt": "Qual objetivo? (título ou id, como obj-7)", "en": "Which objective? (title or id, like obj-7)"},
    examples=(("receita", "revenue"), ("Encantar clientes", "Delight customers"), ("Expandir", "Expand")),
)
KEY_RESULT = Noun(
    *("key_result", "kr_title", "o KR", "the KR"),
    markers=(
        *("kr", "o kr", "do kr", "no kr", "ao kr", "para o kr", "resultado-chave", "o resultado-chave"),
        *("do resultado-chave", "no resultado-chave", "the kr", "of the kr", "for the kr", "to the kr"),
        *("key result", "the key result", "of the key result", "for the key result", "to the key result"),
    ),
    question={"pt": "Qual KR? (título ou id, como kr-11)", "en": "Which key result? (title or id, like kr-11)"},
    examples=(("NPS", "NPS"), ("Receita mensal", "Monthly revenue"), ("Churn", "Churn")),
)
INITIATIVE = Noun(
    *("initiative", "initiative_title", "a iniciativa", "the initiative"),
    markers=(
        *("iniciativa", "a iniciativa", "da iniciativa", "na iniciativa"),
        *("initiative", "the initiative", "of the initiative"),
    ),
    question={
        "pt": "Qual iniciativa? (título ou id, como ini-4)",
        "en": "Which initiative? (title or id, like ini-4)",
    },
    examples=(("Novo canal", "New channel"), ("Treinar vendas", "Train sales"), ("Campanha", "Campaign")),
)
PROJECT = Noun(
    *("project", "project_name", "o projeto estratégico", "the strategic project"),
    markers=(
        *("projeto estratégico", "o projeto estratégico", "do projeto estratégico"),
        *("strategic project", "the strategic project", "of the strategic project"),
    ),
    question={"pt": "Qual projeto? (nome ou id, como prj-2)", "en": "Which project? (name or id, like prj-2)"},
    examples=(("CRM novo", "New CRM"), ("Loja virtual", "Web shop"), ("ERP", "ERP")),
)


def text(markers: Sequence[str], question: Mapping[str, str]) -> Slot:
    """Words behind one of these, asked for where they are missing."""
    return Slot(kind=SlotKind.TEXT, markers=list(markers), question=dict(question))


def end(*markers: str) -> Slot:
    """Words that only end what stands before them."""
    return Slot(kind=SlotKind.TEXT, required=False, markers=list(markers))
