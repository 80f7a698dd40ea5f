"""CrewAI's agent, telemetry off."""

from __future__ import annotations

from crewai import LLM, Agent
from crewai.tools import tool

from benchmarks.contenders.clocked import BASE_URL, report


@tool("echo")
def echo(n: int) -> int:
    """Echo a number."""
    return n


model = LLM(model="openai/loopback", base_url=BASE_URL, api_key="x")


async def turn(words: str) -> str:
    agent = Agent(role="a", goal="answer", backstory="", llm=model, tools=[echo], verbose=False)
    return (await agent.kickoff_async(words)).raw


report(turn)
