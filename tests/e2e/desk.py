"""A desktop as people have it: a real server in its own process, opened in a real browser."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import httpx
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from aule.testing.no_models import allow_models
from tests.processes.nursery import Process, nursery

PATIENCE = 30_000
"""How long something that is about to happen may take, in milliseconds: a bound against hanging, not a wish."""
SLOWER = float(os.environ.get("AULE_SLOW", "1"))
"""How many times slower than this machine the pages run: what holds here has to hold on a small machine."""
CONFLICT = 409
WIDE = (1440, 900)
PLAIN: dict[str, Any] = {"timeout": 30, "trust_env": False, "verify": False}
"""Plain HTTP to this machine: reading the world's certificates for each request would cost 40 ms of it."""
IGNORED_CONSOLE = ("Failed to load resource",)
"""The browser's own words about an answer that is no 200; the page shows those in its own way."""

MOST_PARTS = 8
"""Parts of one card that are longer than their boxes."""


@dataclass
class Desk:
    """One data directory, the server on it, and the browser windows that are open."""

    home: Path
    port: int
    browser: Browser
    model_ports: tuple[int, ...] = ()
    problems: list[str] = field(default_factory=list[str])
    """What the pages' consoles complained about."""
    _server: Process | None = None
    _link: str = ""
    _contexts: list[BrowserContext] = field(default_factory=list[BrowserContext])

    @property
    def url(self) -> str:
        """Where the desktop is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def workspace(self) -> Path:
        """The folder of the default project."""
        return self.home / "projects" / "home"

    def start(self) -> None:
        """Start the server and wait until it listens; what is asked before it is ready waits inside it."""
        with allow_models(*self.model_ports):
            environment = {**os.environ, "AULE_HOME": str(self.home)}
        with (self.home.parent / "server.log").open("a") as log:
            self._server = nursery().start("up", "--no-browser", "--port", str(self.port), env=environment, stderr=log)
        first = self._server.stdout.readline()
        assert "#code=" in first, f"the server did not start: {first!r}"
        self._link = first.split()[-1]

    def stop(self) -> None:
        """Stop the server as Ctrl-C does."""
        if self._server is not None:
            self._server.send_signal(signal.SIGINT)
            self._server.wait(timeout=60)
            self._server.end()
            self._server = None

    def kill(self) -> None:
        """End the server as a power cut does."""
        assert self._server is not None
        self._server.end()
        self._server = None

    def close(self) -> None:
        """Close every window, then end the server: nothing is asked of this data any more."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        if self._server is not None:
            self.kill()

    def window(
        self,
        *,
        theme: Literal["light", "dark"] = "light",
        locale: str = "en-US",
        size: tuple[int, int] = WIDE,
        signed_in: bool = True,
        has_touch: bool = False,
    ) -> BrowserContext:
        """A fresh browser profile, signed in or not."""
        context = self.browser.new_context(
            color_scheme=theme,
            locale=locale,
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            has_touch=has_touch,
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        if SLOWER > 1:
            context.on("page", slow_down)
        context.on("console", lambda said: self._note(said.type, said.text))
        context.on("weberror", lambda error: self._note("error", str(error.error)))
        if signed_in:
            code = self.api("POST", "/v1/session/codes")["code"]
            answer = context.request.post(f"{self.url}/v1/session", data={"code": code}, headers={"Origin": self.url})
            assert answer.ok, answer.text()
        return context

    def open(self, path: str = "/", **window: Any) -> Page:
        """A page in a window of its own."""
        page = self.window(**window).new_page()
        page.goto(self.url + path)
        return page

    def api(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Speak to the server as its owner does."""
        answer = self.request(method, path, body, **headers)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """The whole answer to a request of the owner."""
        token = (self.home / "token").read_text("utf-8").strip()
        bearer = {"Authorization": f"Bearer {token}", **headers}
        return httpx.request(method, self.url + path, json=body, headers=bearer, **PLAIN)

    def upload(self, name: str, content: bytes, mime: str) -> Any:
        """Keep a file of the owner as an artifact."""
        token = (self.home / "token").read_text("utf-8").strip()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": mime}
        answer = httpx.post(
            f"{self.url}/v1/artifacts", params={"name": name}, content=content, headers=headers, **PLAIN
        )
        answer.raise_for_status()
        return answer.json()

    def onboard(self, **appearance: str) -> None:
        """Be past the welcome, with this name, theme or language."""
        read = self.request("GET", "/v1/settings")
        settings = read.json()
        settings["onboarded"] = True
        settings["appearance"].update(appearance)
        self.api("PUT", "/v1/settings", settings, **{"If-Match": read.headers["etag"]})

    def propose(self, path: str, content: str) -> str:
        """Wish for a file; the answer is the id of the approval that waits for a person."""
        params = {"path": path, "content": content}
        answer = self.request("POST", "/v1/capabilities/core.write_file/call", {"params": params, "locale": "en"})
        assert answer.status_code == CONFLICT, answer.text
        subject: str = answer.json()["subject"]
        return subject

    def decide(self, approval: str, option: str = "approve") -> Any:
        """Decide as the owner, from elsewhere."""
        seen = self.api("GET", f"/v1/approvals/{approval}")
        decision = {"option": option, "content_hash": seen["binds"]["content_hash"]}
        return self.api("POST", f"/v1/approvals/{approval}/decide", decision)

    def until_quiet(self) -> None:
        """Wait until nothing runs any more; each look is a question to the server."""
        for _ in range(20_000):
            if not self.api("GET", "/v1/runs?status=executing")["items"]:
                return
        raise AssertionError("something still runs")

    def _note(self, kind: str, text: str) -> None:
        if kind == "error" and not text.startswith(IGNORED_CONSOLE):
            self.problems.append(text)


AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"region": {"enabled": False}},  # the handle between stage and chat belongs to neither
    "resultTypes": ["violations"],  # telling all that is right would take longer than looking
}


SETTLED = """async () => {
  const frame = () => new Promise((painted) => requestAnimationFrame(painted));
  const ends = (one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity;
  await document.fonts.ready;
  for (let still = 0; still < 2; still++) {
    const moving = document.getAnimations().filter(ends);
    if (moving.length > 0) still = -1;
    await Promise.allSettled(moving.map((one) => one.finished));
    await frame();
  }
}"""
"""Two frames in which nothing moves: what is on its way from one place or colour to another is nobody's to judge."""

JUDGED = """async (options) => {
  let moved = false;
  const watch = new MutationObserver(() => { moved = true; });
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const { violations } = await axe.run(document, options);
  watch.disconnect();
  return { violations, moved };
}"""
ROUNDS = 5


def slow_down(page: Page) -> None:
    """Let a page run as on a slower machine."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def settle(page: Page) -> None:
    """Wait until a page stands still."""
    page.evaluate(SETTLED)


def agree_to_the_end(dialog: Locator) -> None:
    """Say yes to a card, after the end of each part that is longer than its box was seen."""
    yes = dialog.get_by_role("button").last
    expect(yes).to_have_js_property("disabled", False)
    for _ in range(MOST_PARTS):
        dialog.page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
        if yes.get_attribute("aria-disabled") != "true":
            break
        yes.click(force=True)  # leads to the first part that was not seen
        dialog.page.keyboard.press("End")
    yes.click()


def axe_violations(page: Page) -> list[str]:
    """What axe finds wrong with a page that stands still, one line each; a page that moved is judged again."""
    found: list[Any] = []
    for _ in range(ROUNDS):
        settle(page)
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        judged = page.evaluate(JUDGED, AXE)
        found = judged["violations"]
        if not found or not judged["moved"]:
            break
    return [f"{violation['id']}: {node['html'][:160]}" for violation in found for node in violation["nodes"]]
