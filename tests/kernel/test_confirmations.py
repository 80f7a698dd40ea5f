"""What takes something away is confirmed by words that have to be typed, everywhere (K-3, K-4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.kernel.club import open_club

from aule.contracts.access.capability import Call, Effect, Envelope
from aule.contracts.access.change import OWNER
from aule.contracts.errors import ApprovalRequired, Conflict, Invalid
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.kernel.capabilities.gate.caller import Caller
from aule.testing import call, say
from aule.testing.system import system
from aule.text.words import are_alike


@pytest.mark.parametrize("typed", ["Ana Lima", " ana  lima\n", "ANA LIMA"])
def test_case_and_spaces_do_not_count(typed: str) -> None:
    assert are_alike("Ana Lima", typed)


@pytest.mark.parametrize("typed", ["", "Ana", "AnaLima", "Ána Lima", "Ana Lima."])
def test_anything_else_does(typed: str) -> None:
    assert not are_alike("Ana Lima", typed)


async def test_other_words_decide_nothing_and_the_right_ones_let_exactly_that_happen(tmp_path: Path) -> None:
    """K-4: the option says which words it takes; the run waits until they are typed."""
    club = open_club("Ana Lima", "Bia")
    async with system(tmp_path, call("club.remove", {"name": "Ana Lima"}), say("Done."), apps=[club.app]) as aule:
        run = await aule.ask("remove Ana")
        asked = await aule.pending()
        assert (asked.kind, asked.risk) == ("delete", "high")
        assert [(each.id, each.input, each.expects) for each in asked.options] == [
            ("approve", True, "Ana Lima"),
            ("deny", False, None),
        ]
        for words in (None, "", "Bia", "yes"):
            with pytest.raises(Invalid) as caught:
                await aule.decide("approve", answer=words)
            assert (caught.value.problem.code, caught.value.problem.field) == ("confirmation_mismatch", "answer")
        assert (await aule.pending()).id == asked.id
        assert (await aule.kernel.runs.get(run.id)).status is RunStatus.WAITING
        with pytest.raises(Conflict) as stale:
            await aule.kernel.decide(asked.id, "approve", content_hash="other", answer="Ana Lima")
        assert stale.value.problem.code == "approval_stale"
        run = await aule.decide("approve", answer="ana lima")
        assert (run.status, list(club.members)) == (RunStatus.DONE, ["m-2"])
        with pytest.raises(Conflict):  # it was decided once
            await aule.kernel.decide(asked.id, "deny", content_hash=asked.binds.content_hash)


async def test_a_no_needs_no_words(tmp_path: Path) -> None:
    club = open_club()
    async with system(tmp_path, call("club.remove", {"name": "m-1"}), say("Ok."), apps=[club.app]) as aule:
        await aule.ask("remove")
        run = await aule.decide("deny")
        assert (run.status, len(club.members)) == (RunStatus.DONE_WITH_FAILURES, 2)


async def test_an_approved_plan_does_not_type_for_anybody(tmp_path: Path) -> None:
    """K-4: what a plan covers runs unasked, but not what has to be typed, nor what turns out to be more."""
    club = open_club()
    async with system(tmp_path, apps=[club.app]) as aule:
        batch: dict[str, Any] = {"actions": [{"type": "remove", "data": {"member": "m-1"}}]}
        plain: dict[str, Any] = {"actions": [{"type": "greet", "data": {"member": "m-1"}}]}
        seen = {"club.remove": [{"name": "m-1"}], "club.batch": [batch, plain]}
        calls = dict.fromkeys(seen, 5)
        envelope = Envelope(calls=calls, targets=seen, effects=[Effect.WRITE, Effect.DELETE])
        ids = aule.kernel.ambient.ids
        now = aule.kernel.ambient.timestamp()
        run = Run(id=ids.new("run"), kind=RunKind.CALL, title="t", project="home", locale="en", started_at=now,
                  envelope=envelope)  # fmt: skip
        caller = Caller(run, OWNER, await aule.kernel.projects.get("home"))

        async def invoke(name: str, params: dict[str, Any]) -> bool:
            wish = Call(id=ids.new("call"), capability=name, params=params, idempotency_key="k")
            return (await aule.kernel.gate.invoke(wish, caller)).ok

        assert await invoke("club.batch", plain)
        for name, params in (("club.remove", {"name": "m-1"}), ("club.batch", batch)):
            with pytest.raises(ApprovalRequired):
                await invoke(name, params)
        assert len(club.members) == 2
