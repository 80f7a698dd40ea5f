"""Train the labeller of words from the marked sentences beside the apps.

Rows of labels are learnt by an averaged perceptron with a margin: where the best row is not the right one, the weights
of what it saw go down and those of the right one up. The same sentences give the same weights.
"""

from __future__ import annotations

import random
import sys
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
from scripts.corpus import PACKAGE, Sentence, digest_marks, read_sentences

from aule.boot.apps import installed_apps
from aule.boot.parts import books_of
from aule.understanding.filling.fields import Frame, frame_of
from aule.understanding.filling.filler import Said, fill
from aule.understanding.filling.labeller import FILE, MOVES, Labeller, best_labels, move
from aule.understanding.filling.word_features import SIZE, feature_places, labelled_fields, words_at
from aule.understanding.sentence import Wording
from aule.understanding.values.marks import find_marks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Example = tuple[NDArray[np.int32], list[int]]

TODAY = date(2026, 3, 18)
"""The day on which sentences are read: which one does not matter, only that it stays."""
EPOCHS, MARGIN = 10, 2.0


def frames_of_apps() -> dict[str, Frame]:
    """The frame of every capability."""
    apps = installed_apps()
    books = books_of(apps)()
    capabilities = [each.capability for app in apps for each in app.capabilities]
    return {each.name: frame_of(each, books[each.app]) for each in capabilities}


def example(frame: Frame, sentence: Sentence) -> Example | None:
    """What is seen of a sentence, and the labels its words should have; none where there is nothing to label."""
    wording = Wording(sentence.text)
    fields = [each.name for each in labelled_fields(frame)]
    if not wording.words or not fields:
        return None
    said = Said(wording, find_marks(wording, TODAY, day_first=sentence.language == "pt"), TODAY)
    labels = [0] * len(wording.words)
    for name, start, end in sentence.places:
        span = words_at(wording, start, end)
        if name in fields and span is not None:
            first = 1 + 2 * fields.index(name)
            labels[span[0] : span[1]] = [first] + [first + 1] * (span[1] - span[0] - 1)
    return feature_places(frame, said, fill(frame, said)).astype(np.int32), labels


def train(examples: list[Example], corpus: str) -> Labeller:
    """Fit the weights."""
    chance = random.Random(1)
    table, summed = np.zeros(SIZE, np.float32), np.zeros(SIZE, np.float64)
    moves, summed_moves = np.zeros(len(MOVES), np.float32), np.zeros(len(MOVES), np.float64)
    step = 1
    for epoch in range(EPOCHS):
        chance.shuffle(examples)
        wrong = 0
        for places, right in examples:
            step += 1
            scores = table[places].sum(axis=2) + MARGIN
            scores[np.arange(len(right)), right] -= MARGIN
            taken = best_labels(scores, moves)
            if taken == right:
                continue
            wrong += 1
            for n, (wanted, got) in enumerate(zip(right, taken, strict=True)):
                for label, sign in ((wanted, 1), (got, -1)) if wanted != got else ():
                    np.add.at(table, places[n, label], sign)
                    np.add.at(summed, places[n, label], sign * step)
                if n and (ways := (move(right[n - 1], wanted), move(taken[n - 1], got)))[0] != ways[1]:
                    for way, sign in zip(ways, (1, -1), strict=True):
                        moves[way] += sign
                        summed_moves[way] += sign * step
        print(f"  {epoch + 1}: {wrong} of {len(examples)} not yet right")
    table = (table - summed / step).astype(np.float32)
    scale = float(np.abs(table).max()) / 127
    return Labeller(
        np.rint(table / scale).astype(np.int8), scale, (moves - summed_moves / step).astype(np.float32), corpus
    )


def main() -> int:
    """Train, and write the weights."""
    frames, sentences = frames_of_apps(), [each for each in read_sentences() if each.is_marked]
    known = [(frames[each.capability], each) for each in sentences if each.capability in frames]
    examples = [found for frame, each in known if (found := example(frame, each)) is not None]
    path = PACKAGE / "understanding" / FILE
    path.write_bytes(train(examples, digest_marks(sentences)).to_bytes())
    print(f"{FILE}: {len(examples)} sentences; {path.stat().st_size // 1024} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
