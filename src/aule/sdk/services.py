"""Servers that the owner set up for an app, for what it sends beyond one call; loads the HTTP client."""

from __future__ import annotations

from aule.sandbox.net.exchange import Exchange, ExchangeAnswer, open_exchange, read_target
from aule.sandbox.net.service import ServiceAddress, ServiceClient

__all__ = ["Exchange", "ExchangeAnswer", "ServiceAddress", "ServiceClient", "open_exchange", "read_target"]
