"""Rights: what was approved is what is done, an answer is no approval, and nobody gets more than those above."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kernel.odd import odd_app
from tests.kernel.shop import open_shop

from aule.contracts.access.agent import Agent
from aule.contracts.access.capability import Policy
from aule.contracts.errors import ApprovalRequired, AuleError, BlockedByPolicy, Conflict
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Settings
from aule.contracts.talk.ask import Ask
from aule.kernel.policy import permits_targets
from aule.testing import ScriptedModel, call, say
from aule.testing.system import System, system

SECRET = "sk-very-secret-value-1234"


async def test_a_preview_cannot_have_an_effect(tmp_path: Path) -> None:
    """K-3: looking at what would happen makes nothing happen."""
    async with system(tmp_path, apps=[odd_app()]) as aule:
        with pytest.raises(AuleError) as caught:
            await aule.kernel.call("odd.meddling", {"path": "a"})
        assert caught.value.problem.code == "preview_acts"
        assert not (aule.workspace / "a").exists()


async def test_what_is_declared_to_read_cannot_write(tmp_path: Path) -> None:
    """K-3: approval follows from the effect, so the effect is held to what was declared."""
    async with system(tmp_path, apps=[odd_app()]) as aule:
        with pytest.raises(AuleError) as caught:
            await aule.kernel.call("odd.sneak", {"path": "a"})
        assert caught.value.problem.code == "undeclared_effect"
        assert not (aule.workspace / "a").exists()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("odd.bursting", "capability_failed"),
        ("odd.dawdling", "timeout"),
        ("odd.half_text", "capability_failed"),
        ("odd.raw_bytes", "capability_failed"),
    ],
)
async def test_a_bug_around_a_call_fails_the_call_and_what_was_done_is_on_record(
    tmp_path: Path, name: str, code: str
) -> None:
    """K-7: previews and results are inside the step boundary too."""
    async with system(tmp_path, call(name, {"path": "a"}), say("Sorry."), apps=[odd_app()]) as aule:
        if code == "capability_failed" and name != "odd.bursting":
            await _set(aule, {"policy": {"allow": ["odd.*"]}})
        run = await aule.ask("go")
        failed = next(event for event in await aule.events(run.id) if event.type == "call.failed")
        assert (run.status, failed.data.result.error.code) == (RunStatus.DONE_WITH_FAILURES, code)  # pyright: ignore
        assert await aule.kernel.changes.intended() == []
        if (aule.workspace / "a").exists():
            await aule.kernel.undo(f"run:{run.id}")
        assert not (aule.workspace / "a").exists()


async def test_a_bug_around_a_direct_call_ends_its_run(tmp_path: Path) -> None:
    async with system(tmp_path, apps=[odd_app()]) as aule:
        with pytest.raises(AuleError):
            await aule.kernel.call("odd.bursting", {"path": "a"})
        assert await aule.kernel.runs.unfinished() == []


async def test_an_approval_is_no_answer_and_an_answer_is_no_approval(tmp_path: Path) -> None:
    """K-4: each decision is good for what it was asked for."""
    async with system(tmp_path, call("odd.paint", {"path": "a"}), say("Blue."), apps=[odd_app()]) as aule:
        await aule.ask("paint")
        assert (await aule.pending()).kind == "write"
        await aule.decide()
        assert (await aule.pending()).kind == "question"
        run = await aule.decide("option_2")
        assert (run.status, (aule.workspace / "a").read_text()) == (RunStatus.DONE, "blue")


async def test_each_question_gets_its_own_answer(tmp_path: Path) -> None:
    async with system(tmp_path, call("odd.enrol"), say("Enrolled."), apps=[odd_app()]) as aule:
        await aule.ask("enrol")
        assert (await aule.pending()).title == "Name?"
        await aule.decide("answer", answer="Ana")
        assert (await aule.pending()).title == "Class?"
        await aule.decide("answer", answer="7A")
        assert aule.model.prompts[-1].history[-1].result.data == ["Ana", "7A"]  # pyright: ignore


@pytest.mark.parametrize(
    "path", ["./secret/x", "secret//x", "secret/./x", "secret/.env", "secret/.hidden/x", "./secret/.env"]
)
async def test_a_ban_on_a_folder_cannot_be_spelled_around(tmp_path: Path, path: str) -> None:
    """K-3: a rule is about what is touched, not about how it is written; hidden files are in the folder too."""
    async with system(tmp_path) as aule:
        await _set(aule, {"policy": {"allow": ["core.*"], "deny": ["core.write_file(secret/**)"]}})
        with pytest.raises(BlockedByPolicy):
            await aule.kernel.call("core.write_file", {"path": path, "content": "x"})


@pytest.mark.parametrize("path", ["other/x", "notes/.env", "notes/../x", "/notes/x"])
async def test_leave_for_a_folder_is_not_leave_for_what_only_looks_like_it(tmp_path: Path, path: str) -> None:
    async with system(tmp_path) as aule:
        await _set(aule, {"policy": {"allow": ["core.write_file(notes/**)"]}})
        with pytest.raises(AuleError):
            await aule.kernel.call("core.write_file", {"path": path, "content": "x"})
        assert not [found for found in aule.workspace.rglob("*") if found.is_file()]


async def test_a_sub_agent_is_bound_by_the_rules_of_the_agent_above(tmp_path: Path) -> None:
    """OS-12: at most the parent's rights, its policy included."""
    model = ScriptedModel(
        call("core.delegate", {"briefs": [{"task": "write it"}]}).to("all"),
        call("core.write_file", {"path": "secret/a", "content": "x"}).to("write"),
        say("I could not.").to("write"),
        say("It could not be done.").to("all"),
    )
    async with system(tmp_path, model=model) as aule:
        await _set(aule, {"policy": {"allow": ["core.*"]}})
        careful = Agent(id="careful", name="Careful", policy=Policy(deny=["core.write_file(secret/**)"]))
        await aule.kernel.documents.save_agent(careful, expected=None)
        await aule.ask("do all", agent="careful")
        failed = [event for event in await aule.events() if event.type == "call.failed"]
        assert [event.data.result.error.code for event in failed] == ["blocked_by_policy"]  # pyright: ignore
        assert not (aule.workspace / "secret").exists()


