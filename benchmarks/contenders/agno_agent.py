"""agno's agent, streaming, telemetry off."""

from __future__ import annotations

from agno.agent import Agent
from agno.models.openai.like import OpenAILike

from benchmarks.contenders.clocked import BASE_URL, report


async def echo(n: int) -> int:
    """Echo a number."""
    return n


agent = Agent(model=OpenAILike(id="loopback", base_url=BASE_URL, api_key="x"), tools=[echo], telemetry=False)


async def turn(words: str) -> str:
    answer = ""
    async for event in agent.arun(words, stream=True):
        if event.event == "RunContent" and event.content:
            answer += str(event.content)
    return answer


report(turn)
