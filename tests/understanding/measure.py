"""Measures the front on sentences with known meaning: what the tests hold, and what the benchmark prints."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.understanding.scoring import DEVELOPMENT, HERE, TEST, TODAY, is_right, read_requests

from aule.boot.apps import installed_apps
from aule.boot.parts import books_of
from aule.contracts.talk.understanding import Act, Verdict
from aule.understanding.deeds import deed_of
from aule.understanding.dialogue import Dialogue
from aule.understanding.examples import LONGEST, Encodes
from aule.understanding.filling.fields import Frame, frame_of
from aule.understanding.filling.segments import Segments
from aule.understanding.follow_up import after
from aule.understanding.front import Front
from aule.understanding.mask import mask
from aule.understanding.readings import Heard, Reading, Understanding
from aule.understanding.sentence import Wording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

Sentence = Mapping[str, Any]
"""A request, or a turn of a dialogue, as the files have it."""
PLAIN = (Act.UNDO, Act.REDO, Act.STOP, Act.GO_ON, Act.SMALL_TALK, Act.HELP)
"""Acts that come to no call."""
TAKEN = (Verdict.DO, Verdict.ASK)
"""Decisions by which the best reading counts."""
OFFERED = 3
OPEN = frozenset({"school", "atlas"})
"""Apps that can be open beside a talk."""


@dataclass(frozen=True, slots=True)
class Part:
    """Files that are measured together."""

    requests: tuple[str, ...]
    dialogues: str
    outside: tuple[str, ...]

    @property
    def sentences(self) -> list[str]:
        """All that is said in them."""
        said = [each["said"] for each in read_requests((*self.requests, *self.outside))]
        return said + [turn["said"] for each in read_dialogues(self.dialogues) for turn in each["turn"]]


TEST_PART = Part(TEST, "dialogues.toml", ("outside.toml",))
DEVELOPMENT_PART = Part(DEVELOPMENT, "development_dialogues.toml", ("development_outside.toml",))


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence with what was understood of it."""

    said: Sentence
    found: Understanding
    is_right: bool

    @property
    def taken(self) -> Reading | None:
        """The reading that counts, where one does."""
        return self.found.best if self.found.decision in TAKEN else None

    @property
    def written(self) -> Reading | None:
        """The write that is offered as a card, where one is."""
        return self.taken if self.taken is not None and not self.taken.frame.is_harmless else None

    @property
    def meant(self) -> set[str]:
        """The capabilities that are right."""
        return {self.said["capability"], *self.said.get("also", ())}