async def test_a_sub_agent_asks_where_the_agent_above_would_have_to(tmp_path: Path) -> None:
    """OS-12: handing work to a bolder persona is no way around a person."""
    model = ScriptedModel(
        call("core.delegate", {"briefs": [{"task": "write it", "agent": "bold"}]}).to("all"),
        call("core.write_file", {"path": "a", "content": "x"}).to("write"),
    )
    async with system(tmp_path, model=model) as aule:
        bold = Agent(id="bold", name="Bold", policy=Policy(allow=["*"]))
        await aule.kernel.documents.save_agent(bold, expected=None)
        asked = await aule.kernel.ask(Ask(message="do all", locale="en"))
        async for event in aule.kernel.journal.follow(asked.cursor, session=asked.conversation_id):
            if event.type in ("approval.requested", "call.completed"):
                break
        assert (await aule.pending()).agent == "bold"
        assert not (aule.workspace / "a").exists()


async def test_a_persona_by_itself_may_be_allowed_more(tmp_path: Path) -> None:
    """OS-11: the owner wrote the persona, so what it allows is what the owner allows."""
    script = [call("core.write_file", {"path": "a", "content": "x"}), say("Written.")]
    async with system(tmp_path, *script) as aule:
        bold = Agent(id="bold", name="Bold", policy=Policy(allow=["core.write_file"]))
        await aule.kernel.documents.save_agent(bold, expected=None)
        assert (await aule.ask("write", agent="bold")).status is RunStatus.DONE


async def test_a_key_is_good_for_one_call(tmp_path: Path) -> None:
    """K-6: a key that comes with something else is a mistake, not an answer."""
    shop = open_shop()
    async with system(tmp_path, apps=[shop.app]) as aule:
        await aule.kernel.call("shop.count", {"n": 1}, key="k")
        for name, params in (("shop.count", {"n": 2}), ("core.now", {})):
            with pytest.raises(Conflict) as caught:
                await aule.kernel.call(name, params, key="k")
            assert caught.value.problem.code == "key_reused"
        assert shop.seen == ["count"]


