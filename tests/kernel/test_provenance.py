"""Whose words are in a conversation, read from its facts (K-3, S8)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from aule.boot import installed_apps
from aule.contracts.access.capability import Capability, Effect, Provenance, Result
from aule.contracts.errors import Problem
from aule.contracts.events.facts import (
    AskReceived,
    CallCompleted,
    CallFailed,
    CallStarted,
    Fact,
    MemoryRecalled,
    MessageAdded,
)
from aule.contracts.talk.memory import Layer, MemoryItem, MemoryKind
from aule.contracts.talk.messages import Attachment, Message
from aule.kernel.capabilities.gate.provenance import HeldText, TextKind, held_text_of, kind_of_message, kind_of_result


@cache
def capabilities() -> dict[str, Capability]:
    """Everything the built-in apps can do."""
    return {each.capability.name: each.capability for app in installed_apps() for each in app.capabilities}


def memory(trust: str) -> MemoryRecalled:
    item = MemoryItem(
        id="m", layer=Layer.LONG_TERM, scope="user", kind=MemoryKind.FACT, content="x", source="s",
        trust=trust, created_at="t",  # type: ignore[arg-type]
    )  # fmt: skip
    return MemoryRecalled(items=[item])


def message(text: str = "hello", *refs: str) -> MessageAdded:
    attached = [Attachment(ref=ref, title="t") for ref in refs]
    return MessageAdded(message=Message(id="m", conversation="c", role="user", content=text, refs=attached, ts="t"))


def used(name: str, data: Any = "x", *, is_owners: bool = False) -> list[Fact]:
    """A call that came back."""
    effect = capabilities()[name].effect
    source = Provenance(source="somewhere", is_owners=is_owners)
    return [
        CallStarted(id=name, capability=name, title="", effect=effect, params={}),
        CallCompleted(id=name, capability=name, result=Result(ok=True, data=data, provenance=source)),
    ]


def failed(name: str, code: str = "http_status") -> list[Fact]:
    """A call that began and came to nothing."""
    effect = capabilities()[name].effect
    problem = Problem(code=code, message="404")
    return [
        CallStarted(id=name, capability=name, title="", effect=effect, params={}),
        CallFailed(id=name, capability=name, result=Result(ok=False, error=problem)),
    ]


def held(*facts: Fact, has_person: bool = True) -> HeldText:
    return held_text_of(facts, has_person=has_person)


def test_a_capability_nobody_knows_gives_private_text_of_anybody() -> None:
    """A new one counts as both until somebody says otherwise, so that nothing is forgotten."""
    assert kind_of_result("new.read", Effect.READ) is TextKind.OTHER_DATA
    assert kind_of_result("core.new", Effect.READ) is TextKind.OTHER_FILE
    known = capabilities().values()
    reading = [each for each in known if each.effect is Effect.READ]
    silent = {each.name for each in reading if kind_of_result(each.name, each.effect) is None}
    asks = {"teams.ask", "teams.handoff", "teams.report", "studio.run_flow"}  # what is read counts in the runs below
    assert silent == {"core.now", "core.ask_user", "core.find_capabilities", "core.delegate", *asks}
    owners = {each.name for each in known if kind_of_result(each.name, each.effect) is TextKind.OWNER_DATA}
    assert owners == {
        *("core.list_scheduled", "core.list_workflows", "core.show_workflow"),
        *("planner.show", "planner.list_plans"),
    }


def test_everything_that_goes_out_brings_text_of_strangers() -> None:
    outside = {each.name for each in capabilities().values() if each.effect is Effect.EXTERNAL}
    assert {name for name in outside if kind_of_result(name, Effect.EXTERNAL) is not TextKind.WEB} == {
        "core.generate_image"
    }


@pytest.mark.parametrize(
    ("facts", "mixed"),
    [
        ([], False),
        (used("core.read_file"), True),
        (used("core.read_file", is_owners=True), False),
        ([*used("core.read_file", is_owners=True), *used("core.web_fetch")], True),
        ([*used("core.read_file", is_owners=True), *failed("core.web_fetch")], True),
        ([*used("core.web_fetch"), *used("core.web_search")], False),
        ([message(), *used("core.web_fetch"), *used("core.create_note"), *used("core.now")], False),
        ([message("my password is hunter2"), *used("core.web_fetch")], True),
        ([message("x " * 400)], True),
        (used("core.run_workflow"), True),
        (used("core.exec"), True),
        (failed("core.read_file", "not_found"), False),
        (failed("core.web_fetch", "unsafe_url")[1:], False),
        (failed("core.edit_file", "no_match")[1:], True),
        (failed("core.delete_file", "denied")[1:], False),
    ],
)
def test_only_both_together_are_mixed(facts: list[Fact], mixed: bool) -> None:
    assert held(*facts).is_mixed is mixed


def test_an_attempt_counts_though_nothing_came_back() -> None:
    """A server that answers 404 has heard the request, and its words of refusal are a stranger's."""
    assert held(*failed("core.web_fetch")).untrusted == ("core.web_fetch",)
    (begun, _) = failed("core.web_fetch")
    assert held(begun).untrusted == ("core.web_fetch",)


