"""Agents with a flow of their own: asked like anybody, answered by the steps, within the agent's rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.apps.teams.crew import Crew, make_team, until_waiting

from aule.contracts.access.agent import Agent, Allowed, Budget
from aule.contracts.access.approval import Approval
from aule.contracts.access.capability import Policy
from aule.contracts.access.guidelines import AgentInterrupt, NeverRule, OmitRule
from aule.contracts.errors import Conflict
from aule.contracts.runs.finding import Faulty
from aule.contracts.runs.graph import Graph
from aule.contracts.runs.run import RunKind, RunStatus
from aule.contracts.settings import Settings
from aule.contracts.talk.ask import Ask
from aule.testing import ScriptedModel, call, say
from aule.testing.system import System, system

REQUEST = {"request": {"type": "string"}}
ECHO: dict[str, Any] = {
    "inputs": REQUEST,
    "nodes": [
        {"id": "now", "kind": "call", "call": {"capability": "core.now"}},
        {
            "id": "note",
            "kind": "call",
            "dependencies": ["now"],
            "call": {"capability": "core.write_file", "params": {"path": "asked.txt", "content": "{{inputs.request}}"}},
        },
    ],
    "output": "Noted: {{inputs.request}}",
}
PROMPT: dict[str, Any] = {
    "inputs": REQUEST,
    "nodes": [{"id": "think", "kind": "agent", "prompt": "Think about {{inputs.request}}"}],
    "output": "{{steps.think.result}}",
}
REMOVE: dict[str, Any] = {
    "nodes": [
        {"id": "remove", "kind": "call", "call": {"capability": "core.delete_file", "params": {"path": "kept.txt"}}}
    ],
    "output": "Removed.",
}
QUESTION: dict[str, Any] = {
    "nodes": [{"id": "which", "kind": "human", "question": {"message": "Which colour?"}}],
    "output": "You said {{steps.which.result}}.",
}


async def keep(aule: System, flow: dict[str, Any], id: str = "clerk", **fields: Any) -> Agent:
    """Save an agent with a flow that may do everything without asking, but for what its rules say."""
    await aule.kernel.save_settings(Settings(policy=Policy(allow=["*"])), expected=None)
    agent = Agent(id=id, name=id.title(), policy=Policy(allow=["*"]), flow_graph=Graph.model_validate(flow), **fields)
    return await aule.kernel.documents.save_agent(agent, expected=None)


async def answer(aule: System, words: str = "buy milk", agent: str = "clerk") -> str:
    """Ask an agent, and return what it answers."""
    run = await aule.ask(words, agent=agent)
    return (await aule.messages(run))[-1].content


async def waiting(aule: System) -> Approval:
    """Return what waits for the person, once it does."""
    await until_waiting(aule)
    return await aule.pending()


async def test_an_agent_with_a_flow_answers_by_it_without_a_model(tmp_path: Path) -> None:
    """ST-1: its words are the input, its output is the answer; what it does is a run of the engine below the turn."""
    async with system(tmp_path, model=ScriptedModel()) as aule:
        await keep(aule, ECHO)
        run = await aule.ask("buy milk", agent="clerk")
        assert run.status is RunStatus.DONE
        assert (await aule.messages(run))[-1].content == "Noted: buy milk"
        assert (aule.workspace / "asked.txt").read_text() == "buy milk"
        turn, flow = await aule.kernel.runs.tree(run.id)
        assert (turn.is_flow, flow.is_flow, flow.kind, flow.agent) == (True, True, RunKind.WORKFLOW, "clerk")
        assert "model.chosen" not in await aule.types()


async def test_a_step_that_names_nobody_is_done_by_the_agent_itself(tmp_path: Path) -> None:
    """ST-1: inside its own flow the agent works with its model and its persona."""
    model = ScriptedModel(say("A thought.").to("Think about"))
    async with system(tmp_path, model=model) as aule:
        await keep(aule, PROMPT, persona_text="I am the clerk.")
        run = await aule.ask("milk", agent="clerk")
        assert (await aule.messages(run))[-1].content == "A thought."
        assert "I am the clerk." in model.prompts[0].system
        turn, flow, step = await aule.kernel.runs.tree(run.id)
        assert (turn.usage.model_calls, step.usage.model_calls) == (0, 1)
        assert (step.agent, step.step, step.parent) == ("clerk", "think", flow.id)


async def test_an_agent_with_a_flow_answers_whoever_asks_it(tmp_path: Path) -> None:
    """ST-1: a sub-agent, and a step of somebody else's workflow, are answered by the flow."""
    delegated = {"briefs": [{"task": "tea", "agent": "clerk"}]}
    model = ScriptedModel(call("core.delegate", delegated).to("order"), say("Ordered.").to("order"))
    async with system(tmp_path, model=model) as aule:
        await keep(aule, ECHO)
        await aule.ask("order")
        assert (aule.workspace / "asked.txt").read_text() == "tea"
        step = {"id": "ask", "kind": "agent", "agent": "clerk", "prompt": "{{inputs.request}}"}
        await keep(aule, {**PROMPT, "nodes": [step], "output": "Said: {{steps.ask.result}}"}, "boss")
        assert await answer(aule, "rice", "boss") == "Said: Noted: rice"