async def test_a_key_tells_what_became_of_its_call(tmp_path: Path) -> None:
    """K-6, K-17: waiting, then denied."""
    shop = open_shop()
    store = {"path": "a", "text": "b"}
    async with system(tmp_path, apps=[shop.app]) as aule:
        for _ in range(2):
            with pytest.raises(ApprovalRequired):
                await aule.kernel.call("shop.store", store, key="k")
        with pytest.raises(Conflict):
            await aule.kernel.call("shop.store", {**store, "text": "c"}, key="k")
        await aule.decide("deny")
        again = await aule.kernel.call("shop.store", store, key="k")
        assert again.result.error is not None and again.result.error.code == "denied"


async def test_secrets_stay_out_of_previews_and_problems(tmp_path: Path) -> None:
    """OS-7: neither the diff nor the hint about a similar line gives one away."""
    script = [
        call("core.edit_file", {"path": "c.ini", "search": "KEY=sk-very-zecret-value-1", "replace": "x"}),
        call("core.append_file", {"path": "c.ini", "content": "B=2\n"}),
    ]
    async with system(tmp_path, *script) as aule:
        aule.kernel.secrets.set("OPENAI_API_KEY", SECRET)
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "c.ini").write_text(f"A=1\nKEY={SECRET}\n")
        await aule.ask("edit")
        assert "+B=2" in (await aule.pending()).preview.diff  # pyright: ignore
        assert SECRET not in "".join(event.model_dump_json() for event in await aule.events())
        assert not [entry for prompt in aule.model.prompts for entry in prompt.history if SECRET in repr(entry)]


async def test_a_secret_that_looks_like_a_number_breaks_nothing(tmp_path: Path) -> None:
    async with system(tmp_path, apps=[open_shop().app]) as aule:
        aule.kernel.secrets.set("PIN", "1234567890")
        assert (await aule.kernel.call("shop.count", {"n": 1234567890})).result.ok


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [("a.bin", b"\x00\x01\x02", b"\x00\x01\x03"), ("a.txt", b"a" * 150_000 + b"b", b"a" * 150_000 + b"c")],
)
async def test_what_changed_where_the_preview_does_not_show_it_is_asked_again(
    tmp_path: Path, path: str, before: bytes, after: bytes
) -> None:
    """K-4: binary content and the end of a long diff are bound by their fingerprint."""
    async with system(tmp_path, call("core.delete_file", {"path": path})) as aule:
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / path).write_bytes(before)
        await aule.ask("delete")
        (aule.workspace / path).write_bytes(after)
        with pytest.raises(Conflict, match="no longer do what was shown"):
            await aule.decide()
        assert (aule.workspace / path).read_bytes() == after


async def _set(aule: System, values: dict[str, object]) -> None:
    await aule.kernel.save_settings(Settings.model_validate(values), expected=None)


@pytest.mark.parametrize(
    ("lists", "touched", "allowed"),
    [
        ([["mcp.call_tool(notes.search)"]], ["notes.search"], True),
        ([["mcp.call_tool(notes.search)"]], ["notes.remove"], False),
        ([["mcp.call_tool(notes.*)"]], ["notes.remove"], True),
        ([["mcp.call_tool(notes.*)"]], ["mail.send"], False),
        ([["mcp.call_tool(notes.*)"]], [], False),
        ([["mcp.call_tool(notes.*)", "mcp.*"]], ["mail.send"], True),
        ([["*", "!mcp.call_tool(mail.*)"]], ["mail.send"], False),
        ([["*", "!mcp.call_tool(mail.*)"]], ["notes.search"], True),
        ([["*"], ["mcp.call_tool(notes.*)"]], ["mail.send"], False),
        ([["mcp.call_tool(mail.*)"], ["mcp.call_tool(notes.*)"]], ["mail.send"], False),
    ],
)
def test_targets_in_a_list_of_tools_only_narrow(lists: list[list[str]], touched: list[str], allowed: bool) -> None:
    """TL-20: every list of those above counts; a pattern opens its targets alone, and a ban closes them."""
    assert permits_targets("mcp.call_tool", touched, lists) is allowed
