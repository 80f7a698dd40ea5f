"""An item: a problem with its right answer and the mistakes people make, before it becomes a question of some kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.numbers import COUNT, Number, Written, number


@dataclass(frozen=True, slots=True)
class Level:
    """For whom it is: the year (10 to 12 are those of secondary school) and how hard it should be."""

    year: int
    step: int = 1
    """0 is easy, 1 medium, 2 hard."""

    def pick(self, easy: int, medium: int, hard: int) -> int:
        """Return the number for how hard it should be."""
        return (easy, medium, hard)[self.step]

    @property
    def most(self) -> int:
        """The largest natural number children of that year work with, by how hard it should be."""
        return _MOST[min(self.year, 6)][self.step]


_MOST = {
    1: (10, 20, 50),
    2: (30, 99, 300),
    3: (99, 500, 999),
    4: (300, 2_000, 9_000),
    5: (900, 9_000, 60_000),
    6: (900, 9_000, 90_000),
}


@dataclass(frozen=True, slots=True)
class Item:
    """A problem. `told` has a `{}` where the answer stands; both `asked` and `told` go with the same `scene`."""

    scene: str
    """What is given; empty for a plain calculation."""
    asked: str
    """`Quantas laranjas sobraram?`"""
    told: str
    """`Sobraram {} laranjas.`"""
    value: Fraction | None
    account: str
    """The calculation as a plain expression, `(120 - 35) / 5`, from which the answer can be worked out again."""
    written: Written
    mistakes: tuple[Fraction, ...]
    steps: tuple[str, ...]
    right: str = ""
    """The answer where it is words, not a number."""
    wrong: tuple[str, ...] = ()
    """Other answers in words."""

    @property
    def answer(self) -> str:
        """The right answer for people."""
        return self.right if self.value is None else self.written.say(self.value)


Template = Callable[[Draw, Level], Item]
"""Draws one item."""


@dataclass(frozen=True, slots=True)
class Said:
    """The words of an item."""

    scene: str
    asked: str
    told: str


def numeric(
    said: Said,
    value: Number,
    account: str,
    written: Written = COUNT,
    *,
    mistakes: Sequence[Number] = (),
    steps: Sequence[str] = (),
) -> Item:
    """Return an item whose answer is a number."""
    return Item(
        said.scene,
        said.asked,
        said.told,
        Fraction(value),
        account,
        written,
        tuple(Fraction(each) for each in mistakes),
        tuple(steps),
    )


def worded(said: Said, right: str, wrong: Sequence[str], account: str, steps: Sequence[str] = ()) -> Item:
    """Return an item whose answer is one of some words."""
    return Item(said.scene, said.asked, said.told, None, account, COUNT, (), tuple(steps), right, tuple(wrong))


def plain(calculation: str) -> Said:
    """Return the words of a calculation that has no story: `12 × 7`."""
    return Said("", f"Calcule: {calculation}", f"{calculation} = {{}}")


@dataclass(frozen=True, slots=True)
class Scene:
    """A story in words: what is given, what is asked, what is told, with `|` between; `{answer}` stands in the last."""

    words: str
    most: int = 10**12
    """How large the numbers may be before nobody believes it: no book has 70,000 pages."""
    least: int = 0
    """How large they have to be: no town has 12 inhabitants."""


def tell(draw: Draw, scenes: Sequence[Scene], size: int = 0, **fields: object) -> Said:
    """Return one of the stories that bear numbers of that size, with its fields filled in; numbers are written out."""
    words = draw.one([scene.words for scene in scenes if scene.least <= size <= scene.most])
    shown = {name: number(value) if isinstance(value, int | Fraction) else value for name, value in fields.items()}
    scene, asked, told = (part.strip().format(answer="{}", **shown) for part in words.split("|"))
    return Said(scene, _sentence(asked), _sentence(told))


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
