"""The tables of MCP: the servers the owner set up, and their tools as the owner saw them."""

from __future__ import annotations

from sqlalchemy import Column, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()

servers = Table(
    "mcp_servers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("doc", Text, nullable=False),  # the whole server, as JSON of a `Server`
    Column("stamp", Text, nullable=False),
)

prompts = Table(
    "mcp_prompts",
    metadata,
    Column("server", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("doc", Text, nullable=False),  # the prompt as it was pinned, as JSON of a `Descriptor`
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("server", "name"),
)

tools = Table(
    "mcp_tools",
    metadata,
    Column("server", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("doc", Text, nullable=False),  # the tool as it was pinned, as JSON of a `Descriptor`
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("server", "name"),
)
