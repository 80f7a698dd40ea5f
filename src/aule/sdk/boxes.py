"""Programs in a box that an app speaks with for longer than one command; loads the sandbox."""

from __future__ import annotations

from aule.contracts.access.sandbox import Level
from aule.sandbox.box.limits import MB, BoxLimits
from aule.sandbox.box.session import BoxProgram, BoxSession, ProgramEnded, open_session
from aule.sandbox.box.spaces import Space, is_shown

__all__ = ["MB", "BoxLimits", "BoxProgram", "BoxSession", "Level", "ProgramEnded", "Space", "is_shown", "open_session"]
