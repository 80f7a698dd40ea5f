"""One plot against all its deaths: every picture of its undisturbed life is brought to its end and compared with it."""

from __future__ import annotations

import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from aule.testing.system import system
from tests.simulation.engine_corpus import plot_of
from tests.simulation.engine_lives import Report, live
from tests.simulation.engine_moments import Album, Hasty, connecting, photographed


@dataclass(slots=True)
class Tally:
    """How much was tried."""

    plots: int = 0
    moments: int = 0
    """Moments at which a life could have ended."""
    deaths: int = 0
    """Of those, the ones it did end at, and a new life went on from."""
    doubles: int = 0
    """New lives that ended early as well."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(mine + more for mine, more in zip(asdict(self).values(), asdict(other).values(), strict=True)))


@dataclass(frozen=True, slots=True)
class Site:
    """Where lives are lived: always in the same data directory, because it knows its own path."""

    folder: Path

    @property
    def home(self) -> Path:
        """The data directory."""
        return self.folder / "home"

    @property
    def fresh(self) -> Path:
        """What it looks like after the first start."""
        return self.folder / "fresh"

    def restore(self, picture: Path) -> Path:
        """Make the data directory look like a picture of it."""
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(picture, self.home)
        return self.home


async def prepare(folder: Path) -> Site:
    """A place with a system that was started once."""
    site = Site(folder)
    async with system(site.home):
        pass
    shutil.copytree(site.home, site.fresh)
    return site


async def storm(seed: int, site: Site, *, most: int | None = None, doubles: int = 0) -> Tally:
    """Let one plot die at every moment, or at `most` of them, and some lives after that once more."""
    plot, chance = plot_of(seed), Random(f"storm {seed}")
    album = Album(site.restore(site.fresh), site.folder / "first")
    with photographed(album):
        whole = await live(site.home, plot)
    pictures = album.pictures if most is None else chance.sample(album.pictures, min(most, len(album.pictures)))
    tally = Tally(plots=1, moments=len(album.pictures), deaths=len(pictures))
    twice = set(chance.sample(pictures, min(doubles, len(pictures))))
    for picture in pictures:
        name = f"plot {seed}, {picture.name} of {len(album.pictures)}"
        second = Album(site.restore(picture), site.folder / "second", wanted=lambda _, again=picture in twice: again)
        with photographed(second):
            compare(whole, await live(site.home, plot), name)
        if second.pictures:
            later = chance.choice(second.pictures)
            with connecting(Hasty):
                compare(whole, await live(site.restore(later), plot), f"{name}, then {later.name}")
            tally.doubles += 1
        second.throw_away()
    album.throw_away()
    return tally


def compare(whole: Report, other: Report, name: str) -> None:
    """Say exactly what is different after a death."""
    before, after = whole.model_dump(mode="json"), other.model_dump(mode="json")
    different = {key: (before[key], after[key]) for key in before if before[key] != after[key]}
    for key, (one, two) in different.items():
        if isinstance(one, dict) and isinstance(two, dict):
            different[key] = _unlike(one, two)
    assert not different, f"{name}: {different}"


def _unlike(one: dict[object, object], two: dict[object, object]) -> tuple[object, object]:
    keys = [key for key in {**one, **two} if one.get(key) != two.get(key)]
    return {key: one.get(key) for key in keys}, {key: two.get(key) for key in keys}
