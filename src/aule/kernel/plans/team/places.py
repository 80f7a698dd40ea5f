"""Places: which files and folders of a project a text may mean, judged by names alone."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from aule.contracts.plans.plan import PlanStep
from aule.text.words import fold, term_parts, terms, words
from aule.understanding.vocabulary import EMPTY, VERB_OF

CODE = frozenset(
    {"py", "ts", "tsx", "js", "jsx", "mjs", "cjs", "go", "rs", "java", "kt", "rb", "php", "cs", "swift", "c", "cpp"}
)
MOST_OFFERED = 4
GENERIC = {"lib": 1.0, "core": 1.0, "common": 1.0, "shared": 1.0, "utils": 1.0, "app": 0.5, "src": 0.5}
"""Folders that may hold anything, with their likelihood."""
_TESTS = re.compile(r"(^|/)(tests?|specs?|__tests__)(/|$)|[._-](test|spec)\.\w+$|(^|/)test_\w+\.py$")
_NOT_SLUG = frozenset({"implement", "implementar", "implemente", "build", "module", "modulo", "file", "arquivo"})


@dataclass(frozen=True, slots=True)
class PlaceCandidate:
    """A place that may be meant, and how well it fits."""

    path: str
    score: float
    files: int = 0
    """How many files a folder holds."""
    example: str | None = None


def is_test(path: str) -> bool:
    """Return whether a file is a test by its name."""
    return _TESTS.search(path) is not None


def extension(names: Iterable[str]) -> str | None:
    """Return the most common extension of a project's source files."""
    found = Counter(ending for name in names if (ending := _ending(name)) in CODE and not is_test(name))
    return min(found, key=lambda each: (-found[each], each)) if found else None


def meant_by(text: str) -> list[str]:
    """Return the words of a text that may occur in file names, with their synonyms."""
    said = [word for word in terms(text) if word not in EMPTY and word not in VERB_OF and len(word) > 1]
    found = [*said, *(part for part in term_parts(text) if len(part) > 1)]
    for word in list(found):
        found += _glossary().get(word, ())
    return list(dict.fromkeys(found))


def folders_for(text: str, names: Sequence[str], hints: Sequence[str] = ()) -> list[PlaceCandidate]:
    """Return folders of the project that fit a new file about something, best first."""
    wanted = [*meant_by(text), *hints]
    own = extension(names)
    held: dict[str, list[str]] = {}
    for name in names:
        if _ending(name) in CODE and not is_test(name) and "/" in name:
            held.setdefault(name.rpartition("/")[0], []).append(name)
    found = [
        PlaceCandidate(folder, _folder_score(folder, files, wanted, own), len(files), files[0].rpartition("/")[2])
        for folder, files in held.items()
    ]
    return sorted(found, key=lambda each: (-each.score, each.path))[:MOST_OFFERED]


def files_for(text: str, names: Sequence[str], *, tests: bool = False) -> list[PlaceCandidate]:
    """Return files of the project that a text may be about, best first."""
    wanted = meant_by(text)
    weights = _rarity(names, wanted)
    found: list[PlaceCandidate] = []
    for name in names:
        if is_test(name) is tests and _ending(name) in CODE:
            parts = _parts(name)
            score = sum(weights[word] for word in wanted if any(part.startswith(word) for part in parts))
            if score > 0:
                found.append(PlaceCandidate(name, round(score, 3)))
    return sorted(found, key=lambda each: (-each.score, each.path))


def source_files(names: Sequence[str]) -> list[str]:
    """Return the source files without tests; all files where there is no source."""
    return [name for name in names if _ending(name) in CODE and not is_test(name)] or list(names)


def route_files(names: Sequence[str]) -> list[str]:
    """Return the files that declare routes, judged by their place."""
    inside = re.compile(r"(^|/)(routes?|routers?|controllers?|api|endpoints?)/[^/]+\.\w+$")
    named = re.compile(r"(^|/)(routes?|router|urls|api)\.\w+$|[._-](routes?|router|controller)\.\w+$")
    code = [name for name in names if _ending(name) in CODE and not is_test(name)]
    found = [name for name in code if inside.search(name)]
    return found or [name for name in code if named.search(name)]


def slug_of(text: str) -> str:
    """Return a short file name for a subject; in English where the word is known."""
    said = [word for word in words(text) if word not in EMPTY and word not in _NOT_SLUG and word not in VERB_OF]
    known = [_glossary().get(word, (word,))[0] for word in said] or ["new"]
    kinds = [word for word in known if word in ("service", "middleware", "route", "component", "model")]
    rest = [word for word in known if word not in kinds]
    return "-".join(dict.fromkeys([*rest[:3], *kinds[:1]]))[:48] or "new"


def file_in(folder: str, step: PlanStep, names: Sequence[str]) -> str:
    """Return the path of a step's new file in a folder."""
    beside = [name for name in names if name.rpartition("/")[0] == folder.strip("/")]
    ending = extension(beside) or extension(names) or "md"
    name = slug_of(step.title)
    if ending == "py":
        name = name.replace("-", "_")
    return f"{folder.strip('/')}/{name}.{ending}" if folder.strip("/") not in ("", ".") else f"{name}.{ending}"


def _folder_score(folder: str, files: Sequence[str], wanted: Sequence[str], own: str | None) -> float:
    parts = {part for piece in folder.split("/") for part in [fold(piece), *_parts(piece)]}
    named = sum(1 for word in wanted if any(part.startswith(word) or word == part for part in parts))
    last = fold(folder.rpartition("/")[2])
    same = sum(1 for name in files if _ending(name) == own)
    return round(3.0 * min(named, 3) + GENERIC.get(last, 0.0) + min(same, 5) * 0.1, 3)


def _rarity(names: Sequence[str], wanted: Sequence[str]) -> dict[str, float]:
    """Return the weight of each word: the fewer paths contain it, the more it says."""
    users = Counter(word for name in names for word in wanted if any(part.startswith(word) for part in _parts(name)))
    return {word: 1.0 / (1 + users[word]) ** 0.5 for word in wanted}


@cache
def _parts(path: str) -> frozenset[str]:
    return frozenset([*terms(path.replace("_", " ")), *term_parts(path)])


def _ending(name: str) -> str:
    base = name.rpartition("/")[2]
    return base.rpartition(".")[2].lower() if "." in base else ""


@cache
def _glossary() -> dict[str, tuple[str, ...]]:
    text = (resources.files("aule.kernel.plans.team") / "glossary.toml").read_text("utf-8")
    return {word: tuple(said.split()) for word, said in tomllib.loads(text).items()}
