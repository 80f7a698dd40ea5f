"""The story of a server: pasted as another host keeps it, approved, used by an agent in the chat, and asking there."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.desk import agree_to_the_end, axe_violations
from tests.e2e.talking import Talk, ask, log, say
from tests.e2e.test_mcp import FOLDERS, PHONE, SERVERS

SHOTS = os.environ.get("AULE_SHOTS")


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)


def test_a_pasted_server_is_used_in_the_chat_and_asks_there(talk: Talk) -> None:
    """TL-20: a file with comments becomes a draft; its tool asks in the middle of a call, and the answer ends it."""
    wish = {"name": "mcp__call_tool", "arguments": {"tool": "asking.ask", "arguments": {}}}
    desk = talk({"thought": "", "calls": [wish]}, say("It knows your name now."))
    page = desk.open("/mcp-servers/new")
    entry = {"command": sys.executable, "args": [str(SERVERS / "asking_server.py"), "name"]}
    pasted = f'{{\n  // my servers\n  "mcpServers": {{"Asking": {json.dumps(entry)},}},\n}}'
    page.get_by_role("textbox", name="Content of the file").fill(pasted)
    page.get_by_role("button", name="Make drafts").click()
    expect(page.get_by_text("sees those only in folders that you name")).to_be_visible()
    shot(page, "1-pasted")
    page.goto(f"{desk.url}/mcp-servers/asking")
    expect(page.get_by_text("It sees no folder of yours")).to_be_visible()
    page.get_by_role("button", name="Change").click()
    page.get_by_role("textbox", name="Folders it may read, one per line").fill(FOLDERS)
    assert axe_violations(page) == []
    shot(page, "2-change")
    page.get_by_role("button", name="Save as draft").click()
    expect(page.get_by_text(f"It may read the folder {SERVERS}")).to_be_visible()
    page.get_by_role("button", name="Look and approve").click()
    agree_to_the_end(page.get_by_role("dialog", name="Approve asking exactly as it is"))
    page.get_by_role("button", name="Ask what it offers").click()
    tool = page.get_by_role("group", name="ask", exact=True)
    tool.get_by_role("button", name="Accept").click()
    expect(tool.get_by_text("Accepted", exact=True)).to_be_visible()
    shot(page, "3-accepted")

    page.goto(desk.url)
    ask(page, "please let the asking server introduce itself to me with the tool that it has for that")
    page.get_by_role("button", name="Approve").first.click()
    expect(log(page)).to_contain_text("The MCP server asking asks: “Who are you?”")
    expect(log(page)).to_contain_text("not of auleOS")
    assert axe_violations(page) == []
    shot(page, "4-asks")
    for name, theme, locale in (("5-asks-dark", "dark", "en-US"), ("6-asks-phone", "light", "pt-BR")):
        other = desk.open("/approvals", theme=theme, locale=locale, size=PHONE)  # type: ignore[arg-type]
        expect(other.get_by_text("Who are you?").first).to_be_visible()
        shot(other, name)
    waiting = desk.api("GET", "/v1/approvals")["items"]
    print(waiting)