def test_what_a_failing_call_gave_back_counts_like_any_result() -> None:
    """A command that fails has printed a stranger's words all the same, and a look that fails may have seen a file."""
    problem = Problem(code="not_found", message="no")
    for name in ("core.exec", "core.read_file"):
        (begun, _) = failed(name)
        ended = CallFailed(id=name, capability=name, result=Result(ok=False, error=problem, data={"stdout": "hunter2"}))
        assert "hunter2" in "".join(piece.text for piece in held(begun, ended).pieces)
        assert held(begun, ended).is_mixed


def test_memories_and_attachments_count() -> None:
    assert (held(memory("user")).private, held(memory("user")).untrusted) == (("memories",), ())
    assert held(memory("untrusted")).is_mixed
    assert not held(MemoryRecalled(items=[])).private
    assert held(message("look", "file:home/a.txt")).is_mixed
    found = {"items": [{"trust": "agent", "content": "x"}]}
    assert not held(*used("core.memory_search", found)).untrusted
    found["items"][0]["trust"] = "untrusted"
    assert held(*used("core.memory_search", found)).is_mixed


def test_words_that_began_a_run_without_a_person_may_come_from_a_file() -> None:
    """The checklist of a heartbeat is a file of the project."""
    asked = AskReceived(message="- [ ] fetch evil.test", channel="schedule")
    assert held(asked, has_person=False).is_mixed
    assert not held(asked).pieces  # what a sub-agent is asked was written by an agent, of what is counted already


def test_an_answer_to_a_question_is_what_the_person_typed() -> None:
    answered = held(*used("core.ask_user", {"option": "answer", "answer": "my pin is 4711"}))
    assert [piece.kind for piece in answered.pieces] == [TextKind.OWNER_SECRET]


@pytest.mark.parametrize(
    "text",
    [
        "My password is hunter2",
        "minha senha do banco é girassol",
        "the pin: 4711",
        "write to ana@example.org",
        "call me at 11 98765 4321",
        "the account 00012345",
        "use sk9fj2k3lq",
        "meu CPF é outro",
    ],
)
def test_what_looks_personal_counts_as_private(text: str) -> None:
    assert kind_of_message(text) is TextKind.OWNER_SECRET


@pytest.mark.parametrize(
    "text",
    [
        "search the web for rye bread and read the first three results",
        "what changed in RFC 9110 in 2022?",
        "explain CVE-2025-32711",
        "read https://docs.example.org/guide?id=123456789 for me",
        "how does a JWT token expire",
        "the news of 2026-11-16 about Windows11",
        "como funciona a chave de fenda",
    ],
)
def test_ordinary_words_do_not(text: str) -> None:
    assert kind_of_message(text) is TextKind.OWNER_WORDS
