"""The composition root: settings and a data directory in, a running system out. Only here are things built."""

from aule.ambient import ambient
from aule.boot.system import build, installed_apps, running

__all__ = ["ambient", "build", "installed_apps", "running"]
