"""What every test stands on: no network but this machine, no real model, no data of the person who runs it."""

from __future__ import annotations

import ipaddress
import os
import shutil
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("aule", deadline=None)
settings.load_profile("aule")

ROOT = Path(__file__).parent.parent
"""The repository."""

OURS = frozenset(
    {"AULE_CHROMIUM", "AULE_RENEW_PICTURES", "AULE_SCREENSHOTS", "AULE_SHELL_OUT", "AULE_SOAK", "AULE_SLOW"}
)
"""Variables that say how to test, not where a person's data is."""


def pytest_configure(config: pytest.Config) -> None:
    """Leave nothing of the person's own machine for a test to find, in this process or its children."""
    for name in list(os.environ):
        if (name.startswith("AULE_") and name not in OURS) or name.endswith("_API_KEY"):
            del os.environ[name]
    os.environ["AULE_FORBID_MODELS"] = "1"
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # its threads spin while they wait, on the cores of the other workers
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # every process would compile the program anew
    sys.dont_write_bytecode = False
    sys.addaudithook(_stay_on_this_machine)
    from aule.boot import installed_apps  # what a test imports of an app comes after the whole of it, as in the product

    installed_apps()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of a group on one worker.

    Workers of xdist 3.8 write the group into a field that pytest 9.2 no longer reads: every group was scattered, and
    each worker started what a group was to share. Nothing is left to do here once xdist writes it where it is read.
    """
    if not getattr(config.option, "loadgroup", False):
        return
    for item in items:
        group = "_".join(sorted({str(mark.args[0]) for mark in item.iter_markers("xdist_group")}))
        if group and not item.nodeid.endswith(f"@{group}"):
            item._id = type(item.id).parse(f"{item.nodeid}@{group}")  # pyright: ignore[reportPrivateUsage]


def _stay_on_this_machine(event: str, args: tuple[Any, ...]) -> None:
    if event == "socket.connect":
        address = args[1]
        host = address[0] if isinstance(address, tuple) else None
    elif event == "socket.getaddrinfo":
        host = args[0]
    else:
        return
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host in (None, "", "localhost"):
        return
    try:
        local = ipaddress.ip_address(host).is_loopback
    except ValueError:
        local = False
    if not local:
        raise PermissionError(f"A test tried to reach {host!r}; tests stay on 127.0.0.1")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, as the product does."""
    return "asyncio"


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture
def free_port() -> int:
    """A port nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def built_at_once(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Full Python in WebAssembly as two systems built it; the tests that want it share a worker."""
    from tests.wasm_python import build_twice_at_once  # what few tests need

    return build_twice_at_once(tmp_path_factory.mktemp("wasm-python") / "modules")


@pytest.fixture(scope="session")
def machine_code(built_at_once: Any) -> Path:
    """The folder with the machine code of full Python in WebAssembly."""
    return built_at_once.folder


WINDOWLESS = ("chromium-headless-shell", "chrome-headless-shell")
WHOLE = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium for tests with a real browser; without one they say so."""
    return _find_browser(*WINDOWLESS, *WHOLE)


@pytest.fixture(scope="session")
def whole_chromium() -> str:
    """The path of a Chromium that shows PDF files, which those without windows do not."""
    return _find_browser(*WHOLE)


def _find_browser(*names: str) -> str:
    for path in (shutil.which(name) for name in (os.environ.get("AULE_CHROMIUM"), *names) if name):
        if path is not None:
            return path
    pytest.skip("No Chromium on this machine: browser tests did not run. Install `chromium` or set AULE_CHROMIUM.")
