"""Being let in: a project is trusted once, and a protected environment is entered by saying its name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from aule.contracts.errors import EnvironmentNotConfirmed, Untrusted
from aule.sdk.terminal import YES, Client, Console, Lines, Reported, decide, interruptible, say, show_approval

T = TypeVar("T")
ATTEMPTS = 4
"""How often it is tried to get in: once, and after each thing that was asked."""


@dataclass(frozen=True, slots=True)
class Desk:
    """One command: the API, where its words go, and where a person's words come from."""

    client: Client
    console: Console
    lines: Lines

    @property
    def has_person(self) -> bool:
        """Whether somebody sits there who can be asked."""
        return self.lines.is_person


async def admitted(desk: Desk, path: str, into: type[T], request: dict[str, Any], *, trust: bool) -> T:
    """Send a request; what has to be said before it is asked of whoever sits there. No model is called before."""
    for _ in range(ATTEMPTS - 1):
        try:
            return await desk.client.post(path, into, request)
        except Reported as error:
            match error.report["code"]:
                case Untrusted.code if trust or desk.has_person:
                    await _ask_trust(desk, error, trust)
                case Untrusted.code:
                    raise _naming(error) from None
                case EnvironmentNotConfirmed.code if _may_be_asked(desk, request):
                    request = {**request, "confirm_environment": await _ask_name(desk, error)}
                case _:
                    raise
    return await desk.client.post(path, into, request)


def _naming(error: Reported) -> Reported:
    """The same problem, with what a person who comes by later has to type."""
    report = error.report
    later = f"`aule approvals decide {report['subject']} approve` trusts it; so does --trust."
    return Reported({**report, "hint": f"{report['hint'] or ''} {later}".strip()}, error.http_status)


def _may_be_asked(desk: Desk, request: dict[str, Any]) -> bool:
    """Whether the name of a protected environment is asked for: in a conversation, of a person, once."""
    return desk.has_person and request.get("mode") == "repl" and request.get("confirm_environment") is None


async def _ask_name(desk: Desk, error: Reported) -> str:
    desk.console.say(f" {say('protected')}: {error.report['message']} ", "alarm")
    typed = await interruptible(desk.lines.answer(say("confirm")))
    return (typed or "").strip() or "?"  # nothing typed is a wrong name, not an absent one


async def _ask_trust(desk: Desk, error: Reported, trust: bool) -> None:
    """Let a person say that this home may work in this project; `--trust` has said it already."""
    approval = await desk.client.get(f"/v1/approvals/{error.report['subject']}")
    show_approval(desk.console, approval)
    if not trust:
        typed = await interruptible(desk.lines.answer(say("trust")))
        if (typed or "").strip().lower() not in YES:
            raise error  # it stays in the inbox: no answer is not a no
    await decide(desk.client, approval, "approve")
