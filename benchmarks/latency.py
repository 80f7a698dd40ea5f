"""How long from an event's commit until a browser has it: a real server, a real Chromium, one EventSource.

The clock starts before the commit, so the commit itself is in the figure; both clocks are this machine's.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measuring import ROOT, Figures, check, spread

EVENTS = 500
PAUSE = 0.02
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
LISTEN = """
({since, count}) => new Promise(opened => {
  window.got = new Promise(done => {
    const got = [];
    const stream = new EventSource('/v1/events?since=' + since);
    stream.addEventListener('memory.forgotten', event => {
      got.push([JSON.parse(event.data).data.item, performance.timeOrigin + performance.now()]);
      if (got.length === count) { stream.close(); done(got); }
    });
    stream.addEventListener('open', () => opened());
  });
})
"""


def measure() -> Figures:
    """Serve in this process, browse in another."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        print("No Chromium on this machine: not measured.")
        return {"absent": "no Chromium"}
    with TemporaryDirectory() as folder:
        figures = asyncio.run(_measure(Path(folder) / "aule", chromium))
    check("event → browser, p50", figures["p50_ms"], 50, "ms")
    check("event → browser, p99", figures["p99_ms"], 50, "ms")
    return figures


async def _measure(path: Path, chromium: str) -> Figures:
    from aule import boot
    from aule.contracts.events.facts import MemoryForgotten
    from aule.kernel.kernel import Kernel
    from aule.server.app import create_app
    from aule.server.serve import Listening, Place, serve
    from aule.stores.home.directory import Home

    home = Home(path)
    home.prepare()
    ready: asyncio.Future[tuple[Kernel, Listening]] = asyncio.get_running_loop().create_future()
    where: list[Listening] = []

    @asynccontextmanager
    async def load(gatekeeper: Any) -> AsyncGenerator[Any, None]:
        async with boot.running(home) as kernel:
            ready.set_result((kernel, where[0]))
            yield create_app(kernel, gatekeeper=gatekeeper)

    serving = asyncio.create_task(
        serve(load, home=home, place=Place(port=0), ambient=boot.ambient(), announce=where.append)
    )
    kernel, listening = await ready
    since = await kernel.journal.cursor()
    browser = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.latency", chromium, listening.link, since,
        stdout=subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    assert browser.stdout is not None
    assert (await browser.stdout.readline()).strip() == b"listening"
    sent: dict[str, float] = {}
    for number in range(EVENTS):
        name = f"bench_{number}"
        sent[name] = time.time()
        await kernel.journal.write(MemoryForgotten(item=name))
        await asyncio.sleep(PAUSE)
    received = json.loads(await browser.stdout.readline())
    await browser.wait()
    os.kill(os.getpid(), signal.SIGINT)  # as Ctrl-C would
    await serving
    assert [name for name, _ in received] == list(sent)
    return spread([moment / 1000 - sent[name] for name, moment in received])


def browse(chromium: str, link: str, since: str) -> None:
    """The browser's side: sign in, listen, print what came and when."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page()
        base, _, code = link.partition("/#code=")
        page.goto(f"{base}/v1/health")
        status = page.evaluate(
            "async code => (await fetch('/v1/session', {method: 'POST', headers: {'Content-Type': 'application/json'},"
            " body: JSON.stringify({code})})).status",
            code,
        )
        assert status == 204, status
        page.evaluate(LISTEN, {"since": since, "count": EVENTS})
        print("listening", flush=True)
        print(json.dumps(page.evaluate("() => window.got")), flush=True)
        browser.close()


if __name__ == "__main__":
    browse(*sys.argv[1:])
