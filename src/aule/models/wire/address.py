"""Addresses of model servers: which are on this machine, and which may be reached at all."""

from __future__ import annotations

import ipaddress
import os
from functools import lru_cache
from urllib.parse import urlsplit

FORBID = "AULE_FORBID_MODELS"
"""When set, no model server may be reached: the kill-switch of the test kit."""

ALLOW_PORTS = "AULE_ALLOW_MODEL_PORTS"
"""Loopback ports that the kill-switch spares, with commas between: those of scripted servers."""


class ForbiddenModelCall(AssertionError):
    """A real model was about to be called where only scripted ones may be."""


@lru_cache(maxsize=64)
def is_loopback(url: str | None) -> bool:
    """Whether an address is on this very machine."""
    host = (urlsplit(url).hostname or "") if url else ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def may_reach(url: str) -> bool:
    """Whether the kill-switch lets this address through."""
    if not os.environ.get(FORBID):
        return True
    allowed = os.environ.get(ALLOW_PORTS, "").split(",")
    return is_loopback(url) and str(urlsplit(url).port) in allowed


def check_reach(url: str) -> None:
    """Fail loudly when a test is about to call a model that nobody scripted."""
    if not may_reach(url):
        raise ForbiddenModelCall(
            f"a model call to {url!r} was not scripted; use ScriptedModel, or allow_models() for a loopback server"
        )
