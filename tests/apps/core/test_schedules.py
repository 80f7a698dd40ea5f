"""Scheduling by agents: proposed with its times in words, approved by a person, marked, and undone like anything."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.kernel.mornings import Hands, morning

from aule.contracts.access.approval import Text
from aule.contracts.access.capability import Effect
from aule.contracts.errors import ApprovalRequired, Invalid
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Settings
from aule.contracts.talk.brain import Observed
from aule.testing import call, say

WISH = call(
    "core.schedule_task",
    {"task": "tell me what is new", "title": "News", "cron": "0 7 * * 1-5", "timezone": "America/Sao_Paulo"},
)


async def test_an_agent_schedules_only_what_a_person_saw_and_approved(tmp_path: Path) -> None:
    """OS-19, K-4: the next five times in words, in the person's language; marked as an agent's; undone in one step."""
    async with morning(tmp_path, WISH, say("Agendado.")) as day:
        run = await day.aule.ask("toda manhã me conte as novidades", locale="pt-BR")
        approval = await day.aule.pending()
        assert approval.title == "Agendar uma tarefa: News"
        assert isinstance(approval.preview, Text)
        assert approval.preview.text.splitlines() == [
            "News: de segunda a sexta às 07:00 (America/Sao_Paulo)",
            "",
            "- segunda, 2 de mar. de 2026, 07:00",
            "- terça, 3 de mar. de 2026, 07:00",
            "- quarta, 4 de mar. de 2026, 07:00",
            "- quinta, 5 de mar. de 2026, 07:00",
            "- sexta, 6 de mar. de 2026, 07:00",
            "",
            "tell me what is new",
        ]
        assert (await day.aule.kernel.schedules.kept.list()).items == []
        day.clock.at = datetime(2026, 3, 4, 12, tzinfo=UTC)  # decided days later: what was shown is still so
        assert (await day.aule.decide()).status is RunStatus.DONE
        (view,) = (await day.aule.kernel.schedules.kept.list()).items
        made = view.schedule
        assert (made.created_by, made.agent, made.conversation) == ("agent", "assistant", run.session_id)
        assert view.next_at == "2026-03-05T10:00:00.000Z"
        await day.aule.kernel.undo(f"run:{run.id}")
        assert (await day.aule.kernel.schedules.kept.list()).items == []


async def test_an_agent_finds_and_cancels_what_runs_by_itself_in_its_project(tmp_path: Path) -> None:
    async with morning(tmp_path) as day:
        mine = await day.make(title="Mine")
        other = await day.aule.kernel.documents.create_project("School")
        theirs = await day.make(title="Theirs", project=other.id)
        day.aule.model.add(
            call("core.list_scheduled") + call("core.cancel_scheduled", {"schedule": theirs.id}),
            call("core.cancel_scheduled", {"schedule": mine.id}),
            say("Cancelled."),
        )
        await day.aule.ask("stop the morning news")
        seen = [entry.result for entry in day.aule.model.prompts[1].history if isinstance(entry, Observed)]
        assert [item["id"] for item in seen[0].data["schedules"]] == [mine.id]
        assert seen[1].error is not None and seen[1].error.candidates == [mine.id]
        approval = await day.aule.pending()
        assert (approval.binds.envelope.effects, approval.risk) == ([Effect.DELETE], "high")
        run = await day.aule.decide()
        left = (await day.aule.kernel.schedules.kept.list()).items
        assert [view.schedule.id for view in left] == [theirs.id]
        await day.aule.kernel.undo(f"run:{run.id}")
        assert len((await day.aule.kernel.schedules.kept.list()).items) == 2


async def test_a_sub_agent_cannot_schedule_what_would_outlive_its_limits(tmp_path: Path) -> None:
    """OS-12: rights only shrink."""
    brief = call("core.delegate", {"briefs": [{"task": "schedule it"}]})
    script = [brief, WISH.to("schedule it"), say("I may not.").to("schedule it"), say("It cannot be done.")]
    async with morning(tmp_path, *script) as day:
        free = Settings.model_validate({"policy": {"allow": ["core.schedule_task"]}})
        await day.aule.kernel.save_settings(free, expected=None)
        await day.aule.ask("go")
        assert (await day.aule.kernel.schedules.kept.list()).items == []
        failed = [event.data for event in await day.aule.events() if event.type == "call.failed"]
        assert [fact.result.error.code for fact in failed if fact.type == "call.failed" and fact.result.error] == [
            "not_allowed"
        ]


async def test_an_interval_counts_from_its_approval_and_is_shown_without_moments(tmp_path: Path) -> None:
    clock = Hands()
    async with morning(tmp_path, clock=clock) as day:
        with pytest.raises(ApprovalRequired):
            await day.aule.kernel.call("core.schedule_task", {"task": "look", "every_minutes": 30}, locale="en")
        approval = await day.aule.pending()
        assert isinstance(approval.preview, Text)
        assert approval.preview.text == f"look: every 30 minutes ({clock.zone()})\n\nlook"
        clock.at = datetime(2026, 3, 2, 9, tzinfo=UTC)
        await day.aule.decide()
        (view,) = (await day.aule.kernel.schedules.kept.list()).items
        assert (view.next_at, view.schedule.created_by) == ("2026-03-02T09:30:00.000Z", "user")


@pytest.mark.parametrize(
    "when", [{}, {"cron": "x"}, {"at": "2020-01-01T00:00"}, {"cron": "0 7 * * *", "at": "2030-01-01"}]
)
async def test_times_that_cannot_be_kept_are_refused_before_anybody_is_asked(
    tmp_path: Path, when: dict[str, str]
) -> None:
    async with morning(tmp_path) as day:
        with pytest.raises(Invalid):
            await day.aule.kernel.call("core.schedule_task", {"task": "look", **when})
        assert await day.aule.kernel.approvals.pending() == []
