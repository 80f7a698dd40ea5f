"""Asking from a script and from a terminal, with no model connected: the built-in recipes answer."""

from __future__ import annotations

import json

import pytest
from dirty_equals import Contains, IsPartialDict, IsStr
from tests.cli.command_line import CommandLine

from aule.terminal.language import locale_of

NOTE = 'create a note "Ideas" with: learn to sail'


def test_a_question_in_a_pipe_is_answered_with_one_document(aule: CommandLine) -> None:
    """OS-1, OS-2."""
    ended = aule.run("ask", "list my notes", "--json")
    assert ended.code == 0, ended
    assert ended.document == IsPartialDict(
        ok=True, status="done", model="builtin/recipes", approvals=[], changes=[], error=None, text=IsStr(min_length=1)
    )


def test_words_come_from_standard_input_too(aule: CommandLine) -> None:
    ended = aule.run("ask", "--json", stdin="list my notes\n")
    assert (ended.code, ended.document["ok"]) == (0, True)


def test_a_write_in_a_pipe_is_never_asked_and_ends_with_the_approval_it_needs(aule: CommandLine) -> None:
    """K-17: nothing is answered for the person; exit 4 names what waits."""
    ended = aule.run("ask", NOTE, "--json")
    assert ended.code == 4, ended
    approval = ended.document["error"]["subject"]
    assert ended.document == IsPartialDict(
        ok=False,
        status="waiting",
        changes=[],
        error=IsPartialDict(code="approval_required", subject=approval, candidates=["approve", "deny"]),
    )
    assert [a["id"] for a in aule.run("approvals", "--json").document] == [approval]
    assert not list(aule.home.glob("projects/home/notes/*"))


def test_what_waits_is_approved_later_by_another_process_and_then_undone(aule: CommandLine) -> None:
    """K-3, K-8: the whole way, one process a step, nothing held in memory between."""
    approval = aule.run("ask", NOTE, "--json").document["error"]["subject"]
    note = aule.home / "projects/home/notes/ideas.md"

    shown = aule.run("approvals", "show", approval)
    assert (shown.code, shown.out) == (0, Contains("+learn to sail"))

    decided = aule.run("approvals", "decide", approval, "approve", "--json")
    assert decided.code == 0, decided
    assert decided.document == IsPartialDict(ok=True, status="done", error=None, text=Contains("Ideas"))
    assert "learn to sail" in note.read_text()

    again = aule.run("approvals", "decide", approval, "deny", "--json")
    assert (again.code, again.document["error"]["code"]) == (1, "already_decided")

    preview = aule.run("undo", "--preview", "--json")
    assert preview.document == IsPartialDict(possible=True, items=[IsPartialDict(action="remove", conflict=None)])
    assert note.exists()

    assert aule.run("undo", "--json").code == 0
    assert not note.exists()
    assert aule.run("undo").code == 2


def test_undo_stops_at_what_was_edited_since(aule: CommandLine) -> None:
    """K-8: never over somebody's own edit."""
    assert aule.run("call", "core.create_note", "title=Ideas", "text=sail", "--yes").code == 0
    note = aule.home / "projects/home/notes/ideas.md"
    note.write_text("my own words")
    ended = aule.run("undo", "--json")
    assert (ended.code, ended.document["error"]["code"]) == (1, "conflict")
    assert note.read_text() == "my own words"


def test_a_denied_write_changes_nothing(aule: CommandLine) -> None:
    approval = aule.run("ask", NOTE, "--json").document["error"]["subject"]
    decided = aule.run("approvals", "decide", approval, "deny", "--json")
    assert decided.document == IsPartialDict(changes=[], approval=IsPartialDict(status="denied"))
    assert not list(aule.home.glob("projects/home/notes/*"))


def test_every_call_is_in_the_log(aule: CommandLine) -> None:
    """K-9: the log tells it in order; --json prints whole events, one a line."""
    assert aule.run("call", "core.now").code == 0
    events = [json.loads(line) for line in aule.run("events", "--json", "--limit", "200").out.splitlines()]
    types = [event["type"] for event in events]
    assert types[-4:] == ["run.started", "call.started", "call.completed", "run.finished"]
    after = aule.run("events", "--json", "--since", events[-3]["seq"], "--topic", "run")
    assert [json.loads(line)["type"] for line in after.out.splitlines()] == ["run.finished"]


def test_a_deadline_stops_the_run_with_its_own_exit_code(aule: CommandLine) -> None:
    ended = aule.run("ask", "list my notes", "--timeout", "0.1", "--json")
    if ended.code == 7:  # the recipes need longer than that to be loaded, but a fast machine may make it
        assert ended.document["error"]["code"] == "timeout"
        status = aule.run("runs", "--json").document[0]["status"]
        assert status in ("cancelled", "done")  # it may have ended in the very moment it was to be stopped
    else:
        assert ended.code == 0


def test_a_plan_that_comes_of_words_is_shown_with_its_id_in_their_language(here: CommandLine) -> None:
    """SP-40, SP-48: in Portuguese for Portuguese words, whatever the terminal's language; with --json, its id."""
    assert here.run("school", "sample", "--json").code == 0
    words = "Crie 3 atividades de matemática para o 7A com base no desempenho"
    told = here.run("ask", "--agent", "jota", words)
    plan = here.run("plan", "list", "--json").document[0]
    assert told.code == 0 and "Montei um plano de ação" in told.out, told
    assert [
        part for part in (f"aule plan run {plan['id']}", "criar_atividade (3x)", "Efeitos:") if part not in told.out
    ] == []
    asked = here.run("ask", "--agent", "jota", words, "--json").document
    assert asked["plan"] and here.run("plan", "show", asked["plan"], "--json").document["plan"]["language"] == "pt-BR"
    assert here.run("ask", "list my notes", "--json").document["plan"] is None


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("Crie uma prova de ciências para o 8B", "pt-BR"),
        ("como está a turma?", "pt-BR"),
        ("list my notes", "en"),
        ("create an activity for José and Zoë", "en"),
        ("execute ls", "pt-BR"),
        ("run ls -la", "en"),
        ("ls", "en"),
        ("", "en"),
    ],
)
def test_words_that_are_clearly_portuguese_are_answered_so(
    words: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SP-48: the words count before the terminal; what is not clear follows the terminal."""
    monkeypatch.setenv("LC_ALL", "C")
    assert locale_of(words) == language
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    assert locale_of(words) == "pt-BR"
