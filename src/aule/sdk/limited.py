"""Limited children for apps: one of an app's own modules reads one hostile file in a process that can do nothing else.

The module has a function `tell(file, argument)` that yields JSON objects; `limited_lines` yields them in this process.
It gets no network, no environment and no folder to write to, and is killed when nobody listens any more.
"""

from aule.contracts.access.sandbox import Level
from aule.sandbox.limited.child import ChildDied, ChildLimits, LimitedCall, limited_level, limited_lines

__all__ = ["ChildDied", "ChildLimits", "Level", "LimitedCall", "limited_level", "limited_lines"]
