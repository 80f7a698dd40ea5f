"""Servers that the owner set up for an app, and what is sent to the web; loads the HTTP client."""

from __future__ import annotations

from aule.sandbox.net.charsets import codec_of
from aule.sandbox.net.client import Sending
from aule.sandbox.net.exchange import Exchange, ExchangeAnswer, open_exchange, read_target
from aule.sandbox.net.service import ServiceAddress, ServiceClient

__all__ = [
    "Exchange",
    "ExchangeAnswer",
    "Sending",
    "ServiceAddress",
    "ServiceClient",
    "codec_of",
    "open_exchange",
    "read_target",
]
