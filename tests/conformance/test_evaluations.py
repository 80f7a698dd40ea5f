"""Evaluations are kept, tried, compared, deleted and brought back the same on every database."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.teams.crew import Crew, make_agents

from aule.apps.evaluations import queries
from aule.apps.evaluations.comparison import compare
from aule.apps.evaluations.records import EvaluationDraft, Subject
from aule.apps.evaluations.trials import TrialBook, TrialOrder
from aule.kernel.capabilities.gate.caller import ByHand
from aule.testing.system import system

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("postgres")]
DRAFT = EvaluationDraft.model_validate(
    {
        "title": "Greetings",
        "agent": "ana",
        "questions": [
            {"id": "hello", "words": "say hello", "expectations": [{"expects": "mentions", "text": "Hello"}]}
        ],
    }
)


async def test_the_same_story_of_an_evaluation_on_every_database(tmp_path: Path, url: str) -> None:
    """ST-14: two versions, three trials in pages, a comparison, a deletion, undone."""
    async with system(tmp_path / "home", model=Crew(ana=["Hello."], bia=["No."]), database_url=url) as aule:
        await make_agents(aule, "ana", "bia")
        params = {"id": "set", "evaluation": DRAFT.model_dump(mode="json")}
        await aule.kernel.call("evaluations.save_evaluation", params, by_hand=ByHand())
        await aule.kernel.call("evaluations.save_evaluation", params, by_hand=ByHand())
        assert [each.version for each in await queries.versions(aule.kernel.database, "set")] == [2, 1]
        kept, book = await queries.evaluation(aule.kernel.database, "Greetings"), TrialBook(aule.kernel)
        for agents in (["ana"], ["ana", "bia"], ["ana"]):
            order = TrialOrder(kept.questions, [Subject(agent=each) for each in agents])
            await aule.until_still((await book.start(order, evaluation=kept)).run)
        plans = await queries.trials_of(aule.kernel.database, "set", limit=3)
        page = await book.page(plans, 2)
        assert [len(each.results) for each in page.items] == [1, 2]
        assert page.next is not None
        rest = await queries.trials_of(aule.kernel.database, "set", limit=3, before=page.next)
        assert [each.id for each in rest] == [plans[2].id]
        assert [each.id for each in await queries.trials_of_agent(aule.kernel.database, "bia", limit=3)] == [
            plans[1].id
        ]
        middle = await book.trial(plans[1].id)
        assert [(each.agent, each.passed, each.failed) for each in middle.results] == [("ana", 1, 0), ("bia", 0, 1)]
        assert compare(middle, await book.trial(plans[2].id)).newly_failing == 0
        params = {"evaluation": "set", "expected": 2}
        shown = await aule.kernel.preview("evaluations.delete_evaluation", params)
        gone = await aule.kernel.call("evaluations.delete_evaluation", params, by_hand=ByHand(seen=shown.content_hash))
        assert await queries.all_evaluations(aule.kernel.database) == []
        await aule.kernel.undo(f"change:{gone.result.changes[0]}")
        assert (await queries.evaluation(aule.kernel.database, "set")).version == 2
