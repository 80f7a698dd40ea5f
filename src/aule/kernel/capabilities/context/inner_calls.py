"""Inner calls, for capabilities: calls of other capabilities that a tool makes in the course of its own call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aule.contracts.access.capability import Result
from aule.contracts.errors import Refused
from aule.contracts.model import JsonObject

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context


@dataclass(frozen=True, slots=True)
class InnerCall:
    """One call that a tool wishes for."""

    number: int
    """Which of the tool's calls it is, from 1."""
    capability: str
    params: JsonObject
    maker: str
    """What makes it, such as a hash of the tool: what is on record of another maker is never taken for its own."""


async def call_inner(context: Context, wish: InnerCall) -> Result:
    """Make a call of another capability as a call of its own, with at most the rights of this one.

    It has to be named in the `calls` of this call's capability, goes through the gate and asks where it asks elsewhere.
    The same wish is never made twice: made again after a person decided or after a restart, it has its recorded result.
    """
    if context.calling is None or context.is_looking or context.sketch is not None:
        raise Refused(f"{context.capability.name!r} may not call anything here.", code="no_inner_calls")
    result = await context.calling(wish)
    context.changes += [each for each in result.changes if each not in context.changes]
    context.artifacts += [each for each in result.artifacts if each not in context.artifacts]
    return result
