"""Build the example plugins: `python examples/plugins/build.py FOLDER` writes each with its module into a folder.

Sources in WAT, the text form of WebAssembly, need nothing but the package `wasmtime`. Sources in C need a compiler for
the target wasm32-wasi: the package `ziglang`, or a clang with a WASI library.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
NAMES = ("celsius_to_fahrenheit", "text_to_base64", "address_to_json", "page_title", "word_count")


def build(name: str, folder: Path) -> Path:
    """Build one example into a folder of its name; return that folder."""
    source, made = HERE / name, folder / name
    made.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source / "plugin.toml", made / "plugin.toml")
    if (source / "plugin.wat").is_file():
        (made / "plugin.wasm").write_bytes(assemble((source / "plugin.wat").read_text("utf-8"), source))
    else:
        _compile(source / "plugin.c", made / "plugin.wasm")
    return made


def assemble(text: str, folder: Path) -> bytes:
    """Return the module of a text, with the files it includes in their place and its own imports before all else."""
    import wasmtime

    imports = "\n".join(re.findall(r"^\s*;;@import (.*)$", text, re.MULTILINE))
    for line in re.findall(r"^\s*;;@include .*$", text, re.MULTILINE):
        included = (folder / line.partition("@include")[2].strip()).read_text("utf-8")
        text = text.replace(line, included.replace(";;@imports", imports))
    return bytes(wasmtime.wat2wasm(text))


def c_compiler() -> list[str] | None:
    """Return the command that compiles C for WASI here, or None."""
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc", "--target=wasm32-wasi"]
    if shutil.which("zig"):
        return ["zig", "cc", "--target=wasm32-wasi"]
    if shutil.which("clang") and Path("/usr/lib/wasm32-wasi").is_dir():
        return ["clang", "--target=wasm32-wasi"]
    return None


def _compile(source: Path, made: Path) -> None:
    command = c_compiler()
    if command is None:
        raise SystemExit(
            f"{source.name}: there is no compiler of C for wasm32-wasi here; the package ziglang has one"
        )
    subprocess.run([*command, "-Os", "-s", "-o", str(made), str(source)], check=True)


if __name__ == "__main__":
    into = Path(sys.argv[1] if len(sys.argv) > 1 else "plugins")
    for each in NAMES:
        if (HERE / each / "plugin.wat").is_file() or c_compiler() is not None:
            print(build(each, into))
        else:
            print(f"{each}: left out, there is no compiler of C for wasm32-wasi here", file=sys.stderr)
