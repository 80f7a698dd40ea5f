"""Everything OpenAPI brings to the kernel: importing this adds it to the app."""

from aule.apps.openapi import search, spoken, start
from aule.apps.openapi.app import openapi
from aule.apps.openapi.capabilities import calls, imports

__all__ = ["calls", "imports", "openapi", "search", "spoken", "start"]
