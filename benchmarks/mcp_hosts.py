"""Released MCP clients and hosts, each as a small program that uses this system: see `benchmarks.mcp_interop`.

Each is run by the Python or Node it was installed for, with the words `COMMAND HOME URL TOKEN`. It lists the tools,
calls one that only looks and one that needs a person, and prints what it saw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_PYTHON = """
import asyncio, sys
command, home, url, token = sys.argv[1:]
env = {"AULE_HOME": home, "AULE_FORBID_MODELS": "1", "PATH": "/usr/bin:/bin"}
bearer = {"Authorization": f"Bearer {token}"}
note = {"path": "milk.txt", "content": "Buy milk."}
def told(tools, now, asks, more=""):
    now, asks = (" ".join(str(each).split()) for each in (now, asks))
    print(f"{more}{len(tools)} tools; now: {now[:60]}; write: {asks[:110]}")
"""

_FASTMCP = """
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
async def main():
    stdio = {"mcpServers": {"aule": {"command": command, "args": ["mcp", "serve"], "env": env}}}
    for place in (stdio, StreamableHttpTransport(url, headers=bearer)):
        async with Client(place) as client:
            tools = await client.list_tools()
            now = await client.call_tool("core__now", {})
            asks = await client.call_tool("core__write_file", note, raise_on_error=False)
            resources = await client.list_resources()
            told(tools, now.structured_content, asks.content[0].text, f"{len(resources)} resources, ")
asyncio.run(main())
"""

_FASTMCP_PROXY = """
from fastmcp import Client
from fastmcp.server import create_proxy
async def main():
    stdio = {"mcpServers": {"aule": {"command": command, "args": ["mcp", "serve"], "env": env}}}
    async with Client(create_proxy(Client(stdio))) as client:
        now = await client.call_tool("core__now", {})
        asks = await client.call_tool("core__write_file", note, raise_on_error=False)
        told(await client.list_tools(), now.structured_content, asks.content[0].text)
asyncio.run(main())
"""

_LANGCHAIN = """
from langchain_mcp_adapters.client import MultiServerMCPClient
async def main():
    stdio = {"transport": "stdio", "command": command, "args": ["mcp", "serve"], "env": env}
    http = {"transport": "streamable_http", "url": url, "headers": bearer}
    for each in (stdio, http):
        tools = await MultiServerMCPClient({"aule": each}).get_tools()
        by_name = {tool.name: tool for tool in tools}
        now = await by_name["core__now"].ainvoke({})
        try:
            asks = await by_name["core__write_file"].ainvoke(note)
        except Exception as error:
            asks = f"{type(error).__name__}: {error}"
        told(tools, now, asks)
asyncio.run(main())
"""

_OPENAI = """
from agents.mcp import MCPServerStdio, MCPServerStreamableHttp
async def main():
    stdio = {"command": command, "args": ["mcp", "serve"], "env": env}
    http = {"url": url, "headers": bearer}
    for kind, params in ((MCPServerStdio, stdio), (MCPServerStreamableHttp, http)):
        async with kind(params=params, client_session_timeout_seconds=60) as server:
            now = await server.call_tool("core__now", {})
            asks = await server.call_tool("core__write_file", note)
            told(await server.list_tools(), now.content[0].text, asks.content[0].text)
asyncio.run(main())
"""

_PYDANTIC = """
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset, StdioTransport, StreamableHttpTransport
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart, RetryPromptPart
seen = []
def model(messages, info: AgentInfo):
    parts = [p for m in messages for p in m.parts if isinstance(p, (ToolReturnPart, RetryPromptPart))]
    if not parts:
        seen[:] = info.function_tools
        return ModelResponse(parts=[ToolCallPart("core__now", {})])
    if len(parts) == 1:
        return ModelResponse(parts=[ToolCallPart("core__write_file", note)])
    told(seen, parts[0].content, parts[1].content)
    return ModelResponse(parts=[TextPart("Done.")])
async def main():
    for place in (StdioTransport(command, ["mcp", "serve"], env=env), StreamableHttpTransport(url, headers=bearer)):
        toolset = MCPToolset(place)
        agent = Agent(FunctionModel(model), toolsets=[toolset])
        async with agent:
            await agent.run("What time is it?")
