"""How much an installation without extras takes: megabytes and packages."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measuring import ROOT, Figures, check


def measure() -> Figures:
    """Install into an empty environment and look at it."""
    uv = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "UV_PROJECT_ENVIRONMENT": folder}
        command = [uv, "sync", "--locked", "--no-dev", "--no-editable", "--quiet", "--link-mode", "copy"]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=600)
        site = next(Path(folder).glob("lib/python*/site-packages"))
        megabytes = sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) / 1e6
        packages = len(list(site.glob("*.dist-info")))
        largest = sorted(((_size(path), path.name) for path in site.iterdir()), reverse=True)[:10]
    check("installed", megabytes, 250, "MB")
    check("packages", packages, 80, "")
    return {"megabytes": round(megabytes, 1), "packages": packages, "largest": {name: mb for mb, name in largest}}


def _size(path: Path) -> float:
    files = [path] if path.is_file() else [inner for inner in path.rglob("*") if inner.is_file()]
    return round(sum(file.stat().st_size for file in files) / 1e6, 1)
