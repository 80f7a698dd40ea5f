"""Files and functions stay small, names say what a thing is, and nothing dangerous or unfinished is left in."""

from __future__ import annotations

import ast
import re
import tokenize
from collections import Counter
from pathlib import Path

import pytest
from tests.architecture.source import ROOT, called, files, package, sources, web

pytestmark = pytest.mark.xdist_group("architecture")  # the sources are read once

CEILING = 600
TEST_CEILING = 800
LONG_FILES: dict[str, int] = {}
"""Files over their ceiling, with the length they may not pass. This list may only shrink."""

MOST_FILES = 25
CROWDED: dict[str, int] = {}
"""Folders of the package with more modules than that, and how many each may have. This list may only shrink."""

DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc", "shared", "lib", "stuff"}
SUFFIXES = ("Manager", "Helper", "Base", "Impl", "Handler", "Service", "Util", "Utils")
EVALUATING = {"eval", "exec", "compile", "__import__"}
LIMITED_SOURCE = "src/aule/sandbox/source/full_python.py"
"""What runs tools in full Python: it compiles them in a limited child or inside WebAssembly, never in our process."""
LIMITED_WORKER = "src/aule/sandbox/source/native_worker.py"
"""The worker of that child, and the only module that imports it."""
REVIVING = {"pickle", "cPickle", "dill", "shelve", "marshal", "jsonpickle", "yaml"}
LEFT_OVER = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
OTHER_PEOPLES_PATHS = re.compile(r"/work/(?:main|shared)|(?<![\w-])shared/(?:design|spec|seeds)")
BROAD_EXCEPTS = {
    "src/aule/apps/mcp/client/connection.py": 1,  # the background loop of a connection
    "src/aule/apps/mcp/client/sign_in.py": 1,  # the background loop of a sign-in
    "src/aule/boot/catalogued_app.py": 1,
    "src/aule/kernel/agents/app_context.py": 1,
    "src/aule/kernel/capabilities/gate/gate.py": 1,
    "src/aule/kernel/capabilities/apps/pseudonyms.py": 1,
    "src/aule/kernel/runs/graph_runs.py": 1,
    "src/aule/kernel/runs/queue.py": 1,
    "src/aule/kernel/journal/journal.py": 1,
    "src/aule/kernel/plans/plan_status_writer.py": 1,
    "src/aule/kernel/runs/task_runs.py": 1,
    "src/aule/kernel/schedules/ticker.py": 1,
    "src/aule/models/local/gguf_server.py": 1,
    "src/aule/testing/app_checks.py": 1,  # loads an app of somebody else: whatever it raises is a finding
    "src/aule/server/errors.py": 1,
    "src/aule/server/front.py": 1,
    "src/aule/sandbox/source/full_python.py": 1,  # whatever source of strangers raises is its result
    "src/aule/stores/home/keys.py": 1,
}
"""The step boundary, the background loop and the doors; one that raises again what it caught is free."""


def lengths() -> dict[str, tuple[int, int]]:
    """Each file's lines and ceiling."""
    found: dict[str, tuple[int, int]] = {}
    for source in sources("src", "tests", "benchmarks", "docs", "examples"):
        found[source.name] = (source.text.count("\n"), TEST_CEILING if source.name.startswith("tests/") else CEILING)
    for path in web():
        ceiling = TEST_CEILING if ".test." in path.name else CEILING
        found[path.relative_to(ROOT).as_posix()] = (path.read_text(encoding="utf-8").count("\n"), ceiling)
    return found


def test_no_file_is_longer_than_its_ceiling() -> None:
    """600 lines for the product, 800 for a test: longer files hold two subjects."""
    too_long = {n: lines for n, (lines, ceiling) in lengths().items() if lines > LONG_FILES.get(n, ceiling)}
    assert too_long == {}


def test_the_list_of_long_files_only_shrinks() -> None:
    """A file that came back under its ceiling leaves the list, and one that shrank lowers its number."""
    measured = lengths()
    stale = {n: allowed for n, allowed in LONG_FILES.items() if n not in measured or measured[n][0] < allowed}
    assert stale == {}


def test_no_folder_has_more_modules_than_one_look_takes_in() -> None:
    """A folder holds at most 25 modules; the list of those that hold more only shrinks."""
    counts = Counter(Path(source.name).parent.as_posix() for source in package())
    crowded = {folder: count for folder, count in counts.items() if count > MOST_FILES}
    assert crowded == CROWDED


def test_no_folder_or_module_is_a_drawer() -> None:
    """A thing stands in the module of the noun it is about; there is no `utils`."""
    drawers = [
        path.relative_to(ROOT).as_posix()
        for top in ("src", "tests", "shell/src", "benchmarks", "docs", "examples")
        for path in files(top)
        if DRAWERS & {part.partition(".")[0].lower() for part in path.relative_to(ROOT).parts}
    ]
    assert drawers == []


