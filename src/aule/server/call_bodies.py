"""What comes in with a direct call of a capability."""

from __future__ import annotations

from pydantic import Field

from aule.contracts.model import JsonObject, Model
from aule.contracts.settings import Locale
from aule.contracts.talk.messages import MAX_MESSAGE
from aule.kernel.capabilities.gate.caller import ByHand
from aule.server.bodies import Name


class PreviewBody(Model):
    """The parameters of a call to look at, and where it would happen."""

    params: JsonObject = {}
    project: Name | None = None
    locale: Locale | None = None


class CallBody(PreviewBody):
    """The parameters of a direct call, and where it happens."""

    by_hand: bool = False
    """Whether the person does this themselves, in a form or an edit in place: a plain write is not asked about."""
    seen: str | None = Field(default=None, min_length=1, max_length=200)
    """By hand: the `content_hash` of the preview they saw."""
    confirm: str | None = Field(default=None, max_length=MAX_MESSAGE)
    """By hand: the words they typed, where the preview asks for some."""

    @property
    def hand(self) -> ByHand | None:
        """The person's own hand, if it is one."""
        return ByHand(self.seen, self.confirm) if self.by_hand else None
