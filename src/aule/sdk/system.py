"""What an app works with that keeps something of its own while the system runs: see `App.on_start`."""

from __future__ import annotations

from aule.kernel.asks import ResidentSource
from aule.kernel.kernel import DEFAULT_LOCALE, Kernel

__all__ = ["DEFAULT_LOCALE", "Kernel", "ResidentSource"]
