"""pydantic-ai alone, streaming, through the openai SDK."""

from __future__ import annotations

from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from benchmarks.contenders.clocked import BASE_URL, report

agent = Agent(OpenAIChatModel("loopback", provider=OpenAIProvider(base_url=BASE_URL, api_key="x")))


@agent.tool_plain
async def echo(n: int) -> int:
    """Echo a number."""
    return n


async def turn(words: str) -> str:
    async with agent.run_stream_events(words) as events:
        answer = ""
        async for event in events:
            if event.event_kind == "agent_run_result":
                answer = str(event.result.output)
        return answer


report(turn)
