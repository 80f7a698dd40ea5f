"""The whole product in a real browser: built shell, real server, real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.e2e.desk import PATIENCE, Desk
from tests.e2e.talking import Talk, connect, port_of, scripted

expect.set_options(timeout=PATIENCE)  # a server that comes back loads for seconds on a busy machine

LEFT_OUT = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),  # two hidden pages beside each window: a third of all work
    # What Playwright leaves out itself; the browser heeds only the last list it is given.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"),
    "PreconnectToSearch",
)
"""Parts of the browser that no test looks at."""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(LEFT_OUT)}",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser test that failed is tried once more: the run says so, and it is a defect to be mended."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.flaky(reruns=1))


class Browsers:
    """The browsers of this machine, quiet and offline; each is started when a test first needs it."""

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._started: dict[str, Browser] = {}

    def start(self, path: str) -> Browser:
        """Return the browser that this program is."""
        if path not in self._started:
            self._started[path] = self._playwright.chromium.launch(
                executable_path=path, args=list(FLAGS), headless=True
            )
        return self._started[path]

    def close(self) -> None:
        """End all of them."""
        for each in self._started.values():
            each.close()


@pytest.fixture(scope="package")
def browsers() -> Iterator[Browsers]:
    """One of each for all tests of this folder and no longer.

    While Playwright is up its event loop is, and no async test could run.
    """
    with sync_playwright() as playwright:
        opened = Browsers(playwright)
        yield opened
        opened.close()


@pytest.fixture
def browser(request: pytest.FixtureRequest, browsers: Browsers) -> Browser:
    """The system's Chromium: the one without windows where it is installed, as it takes a quarter less of the time."""
    is_whole = request.node.get_closest_marker("whole_browser") is not None
    return browsers.start(request.getfixturevalue("whole_chromium" if is_whole else "chromium"))


@pytest.fixture(scope="session", autouse=True)
def built_shell(root: Path) -> None:
    """The shell is built by the packaging; without it there is nothing to open."""
    if not (root / "src" / "aule" / "server" / "static" / "index.html").is_file():
        pytest.skip("The web shell is not built (`uv sync` builds it): browser tests did not run.")


@pytest.fixture
def fresh_desk(tmp_path: Path, free_port: int, browser: Browser) -> Iterator[Desk]:
    """A server on an empty data directory, as at the very first start."""
    desk = Desk(tmp_path / "home", free_port, browser)
    desk.start()
    try:
        yield desk
    finally:
        desk.close()


@pytest.fixture
def desk(fresh_desk: Desk) -> Desk:
    """A server whose owner is past the welcome."""
    fresh_desk.onboard(name="Ana")
    return fresh_desk


@pytest.fixture
def talk(tmp_path: Path, free_port: int, browser: Browser) -> Iterator[Talk]:
    """Start a desktop whose model plays these replies."""
    with ExitStack() as stack:

        def start(*replies: dict[str, Any]) -> Desk:
            address = stack.enter_context(scripted(tmp_path, list(replies)))
            desk = Desk(tmp_path / "home", free_port, browser, model_ports=(port_of(address),))
            desk.start()
            stack.callback(desk.close)
            desk.onboard(name="Ana", locale="en")
            connect(desk, address)
            return desk

        yield start
