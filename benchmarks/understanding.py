"""What is understood without a model, on the test part: sentences of people who saw nothing of the training part.

`tests/understanding/test_shares.py` holds the same shares; here everything that is wrong is listed as well.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

from benchmarks.measuring import Figures, check

if TYPE_CHECKING:
    from tests.understanding.measure import Judged

    from aule.understanding.front import Front

GOAL_MS, GOAL_COLD_MS, GOAL_KB = 50, 600, 1_000
SHOWN = 25


def measure() -> Figures:
    """Understand the test part, score it, and time it."""
    return asyncio.run(_measure())


async def _measure() -> Figures:
    from tests.understanding.measure import (
        TEST_PART,
        RememberingEncoder,
        all_frames,
        judge_dialogues,
        judge_outside,
        judge_requests,
        read_dialogues,
    )
    from tests.understanding.scoring import read_requests

    from aule.ambient import ambient
    from aule.models.local.embeddings import Encoder
    from aule.understanding.front import Front

    encoder, requests = Encoder(ambient().clock), read_requests(TEST_PART.requests)
    all_frames()
    timed = Front(encoder)
    speed = await _speed(timed, [each["said"] for each in requests])
    remembering = RememberingEncoder(encoder)
    await remembering.learn(TEST_PART.sentences)
    front = Front(remembering)
    in_app = await judge_requests(front, requests, in_app=True)
    with_assistant = await judge_requests(front, requests, in_app=False)
    outside = await judge_outside(front, read_requests(TEST_PART.outside))
    follow_ups = await judge_dialogues(front, read_dialogues(TEST_PART.dialogues))
    await encoder.close()
    shares = _shares(in_app, with_assistant, follow_ups, outside)
    return {**shares, **_wrong(in_app, with_assistant, outside), "speed": speed, "head": _head()}


def _shares(
    in_app: Sequence[Judged], with_assistant: Sequence[Judged], follow_ups: Sequence[Judged], outside: Sequence[Judged]
) -> Figures:
    from tests.understanding.measure import share, share_among

    shares = {
        "right, with the app open": share(in_app),
        "right, with the assistant": share(with_assistant),
        "right or among three, with the app open": share_among(in_app),
        "right or among three, with the assistant": share_among(with_assistant),
        "follow-up turns": share(follow_ups),
        "outside refused": share(outside),
    }
    counts = {"requests": len(in_app), "follow_ups": len(follow_ups), "outside": len(outside)}
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    for name, value in shares.items():
        print(f"{name:<46} {value:8.3f}")
    by_act = {
        act: share([each for each in follow_ups if each.said["act"] == act])
        for act in sorted({each.said["act"] for each in follow_ups})
    }
    print("  " + ", ".join(f"{act} {value:.2f}" for act, value in by_act.items()))
    rounded = {name: round(value, 4) for name, value in shares.items()}
    return {**counts, "shares": rounded, "by_act": {act: round(value, 4) for act, value in by_act.items()}}


def _wrong(in_app: Sequence[Judged], with_assistant: Sequence[Judged], outside: Sequence[Judged]) -> Figures:
    """What is wrong, one by one: with the assistant, as that is the harder way; what must never be in both ways."""
    from tests.understanding import measure as scores

    both = [*in_app, *with_assistant, *outside]
    found = {
        "wrong_cards": scores.wrong_cards([*with_assistant, *outside]),
        "inverted_writes": scores.inverted_writes(both),
        "writes_from_questions": scores.writes_from_questions(both),
        "dropped_words": scores.dropped_words(both),
    }
    goals = {"wrong_cards": 0.05 * len(with_assistant)}
    for name, told in found.items():
        check(name.replace("_", " "), len(told), goals.get(name, 0), "")
        for line in told[:SHOWN]:
            print(f"  {line}")
    confused = scores.confusions(with_assistant)
    print("taken for something else:")
    for meant, taken, count in confused[:SHOWN]:
        print(f"  {count:3d}  {meant} taken for {taken}")
    return {**found, "confusions": [list(each) for each in confused]}


async def _speed(front: Front, sentences: Sequence[str]) -> Figures:
    """The first sentence of a process, then each of the others, the encoder included."""
    from tests.understanding.measure import all_frames
    from tests.understanding.scoring import TODAY

    from aule.understanding.readings import Heard

    took: list[float] = []
    worked: list[float] = []
    for said in (sentences[0], *sentences):
        began, before = time.perf_counter(), time.process_time()
        await front.understand(Heard(said, TODAY, all_frames()))
        took.append((time.perf_counter() - began) * 1000)
        worked.append((time.process_time() - before) * 1000)
    warm, cpu = (quantiles(each[len(each) // 2 :], n=20) for each in (took, worked))  # every pattern was used by then
    figures = {
        "cold_ms": round(took[0], 1),
        "p50_ms": round(warm[9], 2),
        "p95_ms": round(warm[18], 2),
        "cpu_p50_ms": round(cpu[9], 2),
        "cpu_p95_ms": round(cpu[18], 2),
    }
    check("a first sentence", figures["cold_ms"], GOAL_COLD_MS, "ms")
    check("a sentence, p50", figures["p50_ms"], GOAL_MS, "ms")
    check("a sentence, p95", figures["p95_ms"], GOAL_MS, "ms")
    check("a sentence, processor time, p50", figures["cpu_p50_ms"], GOAL_MS, "ms")
    return figures


def _head() -> Figures:
    from aule.understanding import head

    size = Path(head.__file__).with_name(head.FILE).stat().st_size / 1024
    labels = len(head.trained_head().labels)
    check(f"the head, of {labels} labels", size, GOAL_KB, "kB")
    return {"kilobytes": round(size, 1), "labels": labels}
