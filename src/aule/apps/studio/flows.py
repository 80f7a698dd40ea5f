"""The flow of an agent as a call: it runs the steps, and what they come to is the answer."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import Field

from aule.apps.studio.app import studio
from aule.apps.studio.words import say
from aule.contracts.access.capability import Spoken
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.messages import MAX_MESSAGE
from aule.sdk import Context, Effect, Model, errors

Request = Annotated[str, "What was asked.", Field(min_length=1, max_length=MAX_MESSAGE)]
Conversation = Annotated[str, "What was said before, as text.", Field(max_length=10_000)]


class FlowAnswer(Model):
    """What the flow of an agent came to."""

    run: str
    status: RunStatus
    answer: str
    output: Any = Field(default=None, description="What its graph gives, as it is.")


@studio.capability(
    effect=Effect.READ,
    internal=True,
    unspoken=True,
    title={"en": "Run the agent's flow", "pt": "Executar o fluxo do agente"},
    category="agents",
    timeout_s=86_400,
    anywhere=True,
)
async def run_flow(context: Context, request: Request, conversation: Conversation = "") -> FlowAnswer:
    """Run the flow of the agent that is asked, within its rules, and answer with what the flow comes to."""
    ran = await context.run_flow({"request": request, "conversation": conversation})
    run, answer = ran.run, answer_text(ran.output) or say("flow_done", context.locale)
    given = FlowAnswer(run=run.id, status=run.status, answer=answer, output=ran.output)
    if run.status.is_failure:
        why = run.error.message if run.error is not None else say("flow_stopped", context.locale)
        given = given.model_copy(update={"answer": ""})
        code = "flow_failed" if run.error is None else run.error.code
        raise errors.Unsuccessful(say("flow_failed", context.locale, why=why), given=given, code=code, subject=run.id)
    context.spoken = Spoken(text=answer)
    return given


def answer_text(output: Any) -> str:
    """Return what a flow gives as an answer: text as it stands, anything else as JSON that people can read."""
    if output is None or output in ({}, []):
        return ""
    if isinstance(output, str):
        return output.strip()
    if isinstance(output, dict) and len(output) == 1 and isinstance(only := next(iter(output.values())), str):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        return only.strip()
    return f"```json\n{json.dumps(output, ensure_ascii=False, indent=2)}\n```"
