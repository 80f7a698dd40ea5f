"""Trials over HTTP: begun, followed, read as results, compared with earlier ones."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.evaluations import queries
from aule.apps.evaluations.comparison import compare
from aule.apps.evaluations.records import (
    TestQuestion,
    Trial,
    TrialComparison,
    TrialRequest,
    Trials,
    TrialStarted,
    TryRequest,
)
from aule.apps.evaluations.result_tables import table_of_comparison, table_of_trial
from aule.apps.evaluations.trials import TrialBook, TrialOrder
from aule.contracts.access.agent import AgentId
from aule.contracts.settings import Locale
from aule.sdk.http import Id, IdempotencyKey, Own, Routes, TextReply, Word

wire = Routes(tags=["evaluations"])

Book = Annotated[TrialBook, Own()]
Limit = Annotated[int, Field(ge=1, le=100)]


@wire.route("POST", "/v1/evaluations/{id}/trials", status=202)
async def start_trial(
    id: Id, body: TrialRequest, own: Book, key: IdempotencyKey = None, locale: Locale | None = None
) -> TrialStarted:
    """Try agents, versions, drafts, models or prompts with the questions of an evaluation; nothing has any effect."""
    found = await queries.evaluation(own.kernel.database, id)
    order = TrialOrder(found.questions, body.subjects, body.repeats, body.project, body.budget)
    return await own.start(order, evaluation=found, key=key, locale=locale)


@wire.route("GET", "/v1/evaluations/{id}/trials")
async def list_trials(id: Id, own: Book, limit: Limit = 20, after: Word = None) -> Trials:
    """The trials of an evaluation, the latest first."""
    plans = await queries.trials_of(own.kernel.database, id, limit=limit + 1, before=after)
    return await own.page(plans, limit)


@wire.route("POST", "/v1/agents/{id}/try", status=202)
async def try_agent(
    id: AgentId, body: TryRequest, own: Book, key: IdempotencyKey = None, locale: Locale | None = None
) -> TrialStarted:
    """Ask an agent one question as a trial: draft and saved version side by side, with no effect, nothing saved."""
    question = TestQuestion(id="question", words=body.words, expectations=body.expectations)
    order = TrialOrder([question], body.subjects, body.repeats, body.project, body.budget)
    return await own.start(order, agent=id, key=key, locale=locale)


@wire.route("GET", "/v1/agents/{id}/trials")
async def list_agent_trials(id: AgentId, own: Book, limit: Limit = 20, after: Word = None) -> Trials:
    """The trials of an agent with every evaluation, the latest first."""
    plans = await queries.trials_of_agent(own.kernel.database, id, limit=limit + 1, before=after)
    return await own.page(plans, limit)


@wire.route("GET", "/v1/trials/{id}")
async def get_trial(id: Id, own: Book) -> Trial:
    """One trial with every answer so far: what was checked, what was called, and what was only wished for."""
    return await own.trial(id)


@wire.route("GET", "/v1/trials/{id}/table")
async def get_trial_table(id: Id, own: Book) -> TextReply:
    """The results of a trial as CSV."""
    return TextReply(table_of_trial(await own.trial(id)), f"trial-{id}.csv", "text/csv")


@wire.route("GET", "/v1/trials/{id}/compare/{other}")
async def compare_trials(id: Id, other: Id, own: Book) -> TrialComparison:
    """A trial against an earlier one: what fails now, what passes now, and what became dearer or slower."""
    return compare(await own.trial(id), await own.trial(other))


@wire.route("GET", "/v1/trials/{id}/compare/{other}/table")
async def get_comparison_table(id: Id, other: Id, own: Book) -> TextReply:
    """A trial against an earlier one as CSV."""
    found = compare(await own.trial(id), await own.trial(other))
    return TextReply(table_of_comparison(found), f"trial-{id}-compared.csv", "text/csv")
