"""The builder over HTTP."""

from __future__ import annotations

from aule.sdk.http import Routes

wire = Routes(prefix="/v1/workflows", tags=["workflows"])
