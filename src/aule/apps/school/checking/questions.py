"""Questions as they may reach a class: one right answer, no duplicates, real skills, answers that are right (SP-4)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from aule.apps.school.bncc import skills
from aule.apps.school.checking.arithmetic import mismatch
from aule.apps.school.checking.readability import level
from aule.apps.school.entities import Conteudo, Questao
from aule.apps.school.names import chave
from aule.apps.school.views import Aviso
from aule.apps.school.words import say

YEARS_ABOVE = 2
"""How many years above its class a text may be before it is said."""


@dataclass(slots=True)
class Checked:
    """What passed, what did not and why, and what the teacher should know."""

    kept: list[Questao] = field(default_factory=list[Questao])
    refused: list[str] = field(default_factory=list[str])
    """Why questions were refused, in words a model can act on."""
    unknown: list[str] = field(default_factory=list[str])
    """Codes the BNCC does not have; they were taken out."""


_TELLING = re.compile(
    r"\b(?:resposta|gabarito|answer)(?:\s+(?:certa|correta|esperada))?\s*[:=]\s*[^\s_.…]", re.IGNORECASE
)
"""An answer in the text of its question; a line to write it on is none."""
_MARKED = re.compile(r"\(\s*(?:correta|certa|correct)\s*\)|[✓✔✅]", re.IGNORECASE)
"""An alternative that says of itself that it is right."""


def check(questoes: Sequence[Questao], ano_serie: str, *, alternativas: int | None = None) -> Checked:
    """Look at each question by itself and beside the others."""
    found = Checked()
    seen: set[str] = set()
    for at, questao in enumerate(questoes, 1):
        problem = trouble(questao, alternativas or choices_for(ano_serie))
        key = same(questao)
        if problem is None and key in seen:
            problem = "it says the same as another question"
        if problem is not None:
            found.refused.append(f"Question {at}: {problem}.")
            continue
        seen.add(key)
        valid, invalid = skills.split(questao.habilidades)
        found.unknown += invalid
        found.kept.append(questao.model_copy(update={"habilidades": valid}))
    found.unknown = list(dict.fromkeys(found.unknown))
    return found


def trouble(questao: Questao, alternativas: int) -> str | None:
    """Return what is wrong with a question; none where nothing is."""
    if not questao.resposta.strip():
        return "it has no answer"
    if _TELLING.search(questao.enunciado) or any(_MARKED.search(each.texto) for each in questao.alternativas):
        return "its text tells the answer"
    match questao.tipo:
        case "multipla_escolha":
            problem = _choice_trouble(questao, alternativas)
        case "verdadeiro_falso":
            problem = None if questao.resposta.strip().upper() in ("V", "F") else "its answer is neither V nor F"
        case "associacao":
            problem = None if len(questao.pares) >= 2 else "it has fewer than two pairs"
        case "ordenacao":
            problem = None if len(questao.itens) >= 3 else "it has fewer than three things to order"
        case "lacuna" | "dissertativa" | "numerica":
            problem = None
    if problem is None and (really := mismatch(questao)) is not None:
        problem = f"its answer is wrong: the calculation gives {really}"
    return problem


def same(questao: Questao) -> str:
    """Return what two questions that say the same have in common."""
    parts = [questao.enunciado]
    if questao.tipo in ("associacao", "ordenacao") or "destes números" in questao.enunciado:
        parts += [each.texto for each in questao.alternativas] + [each.esquerda for each in questao.pares]
        parts += questao.itens
    return chave(" ".join(parts))


def choices_for(ano_serie: str) -> int:
    """Return how many alternatives multiple choice has: four in primary school, five in secondary school."""
    return 5 if ano_serie.startswith("EM") else 4


def level_warning(conteudo: Conteudo, ano_serie: str, locale: str) -> Aviso | None:
    """Return a warning where the text is much harder than its class."""
    if not ano_serie or ano_serie.startswith("EI"):
        return None
    year = int(ano_serie[2:]) + (9 if ano_serie.startswith("EM") else 0)
    texts = [part.texto for part in conteudo.secoes] + [each.enunciado for each in conteudo.questoes]
    found = level("\n".join(text if text.rstrip().endswith((".", "?", "!")) else f"{text}." for text in texts))
    if found is None or found - year <= YEARS_ABOVE:
        return None
    told = _school_year(found, locale)
    return Aviso(
        code="texto_acima_do_nivel",
        message=say("text_reads_like", locale, told=told, meant=_school_year(year, locale)),
    )


def _choice_trouble(questao: Questao, alternativas: int) -> str | None:
    right = [each for each in questao.alternativas if each.correta]
    texts = {_exact(each.texto) for each in questao.alternativas}
    if len(questao.alternativas) != alternativas:
        return f"it has {len(questao.alternativas)} alternatives instead of {alternativas}"
    if len(right) != 1:
        return f"{len(right)} of its alternatives are right instead of one"
    if len(texts) != len(questao.alternativas):
        return "two of its alternatives are the same"
    if questao.resposta.strip().upper() != right[0].id.upper():
        return "its answer is not the alternative that is marked as right"
    return None


def _exact(text: str) -> str:
    """Return an alternative for comparing: case and spaces do not count, signs and commas do."""
    return " ".join(text.casefold().replace("−", "-").split())


def _school_year(value: float, locale: str) -> str:
    year = round(value)
    if year > 12:
        return say("adults", locale)
    if year > 9:
        return say("secondary_grade", locale, grade=year - 9)
    return say("school_grade", locale, year=year)
