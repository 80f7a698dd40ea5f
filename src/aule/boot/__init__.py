"""The composition root: settings and a data directory in, a running system out. Only here are things built."""

from aule.ambient import ambient
from aule.boot.apps import installed_apps
from aule.boot.system import build, running

__all__ = ["ambient", "build", "installed_apps", "running"]