async def test_a_guideline_holds_inside_the_flow(tmp_path: Path) -> None:
    """ST-1: an agent that never deletes does not delete by a step either, and the person is told why."""
    async with system(tmp_path, model=ScriptedModel()) as aule:
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "kept.txt").write_text("words")
        await keep(aule, REMOVE, guidelines=[NeverRule(rule="never", what="effect:delete")])
        run = await aule.ask("clean", agent="clerk")
        assert run.status is RunStatus.DONE_WITH_FAILURES
        assert "core.delete_file" in (await aule.messages(run))[-1].content
        assert (aule.workspace / "kept.txt").exists()


async def test_a_flow_may_use_no_more_than_its_agent_and_those_it_works_for(tmp_path: Path) -> None:
    """ST-1: rights never grow: neither its own list nor that of whoever sent it lets a step do more."""
    delegated = {"briefs": [{"task": "tea", "agent": "clerk"}]}
    model = ScriptedModel(call("core.delegate", delegated).to("order"), say("Not done.").to("order"))
    async with system(tmp_path, model=model) as aule:
        await keep(aule, ECHO, "narrow", capabilities=Allowed(allow=["core.now"]))
        assert "core.write_file" in await answer(aule, agent="narrow")
        await keep(aule, ECHO)
        reader = Agent(id="reader", name="Reader", capabilities=Allowed(allow=["core.now", "core.delegate"]))
        await aule.kernel.documents.save_agent(reader, expected=None)
        await aule.ask("order", agent="reader")
        assert not (aule.workspace / "asked.txt").exists()


async def test_an_answer_that_breaks_a_guideline_is_not_shown(tmp_path: Path) -> None:
    """ST-1: what a flow comes to is an answer of its agent, and held to the same rules."""
    async with system(tmp_path, model=ScriptedModel()) as aule:
        await keep(aule, ECHO, guidelines=[OmitRule(rule="omit", text="milk")])
        run = await aule.ask("buy milk", agent="clerk")
        assert (run.status, run.error and run.error.code) == (RunStatus.FAILED, "guideline_broken")
        assert "Noted" not in (await aule.messages(run))[-1].content


async def test_a_flow_that_leads_back_to_its_agent_is_stopped_with_a_reason(tmp_path: Path) -> None:
    """ST-1: one agent's flow asks another, whose flow asks the first: that one does not begin anew."""
    async with system(tmp_path, model=ScriptedModel()) as aule:
        await keep(aule, ECHO, "first")
        step = {"id": "ask", "kind": "agent", "agent": "first", "prompt": "{{inputs.request}}"}
        back = {"inputs": REQUEST, "nodes": [step], "output": "{{steps.ask.result}}"}
        await keep(aule, back, "second")
        first = await aule.kernel.agents.get("first")
        forth = Graph.model_validate({**back, "nodes": [{**step, "agent": "second"}]})
        await aule.kernel.documents.save_agent(first.model_copy(update={"flow_graph": forth}), expected=1)
        assert "The flow of First leads back to First" in await answer(aule, agent="first")


WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "itself": (
        {"nodes": [{"id": "me", "kind": "agent", "agent": "clerk", "prompt": "again"}]},
        "flow_in_flow",
        "me.agent",
    ),
    "its_flow": (
        {
            "nodes": [
                {"id": "me", "kind": "call", "call": {"capability": "studio.run_flow", "params": {"request": "a"}}}
            ]
        },
        "flow_in_flow",
        "me.call",
    ),
    "an_input_nobody_gives": ({**REMOVE, "inputs": {"colour": {"type": "string"}}}, "flow_input", "inputs.colour"),
    "words_as_a_number": ({**REMOVE, "inputs": {"request": {"type": "integer"}}}, "flow_input_type", "inputs.request"),
    "a_capability_nobody_has": (
        {"nodes": [{"id": "odd", "kind": "call", "call": {"capability": "core.fly"}}]},
        "unknown_capability",
        "odd.call",
    ),
    "a_workflow_that_is_not_there": (
        {"nodes": [{"id": "sub", "kind": "workflow", "workflow": "nowhere"}]},
        "unknown_workflow",
        "sub.workflow",
    ),
}


@pytest.mark.parametrize("way", WRONG)
async def test_a_flow_that_cannot_run_is_not_saved(tmp_path: Path, way: str) -> None:
    """ST-1: the same complete check as for workflows, with the place of what is wrong."""
    flow, code, place = WRONG[way]
    async with system(tmp_path, model=ScriptedModel()) as aule:
        with pytest.raises(Faulty) as refused:
            await keep(aule, flow)
        assert [each.code for each in refused.value.findings][:1] == [code]
        assert refused.value.problem.field == place
        assert await aule.kernel.agents.find("clerk") is None


