"""Fit when passages answer a question, from the questions kept with the tests, and say how well that does.

    python -m scripts.train_answers            fit, write the weights, print shares
    python -m scripts.train_answers --check    only measure the weights there are

The same questions give the same weights. It learns from the first passages of questions: those that answer, those of
questions without an answer, and the former without the sentence that answers. Shares called unseen are of questions
about documents that a fit did not see. The held-out set is never looked at.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from tests.apps.knowledge.questions.question_set import SETS, questions, sources
from tests.apps.knowledge.questions.trial import Outcome, Trial

from aule.ambient import ambient
from aule.apps.knowledge.index.answers import FEATURES, fitted, is_answered
from aule.models.local.embeddings import Encoder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

FILE = Path(__file__).parents[1] / "src" / "aule" / "apps" / "knowledge" / "index" / "answer_weights.json"
PENALTY = 3.0
REFUSED = 0.2
"""The share of questions with an answer that may be told the nearest passage instead."""
FAINT = 0.05
"""The share that may be told that there is nothing at all."""
SHARES = (0.05, 0.1, 0.15, 0.2, 0.3)
"""Where the curve is told."""
CUT_WEIGHT = 0.15
"""What a passage counts that lost its sentence: there are many, and people would ask otherwise."""


async def outcomes() -> tuple[list[Outcome], list[Outcome]]:
    """Return what comes of every question, and what would come of it without the sentence that answers."""
    encoder = Encoder(ambient().clock)
    found: list[Outcome] = []
    cut: list[Outcome] = []
    for folder in SETS:
        with tempfile.TemporaryDirectory() as temporary:
            trial = Trial(Path(temporary), encoder)
            await trial.take_in(sources(folder))
            for each in questions(folder):
                found.append(await trial.ask(each))
                if each.document is not None:
                    cut.append(await trial.ask(each, is_cut=True))
            trial.file.close()
    await encoder.close()
    return found, cut


def fit(features: Matrix, is_answer: NDArray[np.bool_], counts: Matrix) -> tuple[Matrix, float]:
    """Return weights and bias of a logistic regression; what answers and what does not count alike."""
    middle, spread = features.mean(0), features.std(0) + 1e-9
    rows = np.c_[(features - middle) / spread, np.ones(len(features))]
    of_kind = np.where(is_answer, counts[is_answer].sum(), counts[~is_answer].sum())
    counts = counts / of_kind * len(features) / 2
    penalty = PENALTY * np.diag([*[1.0] * features.shape[1], 0.0])
    found = np.zeros(rows.shape[1])
    for _ in range(60):
        likely = 1 / (1 + np.exp(-rows @ found))
        slope = rows.T @ (counts * (likely - is_answer)) + penalty @ found
        found -= np.linalg.solve((rows.T * (counts * likely * (1 - likely))) @ rows + penalty, slope)
    weights = found[:-1] / spread
    return weights, float(found[-1] - weights @ middle)


@dataclass(frozen=True, slots=True)
class Weights:
    """What was learnt: whether the first passage answers."""

    weights: Matrix
    bias: float

    def score(self, outcome: Outcome) -> float:
        """Return how likely a question is answered, as a logarithm of odds."""
        return float(np.array(outcome.judged[0].features) @ self.weights) + self.bias if outcome.judged else -30.0


def learn(found: list[Outcome], cut: list[Outcome]) -> Weights:
    """Learn whether a passage answers; one that is wrong for a question with an answer teaches nothing."""
    taught = [(each, 1.0) for each in found if each.judged and (each.is_right[0] or each.asked.document is None)]
    taught += [(each, CUT_WEIGHT) for each in cut if each.judged]
    features = np.array([each.judged[0].features for each, _ in taught])
    is_answer = np.array([each.is_right[0] for each, _ in taught])
    return Weights(*fit(features, is_answer, np.array([count for _, count in taught])))


def group_of(outcome: Outcome) -> str:
    """Return the document a question is about; where it is answered nowhere, the nearest."""
    nearest = max(outcome.judged, key=lambda each: each.found.score).found.document.id if outcome.judged else ""
    return outcome.asked.document or nearest


def unseen(found: list[Outcome], cut: list[Outcome]) -> Matrix:
    """Return the score of each question by weights that saw nothing of its document."""
    scores = np.full(len(found), -30.0)
    for group in sorted({group_of(each) for each in found}):
        seen = [each for each in found if group_of(each) != group]
        weights = learn(seen, [each for each in cut if group_of(each) != group])
        for place, each in enumerate(found):
            if group_of(each) == group:
                scores[place] = weights.score(each)
    return scores


def main() -> None:
    """Fit or measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    found, cut = asyncio.run(outcomes())
    if not options.check:
        _fit(found, cut)
        fitted.cache_clear()
        found, _ = asyncio.run(outcomes())
    _measure(found)


def _fit(found: list[Outcome], cut: list[Outcome]) -> None:
    scores = unseen(found, cut)
    has_answer = np.array([each.asked.document is not None for each in found])
    for share in SHARES:
        told = float((scores[~has_answer] < np.quantile(scores[has_answer], share)).mean())
        print(f"unseen: {told:.3f} of the others are told to be nowhere where {share:.0%} with an answer are refused")
    ranks = (scores[has_answer][:, None] > scores[~has_answer][None, :]).mean()
    print(f"unseen: a question with an answer scores above one without in {ranks:.3f} of pairs")
    faint, threshold = (float(np.quantile(scores[has_answer], share)) for share in (FAINT, REFUSED))
    print(f"unseen: {(scores[~has_answer] < faint).mean():.3f} of the others are told that there is nothing at all")
    weights = learn(found, cut)
    kept = {name: round(float(weight), 4) for name, weight in zip(FEATURES, weights.weights, strict=True)}
    kept |= {"bias": round(weights.bias, 4)}
    kept |= {name: round(float(1 / (1 + np.exp(-at))), 4) for name, at in (("faint", faint), ("threshold", threshold))}
    FILE.write_text(json.dumps(kept, indent=2) + "\n", "utf-8")
    print(kept)


def _measure(found: list[Outcome]) -> None:
    wanted = [each for each in found if each.asked.document is not None]
    others = [each for each in found if each.asked.document is None]
    first = sum(each.place == 0 for each in wanted) / len(wanted)
    five = sum(each.place is not None and each.place < 5 for each in wanted) / len(wanted)
    answer = sum(each.is_right[:1] == [True] for each in wanted) / len(wanted)
    print(f"{len(wanted)} questions with an answer: found first {first:.3f}, among five {five:.3f}; ", end="")
    print(f"answered by the right passage {answer:.3f}")
    refused = [each.asked.ask for each in wanted if not is_answered(each.judged)]
    wrong = [each.asked.ask for each in others if is_answered(each.judged)]
    print(f"refused although answered: {len(refused)} of {len(wanted)}: {refused}")
    print(f"answered although nowhere: {len(wrong)} of {len(others)}: {wrong}")


if __name__ == "__main__":
    main()
