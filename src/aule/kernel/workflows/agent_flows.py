"""Flows of agents: checked before an agent is saved, and run by the engine when the agent is asked.

The id of a flow's run follows from the call that runs it. So a call that was cut off and is made again finds the run it
had started, and waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from aule.contracts.access.agent import Agent
from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.contracts.runs.agent_flow import FLOW_INPUTS, RUN_FLOW
from aule.contracts.runs.finding import Faulty, Finding
from aule.contracts.runs.graph import Graph, Step
from aule.contracts.runs.run import Run
from aule.kernel.agents.flow_turns import is_inside_own_flow
from aule.kernel.capabilities.context.workflow_port import WorkflowRun
from aule.kernel.capabilities.words import say
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.runs.child_runs import ChildRuns
from aule.kernel.runs.engine import Engine
from aule.kernel.runs.survival import sub_agent_ids
from aule.kernel.workflows.library import Library


@dataclass(frozen=True, slots=True)
class AgentFlows:
    """Checks and runs the flows of agents."""

    library: Library
    engine: Engine
    children: ChildRuns

    async def check(self, agent: Agent) -> None:
        """Raise `Faulty` with everything that is wrong with the flow of an agent."""
        if findings := await self.findings(agent):
            raise Faulty(f"The flow of {agent.name!r}", findings)

    async def findings(self, agent: Agent) -> list[Finding]:
        """Return everything that is wrong with the flow of an agent; one without a flow has nothing wrong."""
        if agent.flow_graph is None:
            return []
        linked, found = await self.library.link_and_check(agent.flow_graph)
        own = [*_wrong_inputs(linked), *_steps_back(linked, agent.id)]
        places = {(finding.step, finding.field) for finding in own}
        return [*own, *(finding for finding in found if (finding.step, finding.field) not in places)]

    async def run(self, run: Run, call: str, inputs: JsonObject) -> WorkflowRun:
        """Run the flow of the agent of a run, for one of its calls, until the flow has ended.

        A flow has at most the rights and the budget of the run that asks for it. Whoever stops waiting stops it.
        """
        id = sub_agent_ids(run.id, call)[0]
        begun = await self.children.runs.find(id)
        order = await self._order(run, id, inputs) if begun is None else None
        try:
            if order is not None:
                await self.engine.start(order)
            elif begun is not None:
                self.engine.go_on(begun)
            ended = await self.children.driver.wait(id)
        except BaseException:
            await asyncio.shield(self._stop(id))
            raise
        output = None if ended.status.is_failure else (await self.engine.graph(id)).output
        return WorkflowRun(ended, output)

    async def _stop(self, id: str) -> None:
        """Stop a flow that nobody waits for any more; when the system stops, it goes on later."""
        driver = self.children.driver
        if not driver.is_closing and await self.children.runs.find(id) is not None:
            await driver.cancel(id)

    async def _order(self, run: Run, id: str, inputs: JsonObject) -> RunRequest:
        """Return what is to be run: the flow as it is now, below the run that asks for it."""
        agent = None if run.agent is None or run.has_graph else await self.children.agent(run.agent)
        if agent is None or agent.flow_graph is None:
            raise Invalid(say("no_flow", run.locale), code="no_flow")
        if await is_inside_own_flow(run, self.children.runs.get):
            raise Invalid(say("flow_in_flow", run.locale, agent=agent.name), code="depth")
        graph = await self.library.link(agent.flow_graph)
        return RunRequest(
            graph=graph,
            inputs={name: value for name, value in inputs.items() if name in graph.inputs},
            title=agent.name,
            project=run.project,
            locale=run.locale,
            session_id=run.session_id,
            agent=agent.id,
            parent=run,
            is_flow=True,
            id=id,
        )


def _wrong_inputs(graph: Graph) -> Iterator[Finding]:
    """Yield inputs that nobody would give a flow."""
    for name, schema in graph.inputs.items():
        if name in FLOW_INPUTS and schema.get("type", "string") != "string":
            message = f"The input {name!r} is text"
            yield Finding(code="flow_input_type", step=None, field=f"inputs.{name}", message=message)
        elif name not in FLOW_INPUTS and "default" not in schema:
            message = f"Nobody gives a flow the input {name!r}"
            hint = f"It is given {' and '.join(FLOW_INPUTS)}; any other input needs a default."
            yield Finding(code="flow_input", step=None, field=f"inputs.{name}", message=message, hint=hint)


def _steps_back(graph: Graph, agent: str, prefix: str = "") -> Iterator[Finding]:
    """Yield steps that would run the flow again from inside it."""
    for step in graph.nodes:
        place = f"{prefix}{step.id}"
        if _is_back(step, agent):
            field = "agent" if step.call is None else "call"
            message = f"{step.id!r} would run the flow again from inside it"
            hint = "Leave its agent out: then the agent itself works at the step, without its flow."
            yield Finding(code="flow_in_flow", step=place, field=field, message=message, hint=hint)
        if step.graph is not None:
            yield from _steps_back(step.graph, agent, f"{place}/")


def _is_back(step: Step, agent: str) -> bool:
    return step.agent == agent or (step.call is not None and step.call.capability == RUN_FLOW)