asyncio.run(main())
"""

_MCP_USE = """
from mcp_use import MCPClient
async def main():
    stdio = {"command": command, "args": ["mcp", "serve"], "env": env}
    http = {"url": url, "headers": bearer}
    for each in (stdio, http):
        client = MCPClient(config={"mcpServers": {"aule": each}})
        session = await client.create_session("aule")
        now = await session.call_tool("core__now", {})
        asks = await session.call_tool("core__write_file", note)
        told(await session.list_tools(), now.content[0].text, asks.content[0].text)
        await client.close_all_sessions()
asyncio.run(main())
"""

_SDK_2 = """
import httpx2
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
async def main():
    for mode in ("legacy", "2026-07-28", "auto"):
        async with httpx2.AsyncClient(headers=bearer, timeout=60) as http:
            server = StdioServerParameters(command=command, args=["mcp", "serve"], env=env)
            for place in (stdio_client(server), streamable_http_client(url, http_client=http)):
                async with Client(place, mode=mode) as client:
                    tools, now = await client.list_tools(), await client.call_tool("core__now", {})
                    asks = await client.call_tool("core__write_file", note)
                    told(tools.tools, now.structured_content, asks.content[0].text, f"{client.protocol_version}: ")
asyncio.run(main())
"""

_SDK_1 = """
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client
async def main():
    server = StdioServerParameters(command=command, args=["mcp", "serve"], env=env)
    for place in (stdio_client(server), streamablehttp_client(url, headers=bearer)):
        async with place as streams, ClientSession(*streams[:2]) as session:
            began = await session.initialize()
            tools, now = await session.list_tools(), await session.call_tool("core__now", {})
            asks = await session.call_tool("core__write_file", note)
            told(tools.tools, now.structuredContent, asks.content[0].text, f"{began.protocolVersion}: ")
asyncio.run(main())
"""

_NODE = """
const [command, home, url, token] = process.argv.slice(2);
const env = { AULE_HOME: home, AULE_FORBID_MODELS: "1", PATH: "/usr/bin:/bin" };
const stdio = () => new StdioClientTransport({ command, args: ["mcp", "serve"], env });
const requestInit = { headers: { Authorization: `Bearer ${token}` } };
const http = () => new StreamableHTTPClientTransport(new URL(url), { requestInit });
const note = { path: "milk.txt", content: "Buy milk." };
for (const options of ways) {
  for (const transport of [stdio(), http()]) {
    const client = new Client({ name: "interop", version: "1" }, options);
    await client.connect(transport);
    const tools = (await client.listTools()).tools;
    const now = await client.callTool({ name: "core__now", arguments: {} });
    const asks = await client.callTool({ name: "core__write_file", arguments: note });
    const said = [now, asks].map((each) => each.content[0].text);
    const version = client.getNegotiatedProtocolVersion?.() ?? "";
    console.log(`${version}: ${tools.length} tools; now: ${said[0].slice(0, 60)}; write: ${said[1].slice(0, 110)}`);
    await client.close();
  }
}
"""

_TYPESCRIPT_1 = """
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
const ways = [{}];
"""

_TYPESCRIPT_2 = """
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
const ways = [{}, { versionNegotiation: { mode: "auto" } }, { versionNegotiation: { mode: { pin: "2026-07-28" } } }];
"""


@dataclass(frozen=True)
class Host:
    """A released client or host: the package it is of, the environment it is installed in, and its program."""

    package: str
    place: str
    program: str


HOSTS: Mapping[str, Host] = {
    "Python SDK 2": Host("mcp", "hosts", _PYTHON + _SDK_2),
    "Python SDK 1": Host("mcp", "hosts1", _PYTHON + _SDK_1),
    "fastmcp client": Host("fastmcp", "hosts", _PYTHON + _FASTMCP),
    "fastmcp proxy": Host("fastmcp", "hosts", _PYTHON + _FASTMCP_PROXY),
    "langchain": Host("langchain-mcp-adapters", "hosts1", _PYTHON + _LANGCHAIN),
    "openai-agents": Host("openai-agents", "agents", _PYTHON + _OPENAI),
    "pydantic-ai": Host("pydantic-ai-slim", "agents", _PYTHON + _PYDANTIC),
    "mcp-use": Host("mcp-use", "hosts1", _PYTHON + _MCP_USE),
    "TypeScript SDK 1": Host("@modelcontextprotocol/sdk", "node", _TYPESCRIPT_1 + _NODE),
    "TypeScript SDK 2": Host("@modelcontextprotocol/client", "node", _TYPESCRIPT_2 + _NODE),
}
