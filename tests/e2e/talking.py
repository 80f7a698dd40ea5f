"""A scripted model that a desktop talks with: a process of its own, on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page

from tests.e2e.desk import Desk
from tests.processes.nursery import nursery

MODEL = "scripted"
Talk = Callable[..., Desk]
"""Starts a desktop whose model plays these replies."""


@contextmanager
def scripted(folder: Path, replies: list[dict[str, Any]]) -> Iterator[str]:
    """A model server that plays these replies in order; gives its address."""
    script = folder / "script.json"
    script.write_text(json.dumps(replies), "utf-8")
    server = nursery().start("--script", str(script), "--models", MODEL, module="aule.testing.openai_server")
    try:
        yield server.stdout.readline().strip()
    finally:
        server.end()


def port_of(address: str) -> int:
    """The port in an address."""
    port = urlsplit(address).port
    assert port is not None
    return port


def connect(desk: Desk, address: str) -> None:
    """Make the scripted model the one that answers, as a model that calls tools."""
    read = desk.request("GET", "/v1/settings")
    settings = read.json()
    settings["providers"] = {"ollama": {"enabled": True, "base_url": address, "default_model": MODEL}}
    desk.api("PUT", "/v1/settings", settings, **{"If-Match": read.headers["etag"]})
    desk.api("POST", "/v1/models/discover")
    models = desk.api("GET", "/v1/models")["models"]
    assert [(model["id"], model["tier"]) for model in models] == [(MODEL, 2)]


def say(*pieces: str, slow: bool = False, thought: str = "") -> dict[str, Any]:
    """Words, in these pieces."""
    return {"deltas": list(pieces), "thought": thought, "behaviour": "slow" if slow else "ok"}


def call(name: str, thought: str = "", **arguments: Any) -> dict[str, Any]:
    """The wish for one call."""
    return {"thought": thought, "calls": [{"name": f"core__{name}", "arguments": arguments}]}


def ask(page: Page, words: str) -> None:
    """Type and send."""
    field(page).fill(words)
    page.keyboard.press("Enter")


def field(page: Page) -> Locator:
    """Where one writes."""
    return page.get_by_role("textbox", name="Message")


def log(page: Page) -> Locator:
    """Everything said and done in the conversation."""
    return page.get_by_role("log")
