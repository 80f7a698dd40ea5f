"""Tools that call other capabilities: only those their descriptor names, through the gate, and never twice (TL-11)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.forge.calling import COPIES, COUNTS, STUBBORN, TEXT, keep, kept, made, use
from tests.apps.forge.drafts import draft, words

from aule.contracts.access.approval import FileDiff, Patch
from aule.contracts.errors import ApprovalRequired, Invalid, NotFound
from aule.contracts.events.facts import CallStarted
from aule.contracts.runs.run import RunStatus
from aule.testing import call, say
from aule.testing.system import system


async def test_a_tool_calls_what_its_descriptor_names_and_each_call_is_on_record(tmp_path: Path) -> None:
    """TL-11: the call is one of the run, through the gate, and its result goes to the source."""
    async with kept(tmp_path, "count_words", COUNTS) as aule:
        called = await use(aule, "count_words", path="a.txt")
        assert called.result.data == 3
        assert await made(aule, called.run) == [("core.read_file", True), ("tool.count_words", True)]
        known = next(each for each in aule.kernel.capabilities() if each.name == "tool.count_words")
        assert (known.effect, known.approval, known.calls) == ("read", "auto", ["core.read_file"])


async def test_the_card_names_what_a_tool_may_call_and_its_effect_is_the_strongest_of_theirs(tmp_path: Path) -> None:
    """TL-11: names, titles, effects and whether they ask; a tool that may write is declared as writing."""
    async with system(tmp_path, call("forge.create_tool", {"name": "copy_twice", "tool": COPIES}), say("Ok.")) as aule:
        await aule.ask("make a tool")
        card = (await aule.pending()).preview
        assert isinstance(card, Patch)
        facts = card.files[2].diff
        lines = [each for each in facts.splitlines() if each.startswith("+May call: ")]
        assert [each.partition(" — ")[0] for each in lines] == [
            "+May call: core.read_file",
            "+May call: core.write_file",
        ]
        assert lines[0].endswith("(reads; does not ask)")
        assert lines[1].endswith("(writes; asks where it asks by itself)")
        await aule.decide()
        known = next(each for each in aule.kernel.capabilities() if each.name == "tool.copy_twice")
        assert (known.effect, known.approval) == ("write", "auto")


async def test_a_tool_that_waits_in_its_middle_goes_on_after_the_yes_and_does_nothing_twice(tmp_path: Path) -> None:
    """TL-11: each write asks with its own card; the file is read once, and each file is written once."""
    script = (call("tool.copy_twice", {"path": "a.txt"}), say("Copied."))
    async with kept(tmp_path, "copy_twice", COPIES, *script) as aule:
        run = await aule.ask("copy it twice")
        for number in range(2):
            assert run.status is RunStatus.WAITING
            asked = await aule.pending()
            assert isinstance(asked.preview, FileDiff) and asked.preview.path == f"a.txt.{number}"
            assert asked.call is not None and asked.call.capability == "core.write_file"
            assert asked.call.within is not None and asked.call.within.capability == "tool.copy_twice"
            assert "The tool tool.copy_twice calls this." in asked.body
            (aule.workspace / "a.txt").write_text("changed meanwhile")  # what was read is on record
            run = await aule.decide()
        assert run.status is RunStatus.DONE
        assert [(aule.workspace / f"a.txt.{n}").read_text() for n in range(2)] == ["one two three"] * 2
        assert await made(aule, run.id) == [
            ("core.read_file", True),
            ("core.write_file", True),
            ("core.write_file", True),
            ("tool.copy_twice", True),
        ]
        await aule.kernel.undo(f"run:{run.id}")
        assert not (aule.workspace / "a.txt.0").exists()


async def test_a_no_ends_the_tool_and_what_was_done_before_stays_on_record(tmp_path: Path) -> None:
    """TL-11: the source cannot catch a refusal and try its luck again."""
    stubborn = {**COPIES, "source": STUBBORN}
    script = (call("tool.copy_twice", {"path": "a.txt"}), say("Not copied."))
    async with kept(tmp_path, "copy_twice", stubborn, *script) as aule:
        await aule.ask("copy it twice")
        run = await aule.decide("deny")
        assert run.status is RunStatus.DONE_WITH_FAILURES
        assert await aule.kernel.approvals.pending() == []
        assert not (aule.workspace / "a.txt.0").exists()


async def test_a_direct_call_waits_and_goes_on_as_well(tmp_path: Path) -> None:
    """TL-11: over HTTP or at the command line a waiting tool is decided in the inbox, and then comes to its end."""
    async with kept(tmp_path, "copy_twice", COPIES) as aule:
        with pytest.raises(ApprovalRequired):
            await use(aule, "copy_twice", path="a.txt")
        await aule.decide()
        run = await aule.decide()
        assert run.status is RunStatus.DONE
        assert (await made(aule, run.id))[-1] == ("tool.copy_twice", True)


async def test_the_same_key_gives_the_tools_own_result(tmp_path: Path) -> None:
    """TL-11: a call repeated under its key is not made again, and is not confused with the calls in its course."""
    async with kept(tmp_path, "count_words", COUNTS) as aule:
        results = [await aule.kernel.call("tool.count_words", {"path": "a.txt"}, key="once") for _ in range(2)]
        assert [each.result.data for each in results] == [3, 3]
        assert len(await made(aule, results[0].run)) == 2


async def test_a_person_edits_what_a_tool_would_write(tmp_path: Path) -> None:
    """TL-11: the text on the card can be changed, and that text is written."""
    script = (call("tool.copy_twice", {"path": "a.txt"}), say("Copied."))
    async with kept(tmp_path, "copy_twice", COPIES, *script) as aule:
        await aule.ask("copy it twice")
        asked = await aule.pending()
        await aule.kernel.proposals.edit(asked.id, "a.txt.0", "mine", content_hash=asked.binds.content_hash)
        await aule.decide()
        assert (aule.workspace / "a.txt.0").read_text() == "mine"
        await aule.decide()
        assert (aule.workspace / "a.txt.1").read_text() == "one two three"


async def test_tools_call_tools_and_a_failure_is_an_error_the_source_can_handle(tmp_path: Path) -> None:
    """TL-11: what a call could not do is told to the source in words."""
    outer = draft(
        """
