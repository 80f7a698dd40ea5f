"""LangChain's agent on LangGraph, streaming, in memory: nothing is persisted."""

from __future__ import annotations

from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI

from benchmarks.contenders.clocked import BASE_URL, report


@tool
async def echo(n: int) -> int:
    """Echo a number."""
    return n


model = ChatOpenAI(model="loopback", base_url=BASE_URL, api_key="x", streaming=True)
agent = create_agent(model, [echo])


async def turn(words: str) -> str:
    answer = ""
    async for mode, chunk in agent.astream({"messages": [("user", words)]}, stream_mode=["messages", "updates"]):
        if mode == "updates" and "model" in chunk:
            answer = chunk["model"]["messages"][-1].content
    return answer


report(turn)
