"""What evaluations and trials are: questions, who is tried with them, and what came of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from aule.apps.evaluations.expectations import Expectation
from aule.contracts.access.agent import PERSONA_ID, AgentId, ModelChoice
from aule.contracts.access.agent_fields import AgentFields
from aule.contracts.errors import Problem
from aule.contracts.kinds import RunStatus
from aule.contracts.model import JsonObject
from aule.contracts.talk.messages import MAX_MESSAGE
from aule.sdk import Agent, Budget, Model

EvaluationId = Annotated[str, StringConstraints(pattern=rf"^{PERSONA_ID}$")]
QuestionId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]
Asked = Annotated[str, StringConstraints(min_length=1, max_length=MAX_MESSAGE, pattern=r"\S")]

MOST_QUESTIONS = 100
MOST_EXPECTATIONS = 20
MOST_SUBJECTS = 8
MOST_REPEATS = 5
MOST_CELLS = 400
"""Answers in one trial: questions, times subjects, times repeats."""

CellStatus = Literal["passed", "failed", "not_checked", "error"]
"""`not_checked`: nothing failed, and something could not be checked, or nothing is expected."""


class TestQuestion(Model):
    """A question to try an agent with, and what is expected of it."""

    __test__ = False  # it is no test of pytest's

    id: QuestionId
    words: Asked
    expectations: list[Expectation] = Field(default=[], max_length=MOST_EXPECTATIONS)


class EvaluationDraft(Model):
    """An evaluation as people write it."""

    title: Title
    description: str = Field(default="", max_length=2_000)
    agent: AgentId | None = Field(default=None, description="The agent whose test questions these are.")
    questions: list[TestQuestion] = Field(default=[], max_length=MOST_QUESTIONS)


class Evaluation(EvaluationDraft):
    """An evaluation as it is kept."""

    id: EvaluationId
    created_at: str
    updated_at: str
    version: int = 1


class Subject(Model):
    """Who is tried: an agent as it is, as it was in a version, or as a draft; with another model or prompt if wanted.

    A draft is only tried: nothing of it is saved.
    """

    agent: AgentId
    version: int | None = Field(default=None, ge=1, description="A stored version; without one, the current.")
    draft: AgentFields | None = Field(default=None, description="What is different in the draft.")
    model: ModelChoice | None = Field(default=None, description="Another model than the agent's.")
    prompt: str | None = Field(default=None, max_length=60_000, description="Another system prompt.")
    label: str = Field(default="", max_length=80, description="What results call it.")


class TrialRequest(Model):
    """What to try with the questions of an evaluation."""

    subjects: list[Subject] = Field(
        default=[], max_length=MOST_SUBJECTS, description="Without any, the agent of the evaluation."
    )
    repeats: int = Field(default=1, ge=1, le=MOST_REPEATS)
    project: str | None = Field(default=None, max_length=120)
    budget: Budget | None = Field(default=None, description="What the trial may spend; never more than a run may.")


class TryRequest(Model):
    """One question to an agent: its draft and its saved version, side by side."""

    words: Asked
    expectations: list[Expectation] = Field(default=[], max_length=MOST_EXPECTATIONS)
    subjects: list[Subject] = Field(
        default=[], max_length=MOST_SUBJECTS, description="Without any, the agent as it is saved."
    )
    repeats: int = Field(default=1, ge=1, le=MOST_REPEATS)
    project: str | None = Field(default=None, max_length=120)
    budget: Budget | None = None


class TrialStarted(Model):
    """A trial that was begun: its run can be followed and cancelled like any other."""

    trial: str
    run: str


class TriedSubject(Model):
    """Who is tried in a trial, exactly as it was then."""

    agent: Agent
    version: int
    is_draft: bool = False
    """Whether its fields are not those of a stored version."""
    model: ModelChoice | None = None
    label: str


class TrialPlan(Model):
    """What a trial tries, all of it as it was when it began."""

    id: str
    title: str
    evaluation: str | None = None
    evaluation_version: int | None = None
    questions: list[TestQuestion]
    subjects: list[TriedSubject]
    repeats: int = 1
    project: str
    locale: str
    started_at: str
    budget: Budget | None = None


class TriedCall(Model):
    """A call in a trial: made where it only looks, else only wished for."""

    capability: str
    title: str
    effect: str
    params: JsonObject = {}
    targets: list[str] = []
    """What it touches, or would have touched."""
    is_wished: bool = False
    """Whether it was not made, because a trial has no effects."""
    asks: bool = False
    """Whether it would have waited for the person."""
    problem: str | None = None


class TrialCheck(Model):
    """What one expectation came to."""

    expectation: Expectation
    sentence: str
    """The expectation in words."""
    passed: bool | None
    """None: it could not be checked, which is not the same as passed."""
    why: str
    score: float | None = None
    by_model: bool = False
    """Whether a model judged it, rather than a rule."""


class TrialCell(Model):
    """One answer in a trial: a question, to a subject, for the first time or again."""

    place: int
    question: str
    subject: int
    repeat: int = 1
    run: str | None = None
    status: CellStatus
    answer: str = ""
    problem: Problem | None = None
    checks: list[TrialCheck] = []
    calls: list[TriedCall] = []
    model: str | None = None
    """`provider/model` that answered; without one, rules did."""
    tokens: int = 0
    cost: float = 0
    seconds: float = 0


class SubjectResult(Model):
    """What came of one subject in a trial."""

    subject: int
    label: str
    agent: str
    agent_name: str
    version: int
    is_draft: bool
    models: list[str]
    total: int
    passed: int
    failed: int
    not_checked: int
    errors: int
    pass_rate: float | None
    """Passed among those that passed, failed or broke off; none while there are none."""
    tokens: int
    cost: float
    seconds: float


class TrialSummary(Model):
    """A trial in short."""

    id: str
    run: str
    title: str
    evaluation: str | None
    evaluation_version: int | None
    status: RunStatus
    problem: Problem | None = None
    started_at: str
    ended_at: str | None = None
    repeats: int
    done: int
    total: int
    results: list[SubjectResult]
    baseline: str | None = None
    """The trial it is best compared with: the last one of an earlier version of the same agent."""


class Trial(TrialSummary):
    """A trial with every answer so far."""

    questions: list[TestQuestion]
    cells: list[TrialCell]


class Trials(Model):
    """Some trials, the latest first."""

    items: list[TrialSummary]
    next: str | None = None


Change = Literal["newly_failing", "newly_passing", "same", "changed", "added", "gone"]


class ComparedQuestion(Model):
    """One question to one agent in two trials."""

    question: str
    words: str
    label: str
    agent: str
    change: Change
    before: CellStatus | None
    after: CellStatus | None
    tokens_before: int = 0
    tokens_after: int = 0
    cost_before: float = 0
    cost_after: float = 0
    seconds_before: float = 0
    seconds_after: float = 0
    why: list[str] = []
    """What failed that passed before, or the other way round."""


class TrialComparison(Model):
    """A trial against an earlier one: what fails now, what passes now, and what became dearer or slower."""

    trial: str
    other: str
    before: list[SubjectResult]
    after: list[SubjectResult]
    questions: list[ComparedQuestion]
    newly_failing: int
    newly_passing: int
