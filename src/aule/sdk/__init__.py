"""The one package an app imports: `App`, its decorator, and what capabilities work with.

hello = App("hello")

@hello.capability(effect=Effect.READ)
async def greet(name: str) -> str:
    \"\"\"Greet someone by name.\"\"\"
    return f"Olá, {name}"
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aule.sdk.app import *  # noqa: F403 (the names are listed once, there)
else:

    def __getattr__(name: str) -> Any:
        """Load the kernel when something of it is wanted: `aule.sdk.terminal` is imported by commands that never do."""
        module = import_module("aule.sdk.app")
        if name not in module.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(module, name)
