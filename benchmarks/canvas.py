"""How smoothly workflows of many steps are drawn: the time between frames while the canvas is moved, zoomed and edited.

Against a workflow of five steps in the same browser: what that takes is the browser's own, and this machine's. Frames
are counted while a gesture goes on; headless Chromium draws them without a graphics card.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import httpx

from benchmarks.measuring import Figures, check, compare, free_port, process, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

AULE = Path(sys.executable).with_name("aule")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
SIZES = (5, 500, 2_000)
GOAL_MS = 17.0
"""One frame at sixty a second, and what the clock of frames is off by."""
MOVES = 90
COUNT = """
() => {
  window.frames_ms = [];
  window.counting = true;
  let last = performance.now();
  const next = (now) => {
    if (!window.counting) return;
    window.frames_ms.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}
"""
NEAREST = """
([x, y]) => {
  const far = (node) => { const box = node.getBoundingClientRect(); return Math.hypot(box.x - x, box.y - y); };
  const nodes = [...document.querySelectorAll("[data-node]")];
  return nodes.reduce((one, other) => (far(other) < far(one) ? other : one)).dataset.node;
}
"""
COUNTED = "() => { window.counting = false; return window.frames_ms.slice(2); }"


def measure() -> Figures:
    """Draw workflows of several sizes, and move them about."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        print("No Chromium on this machine: not measured.")
        return {"absent": "no Chromium"}
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder:
        home = Path(folder) / "aule"
        home.mkdir()
        (home / "settings.toml").write_text("onboarded = true\n", "utf-8")
        port = free_port()
        command = [AULE, "up", "--port", str(port), "--no-browser"]
        with process(command, {**os.environ, "HOME": folder, "AULE_HOME": str(home)}) as server:
            assert server.stdout is not None
            link = server.stdout.readline().split()[-1]
            until(port, "/v1/health", b'"ready"')
            token = (home / "token").read_text("utf-8").strip()
            for size in SIZES:
                _keep(port, token, size)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                figures = _look(browser, link)
                browser.close()
    _tell(figures)
    return figures


def steps_of(size: int) -> list[dict[str, Any]]:
    """Return steps in rows of ten, each of which waits for two of the row before."""
    steps: list[dict[str, Any]] = []
    for place in range(size):
        row, column = divmod(place, 10)
        above = [f"s{(row - 1) * 10 + each}" for each in {column, (column + 1) % 10}] if row else []
        steps.append({"id": f"s{place}", "title": f"Step {place}", "capability": "core.now", "depends_on": above})
    return steps


def _keep(port: int, token: str, size: int) -> None:
    document = {"id": f"large-{size}", "title": f"{size} steps", "steps": steps_of(size)}
    headers = {"Authorization": f"Bearer {token}"}
    url = f"http://127.0.0.1:{port}/v1/workflows"
    httpx.post(url, json=document, headers=headers, timeout=120, trust_env=False).raise_for_status()


def _look(browser: Browser, link: str) -> Figures:
    base = link.partition("/#code=")[0]
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(link)
    page.get_by_role("heading", level=1).wait_for()
    return {str(size): _gestures(page, f"{base}/workflows/large-{size}/canvas") for size in SIZES}


def _gestures(page: Page, address: str) -> Figures:
    page.goto(address)
    page.locator(".react-flow__node").first.wait_for(timeout=60_000)
    page.wait_for_timeout(1_500)  # the first layout and the first check are not gestures
    box = page.locator(".react-flow__pane").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    corner = (box["x"] + box["width"] - 60, box["y"] + 40)
    found = {
        "pan": _frames(page, lambda: _drag(page, corner, button="middle")),
        "zoom": _frames(page, lambda: _zoom(page, middle)),
    }
    return {**found, "drag": _frames(page, lambda: _drag_node(page, middle))}


def _drag_node(page: Page, middle: tuple[float, float]) -> None:
    """Drag the node nearest to the middle, so that the view stays: moving that as well is what pan measures."""
    name = page.evaluate(NEAREST, middle)
    node = page.locator(f'[data-node="{name}"]')
    start = node.bounding_box()
    assert start is not None
    turned: list[bool] = []
    _drag(
        page,
        (start["x"] + start["width"] / 2, start["y"] + start["height"] / 2),
        halfway=lambda: turned.append(node.bounding_box() != start),
    )
    assert turned == [True], "Nothing was dragged."


def _drag(
    page: Page, start: tuple[float, float], *, button: Any = "left", halfway: Callable[[], None] | None = None
) -> None:
    page.mouse.move(*start)
    page.mouse.down(button=button)
    for step in range(MOVES):
        if step == MOVES // 2 and halfway is not None:
            halfway()
        page.mouse.move(start[0] - 3 * min(step, MOVES - step), start[1] + 2 * min(step, MOVES - step))
    page.mouse.up(button=button)


def _zoom(page: Page, middle: tuple[float, float]) -> None:
    page.mouse.move(*middle)
    for step in range(MOVES):
        page.mouse.wheel(0, -40 if step < MOVES / 2 else 40)


def _frames(page: Page, gesture: Callable[[], None]) -> Figures:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate(COUNT)
    before = _worked(session)
    gesture()
    frames: list[float] = sorted(page.evaluate(COUNTED))
    worked = _worked(session) - before
    session.detach()
    parts = quantiles(frames, n=20)
    found = {"frames": len(frames), "p50_ms": round(parts[9], 1), "p95_ms": round(parts[18], 1)}
    return {**found, "work_ms": round(worked / MOVES, 1)}


def _worked(session: CDPSession) -> float:
    """Return the processor's time of the page so far, in milliseconds: others who are busy do not count in it."""
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"]) * 1000


def _tell(figures: Figures) -> None:
    few, many, most = (figures[str(size)] for size in SIZES)
    for gesture in ("pan", "zoom", "drag"):
        compare(f"{gesture} of {SIZES[1]} steps, beside {SIZES[0]}", many[gesture]["p95_ms"], few[gesture]["p95_ms"])
        check(f"{gesture} of {SIZES[1]} steps, p95 of a frame", many[gesture]["p95_ms"], GOAL_MS, "ms")
        compare(f"{gesture} of {SIZES[2]} steps, beside {SIZES[0]}", most[gesture]["p95_ms"], few[gesture]["p95_ms"])
