"""Claims of all apps in both languages: false ones are marked, true ones are not."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from aule.boot import installed_apps
from aule.contracts.access.capability import Effect
from aule.kernel.agents.answer_checks import Deed, Vocabulary, unsupported

FOLDER = Path(__file__).parent / "claims"
MOST_MISSED = 0.05
MOST_WRONG = 0.02
Call = dict[str, Any]


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text("utf-8"))


CALLS: dict[str, Call] = _read("calls.toml")
SETS: dict[str, tuple[list[list[str]], list[list[str]]]] = {
    "tuned": (_read("false.toml")["claims"], _read("true.toml")["claims"]),
    "held out": (_read("held_out.toml")["false"], _read("held_out.toml")["true"]),
}


CAPABILITIES = [each.capability for app in installed_apps() for each in app.capabilities]
EFFECTS = {each.name: each.effect for each in CAPABILITIES}
WORDS = Vocabulary.of(CAPABILITIES)


def marks(claim: list[str]) -> list[str]:
    """What is marked in a sentence, beside the calls it is listed with; those that failed did nothing."""
    sentence, *names = claim
    calls = [CALLS[name] for name in names if CALLS[name].get("ok", True)]
    deeds = [
        Deed(
            call["capability"],
            Effect(call.get("effect") or EFFECTS[call["capability"]]),
            call["params"],
            call["result"],
        )
        for call in calls
    ]
    touched = [entity for call in calls for entity in call.get("touched", [])]
    return unsupported(sentence, deeds, touched, WORDS)


@pytest.mark.parametrize("name", list(SETS))
def test_nearly_all_false_claims_are_marked_and_hardly_any_true_one(name: str) -> None:
    """OS-3: by verb, kind of thing, names and figures, in all apps and both languages."""
    false, true = SETS[name]
    missed = [claim[0] for claim in false if not marks(claim)]
    wrong = [claim[0] for claim in true if marks(claim)]
    shares = (
        f"{name}: {1 - len(missed) / len(false):.1%} of false ones marked, {len(wrong) / len(true):.1%} of true ones"
    )
    told = shares if name == "held out" else "\n".join([shares, "missed:", *missed, "wrongly marked:", *wrong])
    assert len(missed) <= MOST_MISSED * len(false) and len(wrong) <= MOST_WRONG * len(true), told


def test_the_sets_are_large_and_share_no_sentence() -> None:
    """OS-3: at least 200 of each to tune with, and 60 of each that nobody looks at."""
    assert [
        (len(false) >= least, len(true) >= least) for (false, true), least in zip(SETS.values(), (200, 60), strict=True)
    ] == [(True, True)] * 2
    said = [(claim[0], tuple(claim[1:])) for pair in SETS.values() for claims in pair for claim in claims]
    assert len(said) == len(set(said))
