"""The openai-agents SDK, streaming, tracing off."""

from __future__ import annotations

from agents import Agent, OpenAIChatCompletionsModel, Runner, function_tool, set_tracing_disabled
from openai import AsyncOpenAI

from benchmarks.contenders.clocked import BASE_URL, report

set_tracing_disabled(True)


@function_tool
async def echo(n: int) -> int:
    """Echo a number."""
    return n


model = OpenAIChatCompletionsModel(model="loopback", openai_client=AsyncOpenAI(base_url=BASE_URL, api_key="x"))
agent = Agent(name="a", instructions="", model=model, tools=[echo])


async def turn(words: str) -> str:
    result = Runner.run_streamed(agent, words)
    async for _ in result.stream_events():
        pass
    return str(result.final_output)


report(turn)
