"""What typed words mean: parameters, answers, models, languages, exit codes."""

from __future__ import annotations

from typing import Any

import pytest

from aule.cli.commands.ask import chat_request
from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalOption, Binding
from aule.contracts.errors import AuleError, Busy, Invalid, OutsideScope
from aule.contracts.runs.run import RunStatus
from aule.terminal.calls import parsed
from aule.terminal.exits import Reported, code_of, exit_code
from aule.terminal.follow import choice_of, waiting_problem
from aule.terminal.language import locale
from aule.terminal.narration import Story

SCHEMA = {"properties": {"name": {"type": "string"}, "tags": {"type": "array"}, "n": {"type": "integer"}}}


def test_parameters_are_text_until_the_schema_or_a_colon_says_json() -> None:
    words = ["name=Ana=Maria", 'tags=["a","b"]', "n=3", 'extra:={"x": 1}', "empty="]
    assert parsed(words, SCHEMA) == {
        "name": "Ana=Maria",
        "tags": ["a", "b"],
        "n": "3",
        "extra": {"x": 1},
        "empty": "",
    }


@pytest.mark.parametrize("word", ["name", "=x", ":=1", "tags=[1", "n:=oops"])
def test_a_word_that_is_no_parameter_is_refused_by_name(word: str) -> None:
    with pytest.raises(Invalid) as refused:
        parsed([word], SCHEMA)
    assert word.partition("=")[2] in refused.value.report["message"]


def test_a_model_is_named_by_provider_and_id() -> None:
    request = chat_request("hi", conversation=None, agent="coder", model="openrouter/meta/llama-4", project=None)
    assert request == {
        "message": "hi",
        "wait": False,
        "locale": locale(),
        "agent_id": "coder",
        "model": {"provider": "openrouter", "id": "meta/llama-4"},
    }


@pytest.mark.parametrize("model", ["gpt", "/gpt", "openai/"])
def test_half_a_model_name_is_refused(model: str) -> None:
    with pytest.raises(Invalid, match="does not name a model"):
        chat_request("hi", conversation=None, agent=None, model=model, project=None)


@pytest.mark.parametrize(("said", "spoken"), [("pt_BR.UTF-8", "pt-BR"), ("en_US.UTF-8", "en"), ("C", "en"), ("", "en")])
def test_the_language_is_the_terminals(monkeypatch: pytest.MonkeyPatch, said: str, spoken: str) -> None:
    """K-13."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", said)
    assert locale() == spoken


def question(**more: object) -> Any:
    options = [
        ApprovalOption(id="blue", label="Blue"),
        ApprovalOption(id="red", label="Red"),
        ApprovalOption(id="answer", label="Something else", input=True),
    ]
    approval = Approval.model_validate(
        {
            "id": "apr_1",
            "kind": ApprovalKind.QUESTION,
            "run": "run_1",
            "subject": "run:run_1",
            "title": "Which colour?",
            "options": options,
            "binds": Binding(content_hash="sha256:0"),
            "created_at": "2026-01-01T00:00:00.000Z",
            **more,
        }
    )
    return approval.model_dump(mode="json")


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("1", ("blue", None)),
        ("red", ("red", None)),
        ("Red", ("red", None)),
        ("green", ("answer", "green")),
        ("3", ("answer", "3")),
        ("", None),
    ],
)
def test_an_answer_is_an_option_or_free_words(typed: str, chosen: tuple[str, str | None] | None) -> None:
    assert choice_of(question(), typed) == chosen


def test_a_waiting_run_ends_a_script_with_the_approval_it_waits_for() -> None:
    """K-17: typed, and named."""
    asked = question()
    story = Story("run_1", status=RunStatus.WAITING, pending={asked["id"]: asked})
    problem = waiting_problem(story)
    assert problem is not None
    assert (problem["code"], problem["subject"], problem["candidates"]) == (
        "needs_input",
        "apr_1",
        ["blue", "red", "answer"],
    )
    granted = question(kind=ApprovalKind.WRITE)
    story = Story("run_1", status=RunStatus.WAITING, pending={granted["id"]: granted})
    assert (waiting_problem(story) or problem)["code"] == "approval_required"
    assert code_of(problem) == 4


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Invalid("no"), 2),
        (OutsideScope("no"), 3),
        (Busy("no"), 1),
        (Reported(AuleError("m", code="approval_required").report, 409), 4),
        (Reported(AuleError("m", code="modelo_indisponivel").report, 503), 6),
        (Reported(AuleError("m", code="timeout").report, 504), 7),
        (Reported(AuleError("m", code="approval_stale").report, 409), 1),
        (Reported(AuleError("m", code="weak_token").report, 403), 4),
        (Reported(AuleError("m", code="never_seen").report, 422), 2),
        (Reported(AuleError("m", code="never_seen").report), 1),
    ],
)
def test_an_exit_code_says_how_it_ended(error: AuleError, code: int) -> None:
    assert exit_code(error) == code
