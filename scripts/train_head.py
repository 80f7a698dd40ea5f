"""Train the heads of understanding from the sentences beside the apps, and say how well they do on those of others.

    python -m scripts.train_head            train, write both heads, print shares
    python -m scripts.train_head --check    only measure the head there is

The same sentences give the same heads: chance is seeded.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tomllib
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
from scripts.corpus import PACKAGE, ROOT, digest, read_corpus

from aule.ambient import ambient
from aule.models.local.embeddings import Encoder
from aule.understanding.head import FILE, NONE, PIECE_WEIGHT, PIECES, SHARPNESS, TURN_FILE, Head, pieces_of
from aule.understanding.mask import mask
from aule.understanding.turns import Turn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

MEASURED = ROOT / "tests" / "understanding"
REQUESTS = ("requests_work.toml", "requests_school.toml", "outside.toml")
STEPS, TURN_STEPS, BATCH, RATE, DECAY, SMOOTH = 1_200, 500, 512, 0.03, 3e-5, 0.05
ENOUGH = 3_000
"""About so many of the sentences beside the apps does the head for turns learn as requests."""
SHOWN = 25
OUTSIDE = 0.3
"""From which share on a sentence counts as asking for nothing there is."""


def read_turns() -> list[tuple[str, str]]:
    """All sentences said to a conversation itself, each with its kind of turn, and some of those beside the apps."""
    book = tomllib.loads((PACKAGE / "understanding" / "turns.toml").read_text("utf-8"))
    found = [
        (Turn(kind).value, said) for kind, languages in book.items() for each in languages.values() for said in each
    ]
    pairs = read_corpus()
    return found + [(Turn.REQUEST.value, sentence) for _, sentence in pairs[:: max(1, len(pairs) // ENOUGH)]]


def read_requests() -> list[dict[str, Any]]:
    """The sentences of others, which are only measured."""
    return [each for name in REQUESTS for each in tomllib.loads((MEASURED / name).read_text("utf-8"))["request"]]


def encode(sentences: list[str]) -> Matrix:
    """The vectors of masked sentences, a row each."""

    async def vectors() -> Matrix:
        encoder = Encoder(ambient().clock)
        try:
            return await encoder.encode([mask(each) for each in sentences])
        finally:
            await encoder.close()

    return asyncio.run(vectors())


def seen(sentences: list[str]) -> Matrix:
    """What the head sees of sentences, a row each: the vector, then the pieces."""
    pieces = np.zeros((len(sentences), PIECES), np.float32)
    for row, sentence in enumerate(sentences):
        found = list(pieces_of(mask(sentence)))
        pieces[row, found] = PIECE_WEIGHT / max(1, len(found)) ** 0.5
    return np.hstack([encode(sentences) * SHARPNESS, pieces])


def train(pairs: list[tuple[str, str]], x: Matrix, steps: int = STEPS) -> Head:
    """Fit one linear layer to what is seen of sentences."""
    labels = tuple(sorted({label for label, _ in pairs}))
    place = {label: number for number, label in enumerate(labels)}
    y = np.array([place[label] for label, _ in pairs])
    counts = np.bincount(y, minlength=len(labels))
    weight = ((counts.mean() / counts) ** 0.5)[y].astype(np.float32)
    table, bias = fit(x, y, weight, steps)
    return Head.packed(labels, table, bias, digest(pairs))


def train_both() -> tuple[Head, Head]:
    """Train the head for capabilities and the head for turns; each sentence is encoded once."""
    pairs, turns = read_corpus(), read_turns()
    sentences = list(dict.fromkeys(sentence for _, sentence in (*pairs, *turns)))
    x, row = seen(sentences), {sentence: number for number, sentence in enumerate(sentences)}
    return (
        train(pairs, x[[row[sentence] for _, sentence in pairs]]),
        train(turns, x[[row[sentence] for _, sentence in turns]], TURN_STEPS),
    )


def fit(x: Matrix, y: NDArray[np.int64], weight: Matrix, steps: int) -> tuple[Matrix, Matrix]:
    """Softmax regression by Adam on small parts, with smoothed targets."""
    kinds = int(y.max()) + 1
    chance = np.random.default_rng(7)
    params = [np.zeros((x.shape[1], kinds), np.float32), np.zeros(kinds, np.float32)]
    firsts, seconds = ([np.zeros_like(each) for each in params] for _ in range(2))
    for step in range(1, steps + 1):
        pick = chance.integers(0, len(x), BATCH)
        logits = x[pick] @ params[0] + params[1]
        share = np.exp(logits - logits.max(1, keepdims=True))
        share /= share.sum(1, keepdims=True)
        share -= SMOOTH / kinds
        share[np.arange(BATCH), y[pick]] -= 1 - SMOOTH
        share *= weight[pick, None] / BATCH
        slopes = [x[pick].T @ share + DECAY * params[0], share.sum(0)]
        rate = RATE * (1 - step / (steps + 1))
        for each, slope in enumerate(slopes):
            firsts[each] += 0.1 * (slope - firsts[each])
            seconds[each] += 0.01 * (slope * slope - seconds[each])
            size = np.sqrt(seconds[each] / (1 - 0.99**step)) + 1e-8
            params[each] -= rate * (firsts[each] / (1 - 0.9**step)) / size
    return params[0], params[1]


def measure(head: Head, asked: list[dict[str, Any]]) -> dict[str, float]:
    """Shares of requests whose capability is first, among three and twelve, and of those outside that are told."""
    ranks: list[int] = []
    outside: list[bool] = []
    missed: Counter[tuple[str, str]] = Counter()
    for each, vector in zip(asked, encode([each["said"] for each in asked]), strict=True):
        found = head.probabilities(vector, pieces_of(mask(each["said"])))
        if each["capability"] == NONE:
            outside.append(found[NONE] >= OUTSIDE)
            continue
        order = [label for label in sorted(found, key=lambda label: -found[label]) if label != NONE]
        right = {each["capability"], *each.get("also", [])}
        ranks.append(min((order.index(label) for label in right if label in order), default=len(order)))
        if ranks[-1]:
            missed[each["capability"], order[0]] += 1
    for (wanted, taken), count in missed.most_common(SHOWN):
        print(f"  {count:3d}  {wanted} taken for {taken}")
    shares = {f"among {most}": float(np.mean([rank < most for rank in ranks])) for most in (1, 3, 12)}
    return {"requests": len(ranks), **shares, "outside told": float(np.mean(outside))}


def main() -> int:
    """Train or check, and print the shares of the head for capabilities."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only measure the head there is")
    path = PACKAGE / "understanding" / FILE
    if parser.parse_args().check:
        head = Head.from_bytes(path.read_bytes())
    else:
        head, turn_head = train_both()
        for each, file in ((head, path), (turn_head, path.with_name(TURN_FILE))):
            file.write_bytes(each.to_bytes())
            print(f"{file.name}: {len(each.labels)} labels; {file.stat().st_size // 1024} kB")
    for name, share in measure(head, read_requests()).items():
        print(f"{name:14} {share:.3f}" if share <= 1 else f"{name:14} {share:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