def run(path):
    try:
        return call("tool.count_words", {"path": path})
    except RuntimeError as error:
        return "none: " + str(error)[:3]
""",
        params=TEXT,
        calls=["tool.count_words"],
        tests=[{"params": {"path": "a"}, "result": 4, "calls": [{"name": "tool.count_words", "result": 4}]}],
    )
    async with kept(tmp_path, "count_words", COUNTS) as aule:
        await keep(aule, "outer", outer)
        assert (await use(aule, "outer", path="a.txt")).result.data == 3
        assert str((await use(aule, "outer", path="missing.txt")).result.data).startswith("none: ")


async def test_what_a_tool_read_counts_as_text_of_the_conversation(tmp_path: Path) -> None:
    """TL-11: results of its calls are pieces of their own, with the origin they have elsewhere."""
    async with kept(tmp_path, "count_words", COUNTS, call("tool.count_words", {"path": "a.txt"}), say("3")) as aule:
        run = await aule.ask("count")
        begun = [each.data for each in await aule.events(run.id) if isinstance(each.data, CallStarted)]
        assert [(each.capability, each.effect) for each in begun] == [
            ("tool.count_words", "read"),
            ("core.read_file", "read"),
        ]


@pytest.mark.parametrize("language", ["en", "pt-BR"])
async def test_a_test_without_an_answer_for_a_call_fails_and_nothing_is_called(tmp_path: Path, language: str) -> None:
    """TL-11: tests have no effect; a call without a stand-in, or a stand-in without a call, is a failing test."""
    without = {**COUNTS, "tests": [{"params": {"path": "a.txt"}, "result": 2}]}
    unused = {**COUNTS, "source": "def run(path):\n    return 2\n"}
    wrong = {**COUNTS, "source": COUNTS["source"].replace('"path": path', '"path": "b.txt"')}
    async with system(tmp_path) as aule:
        for tool, told in ((without, "core.read_file"), (unused, "core.read_file"), (wrong, "b.txt")):
            params = {"name": "count_words", "tool": tool}
            shown = await aule.kernel.preview("forge.create_tool", params, locale=language)
            assert isinstance(shown.preview, Patch)
            assert shown.preview.files[0].diff.count("+✗") == 1 and told in shown.preview.files[0].diff
        assert [each for each in await aule.types() if each.startswith("call.")] == []


@pytest.mark.parametrize(
    "name", ["core.read_fil", "core.*", "*", "forge.create_tool", "core.ask_user", "core.delegate"]
)
async def test_only_exact_names_of_what_may_be_called_are_accepted(tmp_path: Path, name: str) -> None:
    """TL-11: no patterns, no near matches, nothing that makes tools, asks questions or waits for agents."""
    async with system(tmp_path) as aule:
        with pytest.raises((Invalid, NotFound)):
            await keep(aule, "count_words", {**COUNTS, "calls": [name], "description": words("x")})
