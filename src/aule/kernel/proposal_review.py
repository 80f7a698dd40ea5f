"""Proposal review: a person adopts, drops or edits what was only proposed or asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from aule.contracts.access.agent import Agent
from aule.contracts.access.approval import Approval, ApprovalStatus, TextDraft
from aule.contracts.access.capability import Call
from aule.contracts.access.change import OWNER, Actor, Change, Hunk
from aule.contracts.access.notices import notices_of
from aule.contracts.ambient import Ambient
from aule.contracts.documents import decode
from aule.contracts.errors import AuleError, Conflict, Invalid, NotFound
from aule.contracts.events.facts import ApprovalRequested
from aule.contracts.project import Project
from aule.contracts.runs.run import Run, RunKind
from aule.kernel.capabilities.changes.change_log import ChangeLog
from aule.kernel.capabilities.changes.proposals import AS_PROPOSED
from aule.kernel.capabilities.gate.approval_requests import CallPreview
from aule.kernel.capabilities.gate.caller import Caller
from aule.kernel.capabilities.gate.gate import Gate
from aule.kernel.capabilities.words import say
from aule.kernel.journal import Journal
from aule.kernel.runs.driver import Driver
from aule.stores.repositories.approvals import Approvals, to_decide
from aule.stores.repositories.changes import Changes
from aule.stores.repositories.runs import Runs
from aule.text.words import is_whole

LONGEST_TEXT = 1_000_000
"""Characters of a text that a person can edit here."""


@dataclass(frozen=True, slots=True)
class ProposalReview:
    """Carries out what a person decides about texts they look at. No agent comes through here."""

    journal: Journal
    change_log: ChangeLog
    gate: Gate
    driver: Driver
    agent: Callable[[str], Awaitable[Agent]]
    project: Callable[[str], Awaitable[Project]]
    ambient: Ambient

    async def adopt(
        self,
        id: str,
        *,
        hunks: Sequence[int] | None = None,
        sha256: str | None = AS_PROPOSED,
        locale: str | None = None,
        by: str = OWNER.id,
    ) -> Run:
        """Let a proposal happen, whole or some of its hunks, as a run of its own that can be undone.

        `sha256` is the content of the file the diff was made from, none if there was no file.
        """
        proposal = await Changes(self.journal.source).get(id)
        made = None if proposal.run is None else await Runs(self.journal.source).find(proposal.run)
        locale = locale or (made.locale if made is not None else "en")
        title = f"{say('adopt', locale)}: {proposal.title}"[:200]
        run = Run.new(self.ambient, RunKind.CALL, title, project=proposal.project or "", locale=locale)
        actor = OWNER.model_copy(update={"id": by})
        adopting = self.change_log.proposals.adopt
        task = await self.driver.begin(run, lambda: adopting(id, run, actor, chosen=hunks, sha256=sha256))
        await asyncio.shield(task)
        return await Runs(self.journal.source).get(run.id)

    async def drop(self, id: str) -> Change:
        """Let a proposal go."""
        return await self.change_log.proposals.drop(id)

    async def hunks(self, id: str) -> list[Hunk]:
        """The pieces of a proposal or a change, to choose among."""
        return await self.change_log.proposals.hunks(id)

    async def draft(self, approval: str, path: str | None = None) -> TextDraft:
        """What an approval would write to a file, as a text to edit; without a path, to its only or first file."""
        asked = await Approvals(self.journal.source).get(approval)
        call, caller = await self._asking(asked)
        drafts = {each.path: each for each in await self.gate.drafts(call, caller) if each.content is not None}
        found = next(iter(drafts.values()), None) if path is None else drafts.get(path)
        if found is None:
            raise NotFound(
                f"{asked.title!r} would write no {path!r}." if path else f"{asked.title!r} would write no text.",
                field="path",
                candidates=list(drafts),
                hint="Choose one of its files.",
            )
        text = decode(found.content or b"", found.path).plain
        return TextDraft(path=found.path, content=text, paths=list(drafts))

    async def edit(self, approval: str, path: str, content: str, *, content_hash: str) -> Approval:
        """Put another text in place of what would be written. It is asked anew, as it now would be, with a new hash."""
        if len(content) > LONGEST_TEXT or not is_whole(content):
            raise Invalid(
                f"At most {LONGEST_TEXT} whole characters can be edited here.",
                field="content",
                hint="Edit the file itself, outside of auleOS.",
            )
        asked = await Approvals(self.journal.source).get(approval)
        call, caller = await self._asking(asked)
        _check_waits(asked, content_hash)
        if path not in {each.path for each in await self.gate.drafts(call, caller) if each.content is not None}:
            raise NotFound(f"{asked.title!r} would write no {path!r}.", field="path", hint="Choose one of its files.")
        call = call.model_copy(update={"edits": {**call.edits, path: content}})
        shown, call = await self.gate.shown(call, caller)
        return await self._ask_anew(asked, shown, call)

    async def renew(self, asked: Approval) -> None:
        """Refuse to decide on a call that would no longer do what was shown, and show what it would do now.

        A call that could not be made at all any more is let go on: it fails, and whoever made it hears why.
        """
        try:
            shown, call = await self.gate.shown(*await self._asking(asked))
        except AuleError:
            return
        if shown.hash == asked.binds.content_hash:
            return
        await self._ask_anew(asked, shown, call)
        raise Conflict(
            f"{asked.title!r} would no longer do what was shown. Nothing was done.",
            code="approval_stale",
            hint="It shows now what would happen; look at it again and decide.",
            subject=asked.id,
        )

    async def _ask_anew(self, asked: Approval, shown: CallPreview, call: Call) -> Approval:
        """Put what would happen now in the place of what was shown, unless somebody decided meanwhile."""
        anew = asked.model_copy(
            update={
                "preview": shown.preview,
                "notices": notices_of(shown.preview),
                "binds": asked.binds.model_copy(update={"content_hash": shown.hash}),
                "call": call,
                "version": asked.version + 1,
            }
        )
        async with self.journal.transaction(durable=True) as record:
            current, _ = await to_decide(record, asked.id)
            _check_waits(current, asked.binds.content_hash)
            record.put(ApprovalRequested(approval=anew), run=anew.run, session=anew.session_id)
        return anew

    async def _asking(self, approval: Approval) -> tuple[Call, Caller]:
        """The call an approval is about, and who makes it."""
        if approval.call is None or approval.run is None or approval.status is not ApprovalStatus.PENDING:
            raise Conflict(
                f"{approval.title!r} is not a call that waits.",
                code="not_editable",
                hint="Only what waits for a decision can be edited.",
                subject=approval.id,
            )
        run = await Runs(self.journal.source).get(approval.run)
        agent = None if run.agent is None else await self.agent(run.agent)
        actor = OWNER if agent is None else Actor(type="agent", id=agent.id)
        return approval.call, Caller(run, actor, await self.project(run.project), agent)


def _check_waits(approval: Approval, content_hash: str) -> None:
    if approval.status is not ApprovalStatus.PENDING:
        raise Conflict(
            f"The approval {approval.id!r} is already {approval.status}.",
            code="already_decided",
            hint="Look at what became of it.",
            subject=approval.id,
        )
    if approval.binds.content_hash != content_hash:
        raise Conflict(
            f"{approval.title!r} is not what was shown when this was edited.",
            code="approval_stale",
            hint="Look at it again.",
            subject=approval.id,
        )
