"""A tour of every screen, in both themes, languages and sizes: accessible, quiet, never too wide, and photographed.

The pictures are kept in the folder that `AULE_SCREENSHOTS` names, for people to look at.
"""

from __future__ import annotations

import os
import re
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk, axe_violations

NARROWEST = 380
WIDE, PHONE = (1440, 900), (390, 844)
MARKDOWN = "# Trip\n\nThree days in **Porto**, by train.\n\n| day | where |\n| --- | --- |\n| 1 | Ribeira |\n"
LOADING = re.compile("Loading|Carregando")


@dataclass(frozen=True)
class Look:
    """One way of looking at the desktop."""

    theme: Literal["light", "dark"]
    locale: str
    size: tuple[int, int]
    checked: bool = True
    """Whether axe looks too; the others are only photographed and measured."""

    @property
    def name(self) -> str:
        """What its pictures are called after."""
        return f"{self.theme}-{'phone' if self.size == PHONE else 'desktop'}-{self.locale}"


LOOKS = (
    Look("light", "en", WIDE),
    Look("dark", "pt-BR", PHONE),
    Look("dark", "en", WIDE, checked=False),
    Look("light", "pt-BR", PHONE, checked=False),
)
"""Both themes at both sizes; axe sees each theme, language and size once, the others are for pictures alone."""
PHOTOGRAPHED = "AULE_SCREENSHOTS" in os.environ

EMPTY = (
    *("/", "/projects", "/atlas", "/school", "/files", "/artifacts", "/agents", "/conductor", "/plans"),
    *("/memory", "/activity", "/approvals", "/history"),
)


TOO_WIDE = """[document.documentElement, document.getElementById("stage")].some(
  (each) => each.scrollWidth > each.clientWidth,
)"""


