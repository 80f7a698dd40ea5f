"""A lesson by the minutes it has: how it begins, what is done, how one sees what was learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aule.apps.school.entities import Momento

GRAIN = 5
"""Minutes come in fives."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a lesson: its share of the time and what happens in it."""

    name: str
    share: int
    words: str


_OPENING = Part(
    "Acolhida e retomada",
    12,
    "Receba a turma, apresente o objetivo do dia ({theme}) e retome em duas ou três perguntas o que já foi visto. "
    "Anote no quadro as respostas: elas mostram de onde a turma parte.",
)
_PROBLEM = Part(
    "Problematização",
    16,
    "Proponha uma situação do cotidiano da turma que peça {theme}. Deixe que pensem sozinhos por dois minutos, depois "
    "em duplas, antes de qualquer explicação.",
)
_TEACHING = Part(
    "Desenvolvimento",
    32,
    "Organize com a turma as estratégias que apareceram e explique {theme} passo a passo, com dois exemplos resolvidos "
    "no quadro: um simples e um com um erro comum para a turma descobrir.{goals}",
)
_PRACTICE = Part(
    "Prática",
    28,
    "{practice} Circule pela sala, observe as estratégias e ajude com perguntas, não com respostas.",
)
_GROUPS = Part(
    "Trabalho em grupos",
    22,
    "Em grupos de quatro, cada grupo resolve um desafio sobre {theme} e prepara a explicação para a turma.",
)
_SHARING = Part(
    "Socialização",
    12,
    "Dois ou três grupos apresentam como pensaram. Compare estratégias diferentes que levam ao mesmo resultado.",
)
_CLOSING = Part(
    "Fechamento e bilhete de saída",
    12,
    "Retome o objetivo. Cada estudante responde em um bilhete: uma coisa que aprendeu sobre {theme} e uma dúvida.",
)


def script(minutes: int, theme: str, goals: Sequence[str], activities: Sequence[str]) -> list[Momento]:
    """Return the parts of a lesson; their minutes add up to it exactly."""
    parts = _parts(minutes)
    practice = (
        f"A turma resolve {_listed(activities)}."
        if activities
        else "A turma resolve exercícios do mais simples ao mais complexo, primeiro individualmente e depois em duplas."
    )
    told = f" Foco: {goals[0].rstrip('.')}." if goals else ""
    fields = {"theme": theme, "practice": practice, "goals": told}
    times = spread(minutes, [part.share for part in parts])
    return [
        Momento(momento=part.name, minutos=time, descricao=part.words.format(**fields))
        for part, time in zip(parts, times, strict=True)
    ]


def spread(minutes: int, shares: Sequence[int]) -> list[int]:
    """Return minutes by share, in fives as far as that goes; they add up to all of them."""
    grain = GRAIN if minutes >= GRAIN * len(shares) else 1
    total = sum(shares)
    times = [max(grain, minutes * share // total // grain * grain) for share in shares]
    largest = max(range(len(shares)), key=lambda at: shares[at])
    times[largest] += minutes - sum(times)
    at = 0
    while times[largest] < 0:  # a lesson with fewer minutes than parts
        if times[at] > 0 and at != largest:
            times[at] -= 1
            times[largest] += 1
        at = (at + 1) % len(times)
    return times


def _parts(minutes: int) -> list[Part]:
    if minutes < 35:
        return [_OPENING, _TEACHING, _PRACTICE, _CLOSING]
    if minutes >= 80:
        return [_OPENING, _PROBLEM, _TEACHING, _PRACTICE, _GROUPS, _SHARING, _CLOSING]
    return [_OPENING, _PROBLEM, _TEACHING, _PRACTICE, _CLOSING]


def _listed(titles: Sequence[str]) -> str:
    quoted = [f"“{title}”" for title in titles]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} e {quoted[-1]}"
