"""Trust: the first use of a project by a home is asked about once, and nothing of the project is read before."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from aule.apps.conductor.words import say
from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalOption, ApprovalStatus, Binding, Text
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Untrusted
from aule.contracts.events.facts import ApprovalRequested
from aule.kernel.capabilities.words import say as kernel_word
from aule.kernel.journal import Journal
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.repository import every
from aule.text.hashing import content_hash

_PAGE = 200


@dataclass(frozen=True, slots=True)
class Trust:
    """Knows which projects a person lets be worked in, and by which home's agents."""

    journal: Journal
    approvals: Approvals
    ambient: Ambient
    known: set[str] = field(default_factory=set[str])
    """What was granted before, by its hash; a grant is never taken back but by removing it from the log."""

    async def check(self, home: Path, root: Path, locale: str) -> None:
        """Raise unless a person said yes to this home working in this folder; asks if nobody was asked yet."""
        if await self.is_given(home, root):
            return
        approval = await self._pending(home, root) or await self._ask(home, root, locale)
        raise Untrusted(approval.title, subject=approval.id, hint=approval.body)

    async def is_given(self, home: Path, root: Path) -> bool:
        """Whether a person said yes to this home working in this folder."""
        wanted = _mark(home, root)
        if wanted not in self.known:
            self.known.update([each.binds.content_hash for each in await self._all(ApprovalStatus.GRANTED)])
        return wanted in self.known

    async def roots_of(self, home: Path) -> set[Path]:
        """The folders in which a person lets a home's agents work."""
        granted = await self._all(ApprovalStatus.GRANTED)
        folders = [Path(each.subject.partition(":")[2]) for each in granted]
        return {
            root for root, each in zip(folders, granted, strict=True) if each.binds.content_hash == _mark(home, root)
        }

    async def _pending(self, home: Path, root: Path) -> Approval | None:
        wanted = _mark(home, root)
        waiting = await self._all(ApprovalStatus.PENDING)
        return next((each for each in waiting if each.binds.content_hash == wanted), None)

    async def _all(self, status: ApprovalStatus) -> list[Approval]:
        kind = ApprovalKind.TRUST
        return await every(lambda after: self.approvals.list(status=status, kind=kind, limit=_PAGE, after=after))

    async def _ask(self, home: Path, root: Path, locale: str) -> Approval:
        approval = Approval(
            id=self.ambient.ids.new("apr"),
            kind=ApprovalKind.TRUST,
            run=None,
            subject=f"folder:{root}",
            title=say("trust_title", locale, root=root),
            body=say("trust_body", locale, home=home),
            preview=Text(text=say("trust_preview", locale, root=root, home=home)),
            risk="medium",
            options=[
                ApprovalOption(id="approve", label=say("trust", locale)),
                ApprovalOption(id="deny", label=kernel_word("deny", locale)),
            ],
            binds=Binding(content_hash=_mark(home, root)),
            created_at=self.ambient.timestamp(),
        )
        await self.journal.write(ApprovalRequested(approval=approval), durable=True)
        return approval


def _mark(home: Path, root: Path) -> str:
    """What a yes is bound to: this very home, this very folder."""
    return content_hash({"home": str(home), "root": str(root)})