def picture(width: int = 320, height: int = 240) -> bytes:
    """A small PNG with a gradient, made of nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(
        b"\0" + bytes(part for x in range(width) for part in (90 + y // 3, 80 + x // 4, 200 - y // 4))
        for y in range(height)
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


MANIFEST = """id: Gardener
version: 2.0
description: Waters the beds and writes down which.
execution_mode: project_resident
target_context: {project_key: garden, output_scope: "beds/*.md"}
available_tools: [Read, Write]
execution_task: Water the beds.
"""


def house(desk: Desk) -> None:
    """A home of Conductor with one agent, beside a project in a protected environment."""
    agent = desk.home / "conductor" / "projects" / "main" / "garden" / "agents" / "Gardener"
    beds = desk.home.parent / "main" / "garden" / "beds"
    config = desk.home / "conductor" / "config"
    for folder in (agent, beds, config):
        folder.mkdir(parents=True)
    (config / "workspaces.yaml").write_text(f"workspaces:\n  main: {beds.parent.parent}\n", "utf-8")
    (agent / "agent.yaml").write_text(MANIFEST, "utf-8")
    (agent / "persona.md").write_text("# Gardener\n", "utf-8")
    (beds / "roses.md").write_text("Every other day.\n", "utf-8")


def furnish(desk: Desk) -> list[str]:
    """Put something onto every screen; gives the addresses of all of them, details included."""
    project = desk.api("POST", "/v1/projects", {"name": "Atlas", "description": "Quarterly report and its charts"})
    agent = desk.api("POST", "/v1/personas", {"name": "Gardener", "description": "Knows every plant"})
    artifacts = [
        desk.upload("sunset.png", picture(), "image/png"),
        desk.upload("trip.md", MARKDOWN.encode(), "text/markdown"),
        desk.upload("figures.json", b'{"q1": 1.24, "q2": [1, 2, 3], "done": true}', "application/json"),
    ]
    house(desk)
    desk.api("POST", "/v1/capabilities/atlas.add_sample/call", {"params": {}, "by_hand": True})
    memory = desk.api("POST", "/v1/memory", {"content": "Classes start at 7:30", "kind": "fact"})
    desk.decide(desk.propose("plan.md", "# Plan\n\n- pack\n- go\n"))
    desk.api("POST", "/v1/agent/chat", {"message": "Remember that the train leaves at 9", "locale": "en"})
    desk.until_quiet()
    waiting = desk.propose("diary.md", "dear diary\n")
    change = desk.api("GET", "/v1/changes?kind=file&limit=1")["items"][0]["id"]
    run = desk.api("GET", "/v1/runs?limit=1")["items"][0]["id"]
    plan = desk.api("POST", "/v1/plans", {"request": "create 3 notes about solar energy", "locale": "en"})["plan"]
    seen = {"version": plan["card"]["version"], "content_hash": plan["card"]["content_hash"]}
    planned = desk.api("POST", f"/v1/plans/{plan['plan']['id']}/run", {"approve": seen})["id"]
    desk.until_quiet()
    desk.api("POST", f"/v1/runs/{planned}/report")
    return [
        "/",
        "/projects",
        *(f"/projects/{project['id']}{tab}" for tab in ("", "/artifacts", "/memory", "/settings")),
        *(f"/atlas{part}" for part in ("", "/map", "/kr-1")),
        "/files",
        "/files/home?path=plan.md",
        "/files/home?path=plan.md&view=history",
        "/artifacts",
        *(f"/artifacts/{artifact['id']}" for artifact in artifacts),
        "/agents",
        f"/agents/{agent['id']}",
        "/agents/new",
        "/conductor",
        "/conductor/new",
        "/conductor/agents/main/garden/Gardener",
        "/capabilities",
        "/capabilities/core.write_file",
        "/plans",
        *(f"/plans/{plan['plan']['id']}{tab}" for tab in ("", "/versions", "/context")),
        f"/reports/{planned}",
        "/workflows",
        "/workflows/templates",
        "/teams",
        "/teams/new",
        "/evaluations",
        "/insights",
        f"/traces/{planned}",
        "/knowledge",
        "/models",
        "/memory",
        f"/memory/{memory['id']}",
        "/runs",
        "/schedules",
        "/activity",
        f"/activity/{run}",
        "/approvals",
        f"/approvals/{waiting}",
        "/history",
        f"/history/{change}",
        *(f"/settings/{name}" for name in ("providers", "models", "budgets", "appearance", "secrets", "about")),
    ]


def go(page: Page, path: str) -> None:
    """Go to a screen as its links do, and wait until it is there."""
    page.evaluate("path => history.pushState(null, '', path)", path)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("status", name=LOADING)).to_have_count(0)


def album(fallback: Path) -> Path:
    """Where pictures are kept."""
    folder = Path(os.environ.get("AULE_SCREENSHOTS") or fallback)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def photograph(page: Page, folder: Path, place: int, path: str) -> None:
    """Keep a picture of a screen for who wants to look, in the order of the tour; ids are left out of its name."""
    if "AULE_SCREENSHOTS" not in os.environ:
        return
    plain = re.sub(r"[a-z]+_[0-9A-Za-z]{8,}", "one", path.strip("/")).replace("/", "-")
    page.screenshot(path=folder / f"{place:02}-{plain or 'home'}.png")


@pytest.mark.parametrize("look", [look for look in LOOKS if look.checked or PHOTOGRAPHED], ids=lambda look: look.name)
def test_every_screen_is_accessible_quiet_and_never_too_wide(desk: Desk, look: Look, tmp_path: Path) -> None:
    """OS-33: each screen in both themes, languages and sizes; axe finds nothing, nothing scrolls sideways."""
    paths = furnish(desk)
    found: dict[str, list[str]] = {}
    desk.onboard(theme=look.theme, locale=look.locale)
    folder = album(tmp_path / "screenshots") / look.name
    folder.mkdir(exist_ok=True)
    page = desk.open("/", theme=look.theme, locale=look.locale, size=look.size)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ana")
    for place, path in enumerate(paths):
        go(page, path)
        photograph(page, folder, place, path)
        wrong = axe_violations(page) if look.checked else []
        if look.size == PHONE:
            page.set_viewport_size({"width": NARROWEST, "height": look.size[1]})
            if page.evaluate(TOO_WIDE):
                wrong.append("scrolls sideways")
            page.set_viewport_size({"width": look.size[0], "height": look.size[1]})
        if wrong:
            found[path] = wrong
    assert found == {}
    assert desk.problems == []


def test_empty_screens_are_accessible_too(desk: Desk, tmp_path: Path) -> None:
    """OS-33: before there is anything to show, each screen says what it is for."""
    page = desk.open("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ana")
    folder = album(tmp_path / "screenshots") / "empty"
    folder.mkdir(exist_ok=True)
    found: dict[str, list[str]] = {}
    for place, path in enumerate(EMPTY):
        go(page, path)
        photograph(page, folder, place, path)
        if wrong := axe_violations(page):
            found[path] = wrong
    assert found == {}
    assert desk.problems == []