class RememberingEncoder:
    """Encodes each sentence once."""

    def __init__(self, encoder: Encodes) -> None:
        self._encoder = encoder
        self._known: dict[str, Vectors] = {}

    async def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        import numpy as np  # it came with the encoder

        if missing := sorted({text for text in texts if text not in self._known}):
            self._known.update(zip(missing, await self._encoder.encode(missing), strict=True))
        return np.stack([self._known[text] for text in texts])

    async def encode_examples(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        return await self.encode(texts)

    async def learn(self, sentences: Sequence[str]) -> None:
        """Encode sentences together, as the front will ask for them."""
        await self.encode([mask(each[:LONGEST]) for each in sentences])


@cache
def all_frames() -> dict[str, Frame]:
    """The frame of every capability people ask for in words."""
    apps = installed_apps()
    books = books_of(apps)()
    capabilities = [each.capability for app in apps for each in app.capabilities]
    said = [each for each in capabilities if not each.internal and not each.unspoken]
    return {each.name: frame_of(each, books[each.app]) for each in said}


def read_dialogues(file: str) -> list[dict[str, Any]]:
    """The dialogues of a file."""
    return tomllib.loads((HERE / file).read_text("utf-8"))["dialogue"]


async def judge_requests(front: Front, requests: Sequence[Sentence], *, in_app: bool) -> list[Judged]:
    """What is understood of requests, with the app open they are about or with the assistant."""
    judged: list[Judged] = []
    for each in requests:
        apps = OPEN & {each["capability"].partition(".")[0]} if in_app else frozenset[str]()
        found = await front.understand(Heard(each["said"], TODAY, all_frames(), each["language"], frozenset(apps)))
        best = found.best if found.decision in TAKEN else None
        judged.append(Judged(each, found, best is not None and is_right(each, best.frame.name, best.values)))
    return judged


async def judge_outside(front: Front, sentences: Sequence[Sentence]) -> list[Judged]:
    """Whether nothing is taken from sentences that nothing here can do."""
    judged: list[Judged] = []
    for each in sentences:
        found = await front.understand(Heard(each["said"], TODAY, all_frames(), each["language"]))
        judged.append(Judged(each, found, found.decision in (Verdict.OUTSIDE, Verdict.TALK)))
    return judged


async def judge_dialogues(front: Front, dialogues: Sequence[Mapping[str, Any]]) -> list[Judged]:
    """What is understood of every turn but the first, when all turns before it were understood rightly."""
    judged: list[Judged] = []
    for each in dialogues:
        kind, _, title = each.get("about", "").partition(":")
        dialogue = Dialogue(shown={kind: title} if title else {})
        apps = frozenset({each["app"]}) if each.get("app") else frozenset[str]()
        for number, turn in enumerate(each["turn"]):
            if number:
                heard = Heard(turn["said"], TODAY, all_frames(), each["language"], apps, dialogue=dialogue)
                found = await front.understand(heard)
                judged.append(Judged(turn, found, _is_right_turn(turn, found)))
            dialogue = _after(dialogue, turn)
    return judged


def share(judged: Sequence[Judged]) -> float:
    """The share that was understood rightly."""
    return sum(each.is_right for each in judged) / len(judged)


def share_among(judged: Sequence[Judged], most: int = OFFERED) -> float:
    """The share of which the right thing with the right values is taken, or among the first that are offered."""
    return sum(
        each.is_right or any(is_right(each.said, one.frame.name, one.values) for one in each.found.readings[:most])
        for each in judged
    ) / len(judged)


def wrong_cards(judged: Sequence[Judged]) -> list[str]:
    """Sentences for which a write is offered as a card that is not what they ask for."""
    return [_told(each) for each in judged if each.written is not None and each.written.frame.name not in each.meant]


def inverted_writes(judged: Sequence[Judged]) -> list[str]:
    """Sentences that ask to remove something for which a card would make it, and the other way round."""
    frames, found = all_frames(), list[str]()
    for each in judged:
        meant = frames.get(each.said["capability"])
        if meant is not None and each.written is not None and each.written.frame.name not in each.meant:
            found += [_told(each)] if {deed_of(meant), deed_of(each.written.frame)} == {"make", "remove"} else []
    return found


def writes_from_questions(judged: Sequence[Judged]) -> list[str]:
    """Questions that ask for a look, for which a write is offered as a card."""
    frames = all_frames()
    return [
        _told(each)
        for each in judged
        if each.written is not None
        and each.said["said"].rstrip().endswith("?")
        and (meant := frames.get(each.said["capability"])) is not None
        and meant.is_harmless
        and not any(not frames[name].is_harmless for name in each.meant if name in frames)
    ]


def dropped_words(judged: Sequence[Judged]) -> list[str]:
    """Words that no value used, that do not belong to the command, and that are not told as unused."""
    found: list[str] = []
    for each in judged:
        for wish in (each.found, *each.found.also):
            if wish.best is None or wish.decision not in TAKEN:
                continue
            wording = Wording(wish.words or each.said["said"])
            taken = [place for places in wish.best.places.values() for place in places]
            left = Segments(wording, taken, wish.best.frame, wish.marks).unused()
            silent = [wording.text[word.start : word.end] for word in left]
            found += [f"{word!r} of {wording.text!r}" for word in silent if word not in wish.unused]
    return found


def confusions(judged: Sequence[Judged]) -> list[tuple[str, str, int]]:
    """What was taken for what, the most frequent first."""
    counted = Counter(
        (each.said["capability"], each.taken.frame.name if each.taken is not None else each.found.decision.value)
        for each in judged
        if each.taken is None or each.taken.frame.name not in each.meant
    )
    return [(meant, taken, count) for (meant, taken), count in counted.most_common()]


def _told(judged: Judged) -> str:
    taken = judged.taken
    return f"{judged.said['said']!r}: {judged.said['capability']} taken for {taken and taken.frame.name}"


def _is_right_turn(turn: Sentence, found: Understanding) -> bool:
    if turn["act"] in PLAIN:
        return found.act == turn["act"]
    wishes, readings = turn.get("wishes", [turn]), [each.best for each in (found, *found.also)]
    if found.decision not in TAKEN or ("wishes" in turn and len(wishes) != len(readings)):
        return False
    return all(
        best is not None and is_right(wish, best.frame.name, best.values)
        for wish, best in zip(wishes, readings, strict=False)
    )


def _after(dialogue: Dialogue, turn: Sentence) -> Dialogue:
    """Where a dialogue stands after a turn that was understood as it was meant."""
    if turn["act"] in PLAIN:
        is_over = turn["act"] in (Act.STOP, Act.UNDO, Act.REDO, Act.GO_ON)
        return replace(dialogue, waits=False, asked="", options=()) if is_over else dialogue
    frame: Frame | None = None
    for wish in turn.get("wishes", [turn]):
        frame = all_frames()[wish["capability"]]
        dialogue = after(dialogue, frame, wish.get("params", {}))
    waits = frame is not None and not frame.is_harmless and "asks" not in turn
    listed = tuple(turn.get("lists", ())) or dialogue.listed
    return replace(dialogue, waits=waits, asked=turn.get("asks", ""), options=(), listed=listed)
