"""Files of this machine, for apps that reach beyond one call: workspaces, what they leave out, and caches."""

from __future__ import annotations

from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.renames import exchange
from aule.sandbox.entries import Entry
from aule.sandbox.ignored_files import Ignored
from aule.sandbox.roots import allowed_root
from aule.sandbox.secret_files import is_secret
from aule.sandbox.workspace import Workspace
from aule.stores.home.atomic import write_unsynced

__all__ = ["Entry", "Ignored", "Workspace", "Workspaces", "allowed_root", "exchange", "is_secret", "write_unsynced"]