async def test_a_question_inside_a_flow_waits_over_a_restart(tmp_path: Path) -> None:
    """ST-1, K-7: the conversation waits with the flow; the answer given after a restart ends both."""
    async with system(tmp_path, model=ScriptedModel()) as aule:
        await keep(aule, QUESTION)
        asked = await aule.kernel.ask(Ask(message="paint", agent="clerk", locale="en"))
        approval = await waiting(aule)
        assert (approval.session_id, approval.title) == (asked.conversation_id, "Which colour?")
        with pytest.raises(Conflict):
            await aule.kernel.steer(asked.run, "hurry")
    async with system(tmp_path, model=ScriptedModel()) as aule:
        approval = await waiting(aule)
        await aule.kernel.decide(approval.id, "answer", answer="blue", content_hash=approval.binds.content_hash)
        run = await aule.kernel.driver.wait(asked.run)
        assert run.status is RunStatus.DONE
        assert (await aule.messages(run))[-1].content == "You said blue."


async def test_an_interrupt_of_the_agent_stops_its_flow_before_the_step(tmp_path: Path) -> None:
    """ST-1: the person is asked before each write, also where a step makes it; a no is told in the answer."""
    async with system(tmp_path, model=ScriptedModel()) as aule:
        await keep(aule, ECHO, interrupts=[AgentInterrupt(moment="before", what="effect:write")])
        asked = await aule.kernel.ask(Ask(message="buy milk", agent="clerk", locale="en"))
        approval = await waiting(aule)
        await aule.kernel.decide(approval.id, "deny", content_hash=approval.binds.content_hash)
        run = await aule.kernel.driver.wait(asked.run)
        assert run.status is RunStatus.DONE_WITH_FAILURES
        assert not (aule.workspace / "asked.txt").exists()


async def test_stopping_the_turn_stops_its_flow(tmp_path: Path) -> None:
    """ST-1: nothing goes on that nobody waits for."""
    async with system(tmp_path, model=ScriptedModel()) as aule:
        await keep(aule, QUESTION)
        asked = await aule.kernel.ask(Ask(message="paint", agent="clerk", locale="en"))
        await waiting(aule)
        await aule.kernel.driver.cancel(asked.run)
        assert {each.status for each in await aule.kernel.runs.tree(asked.run)} == {RunStatus.CANCELLED}
        assert not await aule.kernel.approvals.pending()


async def test_a_flow_spends_at_most_the_budget_of_its_agent(tmp_path: Path) -> None:
    """ST-1: the budget of whoever is asked holds for all of its flow."""
    async with system(tmp_path, model=ScriptedModel()) as aule:
        await keep(aule, ECHO, budget=Budget(max_tokens=500, max_seconds=60))
        run = await aule.ask("buy milk", agent="clerk")
        _, flow = await aule.kernel.runs.tree(run.id)
        assert (flow.budget.max_tokens, flow.budget.max_seconds) == (500, 60)


async def test_a_flow_that_wants_it_is_given_the_conversation(tmp_path: Path) -> None:
    """ST-1: what was said before comes as text; the request itself is not part of it."""
    flow = {**ECHO, "inputs": {**REQUEST, "conversation": {"type": "string"}}, "output": "{{inputs.conversation}}|"}
    async with system(tmp_path, model=ScriptedModel()) as aule:
        await keep(aule, flow)
        first = await aule.ask("one", agent="clerk")
        second = await aule.ask("two", agent="clerk", conversation_id=first.session_id)
        assert (await aule.messages(second))[-1].content == "user: one\nassistant: ||"


async def test_what_a_flow_spends_counts_once_for_whoever_sent_its_agent(tmp_path: Path) -> None:
    """ST-1: the run of a flow tells the sum of its steps, which is not spent a second time."""
    delegated = {"briefs": [{"task": "milk", "agent": "clerk"}]}
    crew = Crew(boss=[("core.delegate", delegated), "Thanks."], clerk=["A thought."])
    async with system(tmp_path, model=crew) as aule:
        await keep(aule, PROMPT, persona_text="I am clerk.")
        boss = Agent(id="boss", name="Boss", persona_text="I am boss.", budget=Budget(max_tokens=40))
        await aule.kernel.documents.save_agent(boss, expected=None)
        run = await aule.ask("order", agent="boss")  # each response takes 15
        assert (run.status, (await aule.messages(run))[-1].content) == (RunStatus.DONE, "Thanks.")


async def test_a_member_of_a_team_answers_by_its_flow(tmp_path: Path) -> None:
    """ST-1, ST-4: the team is asked, its member's flow answers, and the person sees who spoke."""
    async with system(tmp_path, model=ScriptedModel()) as aule:
        await keep(aule, {**ECHO, "nodes": ECHO["nodes"][:1]})
        await make_team(aule, agents=["clerk"])
        asked = await aule.kernel.ask(Ask(message="rice", team="crew", locale="en"))
        run = await aule.kernel.driver.wait(asked.run)
        message = (await aule.messages(run))[-1]
        assert message.content == "Noted: rice"
        assert message.speaker is not None
        assert message.speaker.agent == "clerk"
