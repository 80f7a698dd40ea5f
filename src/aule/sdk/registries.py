"""Ways out of the box to package registries, for an app whose commands need them; loads the sandbox."""

from __future__ import annotations

from aule.kernel.capabilities.command_ways_out import ConnectionRecord, ask_about_leaving, refuse_leaving
from aule.sandbox.box.box_port import PORT
from aule.sandbox.net.proxy_requests import RegistryHost, registry_host
from aule.sandbox.net.registry_proxy import ProxyCaps, RegistryProxy, Visit

__all__ = [
    "PORT",
    "ConnectionRecord",
    "ProxyCaps",
    "RegistryHost",
    "RegistryProxy",
    "Visit",
    "ask_about_leaving",
    "refuse_leaving",
    "registry_host",
]
