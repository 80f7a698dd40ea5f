"""Names of steps as people say them: which step of a workflow somebody means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aule.contracts.runs.graph import Step
from aule.text.words import fold, words

STEP_WORD = r"(?:pass[oa]s?|etapas?|tarefas?|blocos?|caixas?|nos?|steps?|nodes?|tasks?|boxes|box|stage|stages)"
"""What people call a step, folded."""
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
    re.findall(r"\w+", "o a os as um uma de do da dos das no na ao e que the an of to in on and that it ele ela isso")
)
_SHORTEST_STEM = 4


@dataclass(frozen=True, slots=True)
class Found:
    """The steps that words may mean."""

    steps: tuple[Step, ...]
    is_sure: bool
    """Whether the words name one of these steps, and are not about something else."""


def find_step(said: str, steps: Sequence[Step]) -> Found:
    """Return the steps that words may mean: one where they are plain, all of them where they name none."""
    text = fold(said).strip(" .,;:!?\"'“”")
    is_step = re.search(rf"\b{STEP_WORD}\b", text) is not None
    bare = _AROUND.sub("", text, count=1).strip(" \"'“”") or text
    if (numbered := _numbered(text, bare, steps)) is not None:
        return Found((numbered,), is_sure=True)
    exact = [step for step in steps if bare in (fold(step.id), fold(step.title)) or text == fold(step.title)]
    if exact:
        return Found(tuple(exact), is_sure=True)
    scores = [(_score(bare, step), step) for step in steps]
    best = max((score for score, _ in scores), default=0.0)
    if best >= (0.5 if is_step else 1.0):
        return Found(tuple(step for score, step in scores if score == best), is_sure=True)
    return Found(tuple(steps), is_sure=is_step)


def _numbered(text: str, bare: str, steps: Sequence[Step]) -> Step | None:
    """Return the step that a number names: *the second step*, *passo 3*."""
    number = re.fullmatch(rf"(?:(?:o|a|the|do|da|ao)\s+)*{STEP_WORD}\s+(?:numero\s+|number\s+|n\W*)?(\d+)", text)
    place = int(number[1]) - 1 if number is not None else None
    if place is None:
        said = [word for word in re.findall(r"\w+", text) if word not in _EMPTY and not re.fullmatch(STEP_WORD, word)]
        place = _ORDINALS.get(said[0]) if len(said) == 1 else None
    if place is None or not -1 <= place < len(steps) or bare in {fold(step.id) for step in steps}:
        return None
    return steps[place]


def _score(said: str, step: Step) -> float:
    """Return how well words fit a step: the share of them that its id or its title has."""
    wanted = [word for word in words(said) if word not in _EMPTY]
    if not wanted:
        return 0.0
    had = [word for text in (step.id, step.title) for word in words(text)]
    hits = sum(any(_are_related(word, each) for each in had) for word in wanted)
    titles = [word for word in words(step.title or step.id) if word not in _EMPTY]
    whole = sum(any(_are_related(word, each) for each in wanted) for word in titles) / max(len(titles), 1)
    return hits / len(wanted) + 0.01 * whole if hits else 0.0


def _are_related(one: str, other: str) -> bool:
    """Return whether two words have the same stem: *publicar*, *publicação*."""
    if one == other:
        return True
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    return shared >= max(_SHORTEST_STEM, round(0.6 * min(len(one), len(other))))
