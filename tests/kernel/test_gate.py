"""The one gate: exact names, validation, policy, approval, record."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.kernel.shop import open_shop

from aule.contracts.errors import ApprovalRequired, AuleError, Conflict, Invalid, UnknownCapability
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Settings
from aule.kernel.capabilities.signature import read_signature
from aule.testing import call, say
from aule.testing.system import System, system


async def test_defaults_are_applied_by_the_kernel_and_unknown_parameters_are_named(tmp_path: Path) -> None:
    """K-S1, K-1, K-2."""
    shop = open_shop()
    async with system(tmp_path, apps=[shop.app]) as aule:
        called = await aule.kernel.call("shop.count", {})
        started = next(event for event in await aule.events(called.run) if event.type == "call.started")
        assert started.data.params == {"n": 5, "ratio": 1.0, "loud": False}  # pyright: ignore
        with pytest.raises(Invalid) as caught:
            await aule.kernel.call("shop.count", {"m": 1})
        assert caught.value.problem.code == "unknown_param"
        assert "n" in caught.value.problem.candidates
        assert shop.seen == ["count"]


async def test_an_unregistered_name_is_never_run_on_a_near_match(tmp_path: Path) -> None:
    """K-S5, K-12: the model asks for `delete_projeto`; nothing is deleted and the right name is suggested."""
    shop = open_shop()
    script = [call("delete_projeto", {"name": "x"}), say("I could not find that.")]
    async with system(tmp_path, *script, apps=[shop.app]) as aule:
        run = await aule.ask("delete it")
        failed = next(event for event in await aule.events(run.id) if event.type == "call.failed")
        error = failed.data.result.error  # pyright: ignore
        assert (error.code, error.candidates[0]) == ("unknown_capability", "shop.delete_project")
        assert shop.seen == []
        with pytest.raises(UnknownCapability):
            await aule.kernel.call("shop.delete_projec", {"name": "x"})


@pytest.mark.parametrize(
    ("given_params", "bound"),
    [
        ({"n": "10"}, {"n": 10, "ratio": 1.0, "loud": False}),
        ({"ratio": "7,5"}, {"n": 5, "ratio": 7.5, "loud": False}),
        ({"ratio": "7.5"}, {"n": 5, "ratio": 7.5, "loud": False}),
        ({"loud": "true"}, {"n": 5, "ratio": 1.0, "loud": True}),
        ({"n": 10.0}, {"n": 10, "ratio": 1.0, "loud": False}),
    ],
)
def test_one_lossless_coercion_is_made_and_said(given_params: dict[str, object], bound: dict[str, object]) -> None:
    """K-2."""
    signature = open_shop().app.capabilities[0].signature
    result = signature.bind(given_params)
    assert result.json == bound
    assert [warning.code for warning in result.warnings] == ["coerced"]


@pytest.mark.parametrize(
    "wrong", [{"n": "7,5"}, {"n": "ten"}, {"n": 7.5}, {"loud": "yes"}, {"ratio": "1.234,5"}, {"n": None}]
)
def test_what_would_lose_something_is_refused(wrong: dict[str, object]) -> None:
    """K-2."""
    with pytest.raises(Invalid) as caught:
        open_shop().app.capabilities[0].signature.bind(wrong)
    assert caught.value.problem.field == next(iter(wrong))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(
    params=st.dictionaries(
        st.sampled_from(["n", "ratio", "loud", "m", "", "N"]) | st.text(max_size=6), _JSON, max_size=4
    )
)
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
def test_any_parameters_are_bound_exactly_or_refused_clearly(params: dict[str, object]) -> None:
    """K-2 as a property: no crash, no guess; what passes has the right types and survives a second pass unchanged."""
    signature = open_shop().app.capabilities[0].signature
    try:
        bound = signature.bind(params)
    except AuleError as error:
        assert error.problem.code in {"unknown_param", "invalid_param", "missing_param"}
        return
    assert type(bound.json["n"]) is int and type(bound.json["ratio"]) is float and type(bound.json["loud"]) is bool
    assert signature.bind(bound.json).json == bound.json


def test_a_capability_without_types_or_words_is_refused_when_it_is_declared() -> None:
    async def nameless(value) -> None:  # pyright: ignore
        """Takes anything."""

    with pytest.raises(TypeError, match="annotation"):
        read_signature(nameless)  # pyright: ignore


async def test_a_write_waits_for_exactly_this_approval_and_is_then_done_once(tmp_path: Path) -> None:
    """K-3, K-4: nothing is written before, exactly what was seen after."""
    shop = open_shop()
    script = [call("shop.store", {"path": "a.txt", "text": "hello"}), say("Stored.")]
    async with system(tmp_path, *script, apps=[shop.app]) as aule:
        run = await aule.ask("store hello")
        assert run.status is RunStatus.WAITING
        assert not (aule.workspace / "a.txt").exists()
        approval = await aule.pending()
        assert (approval.kind, approval.call and approval.call.bound_params) == (
            "write",
            {"path": "a.txt", "text": "hello"},
        )
        run = await aule.decide()
        assert run.status is RunStatus.DONE
        assert (aule.workspace / "a.txt").read_text() == "hello"
        assert shop.seen == ["store a.txt"]
        with pytest.raises(Conflict, match="already"):
            await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)


async def test_a_denied_write_never_happens_and_the_agent_is_told(tmp_path: Path) -> None:
    """K-3, K-17: denied is its own result."""
    shop = open_shop()
    script = [call("shop.store", {"path": "a.txt", "text": "hello"}), say("As you wish; nothing was stored.")]
    async with system(tmp_path, *script, apps=[shop.app]) as aule:
        await aule.ask("store hello")
        run = await aule.decide("deny")
        assert run.status is RunStatus.DONE_WITH_FAILURES
        assert shop.seen == [] and not (aule.workspace / "a.txt").exists()
        observed = aule.model.prompts[-1].history[-1]
        assert observed.result.error.code == "denied"  # pyright: ignore


async def test_deciding_on_something_else_than_was_seen_is_refused(tmp_path: Path) -> None:
    """K-4: the decision carries the hash of what was shown."""
    shop = open_shop()
    async with system(tmp_path, call("shop.store", {"path": "a", "text": "b"}), apps=[shop.app]) as aule:
        await aule.ask("store")
        approval = await aule.pending()
        with pytest.raises(Conflict) as caught:
            await aule.kernel.decide(approval.id, "approve", content_hash="sha256:" + "0" * 64)
        assert caught.value.problem.code == "approval_stale"
        assert (await aule.pending()).id == approval.id and shop.seen == []


async def test_a_file_that_changed_after_it_was_shown_is_shown_again(tmp_path: Path) -> None:
    """K-4: approve exactly what you saw. The preview is part of the bound content."""
    script = [call("core.write_file", {"path": "a.txt", "content": "new\n"}), say("Done.")]
    async with system(tmp_path, *script) as aule:
        await aule.ask("write")
        first = await aule.pending()
        (aule.workspace / "a.txt").write_text("somebody else was here\n")
        with pytest.raises(Conflict, match="no longer do what was shown"):
            await aule.decide()
        second = await aule.pending()
        assert second.id == first.id and second.binds.content_hash != first.binds.content_hash
        assert (aule.workspace / "a.txt").read_text() == "somebody else was here\n"
        run = await aule.decide()
        assert run.status is RunStatus.DONE and (aule.workspace / "a.txt").read_text() == "new\n"


async def test_a_direct_call_passes_the_same_gate_and_goes_on_after_the_decision(tmp_path: Path) -> None:
    """E.7: every call from outside is a run."""
    shop = open_shop()
    async with system(tmp_path, apps=[shop.app]) as aule:
        with pytest.raises(ApprovalRequired) as caught:
            await aule.kernel.call("shop.store", {"path": "a.txt", "text": "hi"})
        assert (await aule.pending()).id == caught.value.problem.subject
        run = await aule.decide()
        assert (run.kind, run.status, shop.seen) == ("call", "done", ["store a.txt"])


async def test_the_same_key_never_makes_a_call_twice(tmp_path: Path) -> None:
    """K-6: idempotency keys."""
    shop = open_shop()
    async with system(tmp_path, apps=[shop.app]) as aule:
        first = await aule.kernel.call("shop.count", {}, key="k1")
        second = await aule.kernel.call("shop.count", {}, key="k1")
        assert first == second and shop.seen == ["count"]


@pytest.mark.parametrize(
    ("policy", "outcome"),
    [
        ({"deny": ["shop.store"]}, "blocked_by_policy"),
        ({"deny": ["shop.*"], "allow": ["shop.store"]}, "blocked_by_policy"),
        ({"deny": ["shop.store(secret/**)"]}, "approval_required"),
        ({"allow": ["shop.store(notes/**)"]}, None),
        ({"allow": ["shop.store(other/**)"]}, "approval_required"),
        ({"allow": ["shop.store"], "ask": ["shop.store"]}, "approval_required"),
        ({"allow": ["not a rule ("]}, "approval_required"),
        ({"deny": ["not a rule ("]}, "blocked_by_policy"),
        ({"on_write": "fail"}, "blocked_by_policy"),
        ({"on_write": "apply"}, None),
    ],
)
async def test_deny_wins_over_ask_and_ask_over_allow(
    tmp_path: Path, policy: dict[str, object], outcome: str | None
) -> None:
    """K-3."""
    shop = open_shop()
    async with system(tmp_path, apps=[shop.app]) as aule:
        await _set(aule, {"policy": policy})
        try:
            await aule.kernel.call("shop.store", {"path": "notes/a.txt", "text": "x"})
            seen = None
        except AuleError as error:
            seen = error.problem.code
        assert seen == outcome
        assert bool(shop.seen) == (outcome is None)


async def test_a_persona_cannot_use_what_its_list_does_not_allow(tmp_path: Path) -> None:
    """OS-11: allowed tools are enforced at the gate, not by the prompt."""
    script = [call("core.write_file", {"path": "a", "content": "x"}), say("I may not write.")]
    async with system(tmp_path, *script) as aule:
        run = await aule.ask("write", agent="researcher")
        failed = [event for event in await aule.events(run.id) if event.type == "call.failed"]
        assert [event.data.result.error.code for event in failed] == ["not_allowed"]  # pyright: ignore
        assert "core.write_file" not in [tool.name for tool in aule.model.prompts[0].tools]


async def test_a_bug_in_a_capability_fails_its_call_and_nothing_else(tmp_path: Path) -> None:
    shop = open_shop()
    async with system(tmp_path, call("shop.burst"), say("That failed."), apps=[shop.app]) as aule:
        run = await aule.ask("burst")
        failed = next(event for event in await aule.events(run.id) if event.type == "call.failed")
        assert failed.data.result.error.code == "capability_failed"  # pyright: ignore
        assert "secret detail" not in failed.model_dump_json()
        assert run.status is RunStatus.DONE_WITH_FAILURES


async def test_a_change_made_before_a_failure_is_on_record_and_undoable(tmp_path: Path) -> None:
    """K-8: nothing that happened is lost, also when its call failed."""
    shop = open_shop()
    async with system(tmp_path, apps=[shop.app]) as aule:
        await _set(aule, {"policy": {"allow": ["shop.*"]}})
        with pytest.raises(Conflict):
            await aule.kernel.call("shop.break_off", {"path": "a.txt"})
        run = (await aule.kernel.runs.list(limit=1)).items[0]
        assert (aule.workspace / "a.txt").read_text() == "half"
        await aule.kernel.undo(f"run:{run.id}")
        assert not (aule.workspace / "a.txt").exists()


async def test_secrets_never_reach_events_or_models(tmp_path: Path) -> None:
    """OS-7."""
    script = [call("core.read_file", {"path": "config.env"}), say("It holds a key.")]
    async with system(tmp_path, *script) as aule:
        aule.kernel.secrets.set("OPENAI_API_KEY", "sk-very-secret-value-1234")
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "config.env").write_text("KEY=sk-very-secret-value-1234\n")
        await aule.ask("what is in config.env?")
        everything = "".join(event.model_dump_json() for event in await aule.events())
        assert "sk-very-secret" not in everything
        assert "sk-very-secret" not in repr(aule.model.prompts)


async def _set(aule: System, values: dict[str, object]) -> None:
    await aule.kernel.save_settings(Settings.model_validate(values), expected=None)
