"""How much an installation takes: megabytes and packages, without extras and with the tools that `make run` brings."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measuring import ROOT, Figures, check


def measure() -> Figures:
    """Install into empty environments and look at them."""
    plain, with_tools = _installed(), _installed("--extra", "tools")
    check("installed", plain["megabytes"], 250, "MB")
    check("packages", plain["packages"], 80, "")
    return {**plain, "with_tools": with_tools}


def _installed(*extras: str) -> Figures:
    uv = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "UV_PROJECT_ENVIRONMENT": folder}
        command = [uv, "sync", "--locked", "--no-dev", "--no-editable", "--quiet", "--link-mode", "copy", *extras]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=600)
        site = next(Path(folder).glob("lib/python*/site-packages"))
        megabytes = sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) / 1e6
        packages = len(list(site.glob("*.dist-info")))
        largest = sorted(((_size(path), path.name) for path in site.iterdir()), reverse=True)[:10]
    return {"megabytes": round(megabytes, 1), "packages": packages, "largest": {name: mb for mb, name in largest}}


def _size(path: Path) -> float:
    files = [path] if path.is_file() else [inner for inner in path.rglob("*") if inner.is_file()]
    return round(sum(file.stat().st_size for file in files) / 1e6, 1)
