"""Names of steps as people say them: which step of a workflow somebody means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aule.contracts.runs.graph import Step
from aule.text.spelling import distance
from aule.text.words import fold, words

STEP_WORD = r"(?:pass[oa]s?|etapas?|tarefas?|blocos?|caixas?|nos?|steps?|nodes?|tasks?|boxes|box|stage|stages)"
"""What people call a step, folded."""
_PLAIN_STEP_WORD = re.compile(rf"\b(?!nos?\b){STEP_WORD}\b")
_NODE = re.compile(r"\bnós?\b", re.IGNORECASE)
_AROUND = re.compile(
    rf"^(?:(?:o|a|os|as|no|na|do|da|de|ao|the|of|at)\s+)*(?:{STEP_WORD}\s+)?(?:(?:de|do|da|que|chamad[oa]|called|named|"
    r"that|which|to|of)\s+)?(?:(?:o|a|the)\s+)?"
)
_ORDINALS = {
    **dict.fromkeys(("primeiro", "primeira", "first", "1o", "1a", "1st"), 0),
    **dict.fromkeys(("segundo", "segunda", "second", "2o", "2a", "2nd"), 1),
    **dict.fromkeys(("terceiro", "terceira", "third", "3o", "3a", "3rd"), 2),
    **dict.fromkeys(("quarto", "quarta", "fourth", "4o", "4a", "4th"), 3),
    **dict.fromkeys(("quinto", "quinta", "fifth", "5o", "5a", "5th"), 4),
    **dict.fromkeys(("ultimo", "ultima", "last", "final"), -1),
}
_EMPTY = frozenset(
    re.findall(
        r"\w+",
        "o a os as um uma de do da dos das no na nos nas ao aos e que pro pra para por com se for va vai vao ir fica"
        " sai esse essa aquele aquela aqueles aquelas desse dessa deste desta daquele daquela"
        " este esta isso isto ele ela daqui dai ai ali la aqui direto coisa parte negocio nada tudo mais the an of"
        " to in on and"
        " one ones numero that this it is be he there thing things part bit goes go going gets out up into from with"
        " all any",
    )
)
_ALIKE = tuple(
    frozenset(group.split())
    for group in (
        "enviar mandar disparar envio",
        "escrever redigir redacao",
        "buscar coletar puxar pegar obter busca coleta",
        "conferir checar verificar checagem conferencia",
        "publicar postar divulgar",
        "guardar salvar arquivar",
        "resumir sintetizar sintese",
        "send mail deliver email",
        "fetch get collect pull gather",
        "write draft compose",
        "check verify validate",
        "publish post release ship",
        "keep save store archive",
    )
)
"""Words for what steps commonly do, each group one meaning."""
_SHORTEST_STEM = 4
_SHORTEST_MISSPELT = 5
_BODY, _NEARLY = 0.5, 0.9
"""What a word counts that only the text of a step has, and one that means the same or is written wrong."""


@dataclass(frozen=True, slots=True)
class Found:
    """The steps that words may mean."""

    steps: tuple[Step, ...]
    is_sure: bool
    """Whether the words name one of these steps, and are not about something else."""
    is_unknown: bool = False
    """Whether the words speak of a step and name one that is not there."""


def has_step_word(said: str) -> bool:
    """Return whether words speak of a step; *no* is a Portuguese *in the*, and only *nó* is a node."""
    return _PLAIN_STEP_WORD.search(fold(said)) is not None or _NODE.search(said) is not None


def find_step(said: str, steps: Sequence[Step], *, least: float = 1.0) -> Found:
    """Return the steps that words may mean: one where they are plain, all of them where they name none.

    `least` is the share of the words that a step's name must have where they do not speak of a step.
    """
    text = fold(said).strip(" .,;:!?\"'“”")
    is_step = has_step_word(said)
    bare = _AROUND.sub("", text, count=1).strip(" \"'“”") or text
    if (numbered := _numbered(text, bare, steps)) is not None:
        return Found((numbered,), is_sure=True)
    exact = [step for step in steps if bare in (fold(step.id), fold(step.title)) or text == fold(step.title)]
    if exact:
        return Found(tuple(exact), is_sure=True)
    scores = [(_score(bare, step), step) for step in steps]
    best = max((score for score, _ in scores), default=0.0)
    named = tuple(step for score, step in scores if score == best)
    if best >= (0.5 if is_step else min(least, _NEARLY)) and (best >= _NEARLY or len(named) == 1 or is_step):
        return Found(named, is_sure=True)
    by_work = [step for step in steps if _works_by(bare, step)] if best == 0.0 else []
    if len(by_work) == 1:
        return Found(tuple(by_work), is_sure=is_step or least < 1.0)
    return Found(tuple(steps), is_sure=is_step, is_unknown=is_step and best == 0.0 and bool(_wanted(bare)))


def steps_named(said: str, steps: Sequence[Step]) -> list[Step]:
    """Return the steps that a sentence names anywhere, in the order in which it names them."""
    found: dict[str, Step] = {}
    for word in _wanted(said):
        names = [
            step for step in steps if any(_likeness(word, each) for each in [*_words(step.id), *_words(step.title)])
        ]
        if len(names) == 1 and len(word) >= _SHORTEST_STEM:
            found.setdefault(names[0].id, names[0])
    numbered = re.search(rf"\b{STEP_WORD} (?:numero |number |n\W*)?(\d+)\b", fold(said))
    if numbered is not None and 0 < int(numbered[1]) <= len(steps):
        step = steps[int(numbered[1]) - 1]
        found.setdefault(step.id, step)
    return list(found.values())


def _numbered(text: str, bare: str, steps: Sequence[Step]) -> Step | None:
    """Return the step that a number names: *the second step*, *passo 3*."""
    number = re.fullmatch(
        rf"(?:(?:os?|as?|the|d[oa]s?|aos?)\s+)*{STEP_WORD}\s+(?:numero\s+|number\s+|n\W*)?(\d+)", text
    )
    place = int(number[1]) - 1 if number is not None else None
    if place is None:
        said = [word for word in re.findall(r"\w+", text) if word not in _EMPTY and not re.fullmatch(STEP_WORD, word)]
        place = _ORDINALS.get(said[0]) if len(said) == 1 else None
    if place is None or not -1 <= place < len(steps) or bare in {fold(step.id) for step in steps}:
        return None
    return steps[place]


def _score(said: str, step: Step) -> float:
    """Return how well words fit a step: the share of them that its id, its title or, for less, its text has."""
    wanted = _wanted(said)
    if not wanted:
        return 0.0
    had = [word for text in (step.id, step.title) for word in _words(text)]
    hits = [max((_likeness(word, each) for each in had), default=0.0) for word in wanted]
    if not any(hits):
        return 0.0
    asked = step.question.message if step.question is not None else ""
    body = [word for text in (step.prompt or "", asked) for word in _words(text)] if 0.0 in hits else []
    hits = [
        hit or _BODY * any(are_related(word, each) for each in body) for hit, word in zip(hits, wanted, strict=True)
    ]
    titles = [word for word in _words(step.title or step.id) if word not in _EMPTY]
    whole = sum(any(are_related(word, each) for each in wanted) for word in titles) / max(len(titles), 1)
    return sum(hits) / len(wanted) + 0.01 * whole


def _works_by(said: str, step: Step) -> bool:
    """Return whether words name what a step uses: *the search*, where it searches the web."""
    used = [] if step.call is None else re.split(r"[._]", step.call.capability)
    wanted = _wanted(said)
    return bool(wanted) and all(any(are_related(word, each) for each in used) for word in wanted)


def _wanted(said: str) -> list[str]:
    """Return the words that a step's name has to have."""
    return [word for word in _words(said) if word not in _EMPTY and not re.fullmatch(STEP_WORD, word)]


def _words(text: str) -> list[str]:
    return words(fold(text).replace("e-mail", "email"))


def _likeness(one: str, other: str) -> float:
    """Return 1 for words of the same stem, a little less for one that means the same or is written wrong, else 0."""
    if are_related(one, other):
        return 1.0
    if any(_is_in(one, group) and _is_in(other, group) for group in _ALIKE):
        return _NEARLY
    if min(len(one), len(other)) < _SHORTEST_MISSPELT or abs(len(one) - len(other)) > 1:
        return 0.0
    return _NEARLY if max(distance(one, other, 1), distance(other, one, 1)) <= 1 else 0.0


def _is_in(word: str, group: frozenset[str]) -> bool:
    return any(are_related(word, each) for each in group)


def are_related(one: str, other: str) -> bool:
    """Return whether two words have the same stem: *publicar*, *publicação*."""
    if one == other:
        return True
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    return shared >= max(_SHORTEST_STEM, round(0.6 * min(len(one), len(other))))