def test_no_class_hides_behind_an_empty_word() -> None:
    """`Manager`, `Helper`, `Base`, … say nothing about what a class is."""
    empty = [f"{s.name}:{c.lineno} {c.name}" for s in package() for c in s.classes() if c.name.endswith(SUFFIXES)]
    assert empty == []


def test_request_data_is_never_compiled_or_revived() -> None:
    """No eval, exec, compile, pickle or YAML loading in the product, but in the child that runs full Python."""
    found: list[str] = []
    for source in package():
        found += [
            f"{source.name}:{n.lineno} {called(n)}"
            for n in source.nodes
            if isinstance(n, ast.Call) and called(n) in EVALUATING and source.name != LIMITED_SOURCE
        ]
        found += [f"{source.name}:{line} {name}" for line, name in source.imports() if name.split(".")[0] in REVIVING]
    assert found == []


def test_no_module_loads_the_worker_that_compiles_source() -> None:
    """It is named only where a limited child is started with it, and imported nowhere; nor is what it alone imports."""
    worker, source = (_dotted(each) for each in (LIMITED_WORKER, LIMITED_SOURCE))
    loading = {
        module: sorted({s.name for s in package() for _, name in s.imports() if f"{name}.".startswith(f"{module}.")})
        for module in (worker, source)
    }
    naming = [s.name for s in package() if worker in s.text]
    assert loading == {worker: [], source: [LIMITED_WORKER]}
    assert naming == ["src/aule/sandbox/source/source_box.py"]


def _dotted(path: str) -> str:
    return path.removeprefix("src/").removesuffix(".py").replace("/", ".")


def test_every_module_and_every_public_thing_says_what_it_is() -> None:
    """A docstring whose first line is a sentence."""
    silent = [f"{s.name}" for s in package() if not _says_something(s.tree)]
    silent += [
        f"{s.name}:{node.lineno} {node.name}"
        for s in package()
        for node in _public(s.tree)
        if not _says_something(node)
    ]
    assert silent == []


def test_nothing_is_left_for_later() -> None:
    """No TODO marks and no NotImplementedError in the product."""
    left = [
        f"{s.name}:{number}"
        for s in package()
        for number, line in enumerate(s.text.splitlines(), 1)
        if LEFT_OVER.search(line) or "NotImplementedError" in line
    ]
    assert left == []


def test_every_type_or_lint_exception_gives_its_reason() -> None:
    """`# noqa` and `# pyright: ignore` name the rule they silence; a bare one silences tomorrow's bug too."""
    bare = [
        f"{s.name}:{line}"
        for s in package()
        for line, text in _comments(s.path)
        if re.search(r"#\s*noqa(?!: )|#\s*type: ignore(?!\[)|#\s*pyright: ignore(?!\[)", text)
    ]
    assert bare == []


def test_broad_excepts_stay_where_they_are_allowed() -> None:
    """At a step boundary, a door, or a background loop; elsewhere a bug has to crash."""
    broad = Counter(s.name for s in package() for n in s.nodes if isinstance(n, ast.ExceptHandler) and _swallows(n))
    assert broad == BROAD_EXCEPTS


@pytest.mark.parametrize(
    "top", ["src", "shell/src", "tests", "docs", "examples", "benchmarks", "README.md", "Makefile"]
)
def test_the_project_stands_alone(top: str) -> None:
    """Nothing in it points at a place on somebody's machine."""
    pointing = [
        path.relative_to(ROOT).as_posix()
        for path in files(top)
        if path.suffix in _TEXT and path != Path(__file__)
        if OTHER_PEOPLES_PATHS.search(path.read_text(encoding="utf-8"))
    ]
    assert pointing == []


_TEXT = {"", ".py", ".md", ".toml", ".ts", ".tsx", ".css", ".html", ".json", ".sh"}


def _public(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Module-level functions and classes with a public name, and the public methods of such classes."""
    found: list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            found.append(node)
            found += [
                member
                for member in node.body
                if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef)
                and not member.name.startswith("_")
                and not _is_told_elsewhere(member)
            ]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            found.append(node)
    return found


def _is_told_elsewhere(member: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Overloads are described by what implements them, setters by the property they set."""
    return any(
        (isinstance(each, ast.Name) and each.id == "overload")
        or (isinstance(each, ast.Attribute) and each.attr == "setter")
        for each in member.decorator_list
    )


def _says_something(node: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    return bool((ast.get_docstring(node) or "").strip())


def _swallows(handler: ast.ExceptHandler) -> bool:
    """Whether a handler catches everything and does not raise it again."""
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    is_broad = any(k is None or (isinstance(k, ast.Name) and k.id in {"Exception", "BaseException"}) for k in kinds)
    last = handler.body[-1]
    return is_broad and not (isinstance(last, ast.Raise) and last.exc is None)


def _comments(path: Path) -> list[tuple[int, str]]:
    with tokenize.open(path) as lines:
        return [(t.start[0], t.string) for t in tokenize.generate_tokens(lines.readline) if t.type == tokenize.COMMENT]
