"""What a person was shown, held against what a call is about to do with what it read by itself."""

from __future__ import annotations

from aule.contracts.access.approval import Preview
from aule.kernel.capabilities.context.context import Context
from aule.kernel.capabilities.gate.answers import ShownChanged
from aule.kernel.capabilities.gate.approval_requests import preview_of_call


def only_as_shown(context: Context, preview: Preview) -> None:
    """Go on with a call that a person approved only where they saw exactly this.

    The gate looks at a preview again before the first change. That is not enough for a call that reads what lies
    outside of the system: whoever can write there shows one thing to each look and another to the call.
    """
    if context.shown is None:
        return
    now = preview_of_call(context.capability, context.call, preview)
    if now.hash != context.shown:
        raise ShownChanged(now)
