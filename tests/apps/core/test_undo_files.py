"""Whatever an agent did to files in one run, undoing the run gives back every byte (K-8, OS-17)."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from aule.contracts.settings import Settings
from aule.testing import call, say
from aule.testing.system import system

FREE = Settings.model_validate({"policy": {"allow": ["core.*"]}})
PATHS = st.sampled_from(["a", "b.txt", "d/c", "d/e/f.md", "d/e/g", "new/h", "a/below"])
CONTENTS = st.one_of(
    st.binary(max_size=40),
    st.sampled_from([b"", b"one\ntwo\n", b"one\r\ntwo\r\n", b"one\ntwo", b"one\r\ntwo\nthree", b"\xef\xbb\xbfone\n"]),
    st.sampled_from(["one\r\nação\r\n".encode("utf-16"), "ação\n".encode("cp1252"), b"\0one\n\xff"]),
)
TEXTS = st.sampled_from(["", "one", "two\n", "ação\nx", "one\ntwo\n", "\r\n", "日本\n"])


def _patch(path: str, other: str, kind: str, text: str) -> str:
    """A patch that may or may not fit, of one file or two."""
    plus = "\n".join(f"+{line}" for line in text.replace("\r", "").split("\n"))
    sections = {
        "add": f"*** Add File: {path}\n{plus}\n*** Add File: {other}\n{plus}",
        "delete": f"*** Delete File: {path}\n*** Add File: {other}\n{plus}",
        "change": f"*** Update File: {path}\n-one\n{plus}\n*** Update File: {other}\n one\n{plus}",
        "move": f"*** Update File: {path}\n*** Move to: {other}\n-one\n{plus}",
        "end": f"*** Update File: {path}\n{plus}",
    }
    return f"*** Begin Patch\n{sections[kind]}\n*** End Patch"


OPERATIONS = st.one_of(
    st.tuples(st.just("write_file"), st.fixed_dictionaries({"path": PATHS, "content": TEXTS})),
    st.tuples(st.just("append_file"), st.fixed_dictionaries({"path": PATHS, "content": TEXTS})),
    st.tuples(st.just("edit_file"), st.fixed_dictionaries({"path": PATHS, "search": st.just("one"), "replace": TEXTS})),
    st.tuples(st.just("delete_file"), st.fixed_dictionaries({"path": PATHS})),
    st.tuples(st.just("move_file"), st.fixed_dictionaries({"source": PATHS, "target": PATHS})),
    st.tuples(
        st.just("apply_patch"),
        st.builds(_patch, PATHS, PATHS, st.sampled_from(["add", "delete", "change", "move", "end"]), TEXTS).map(
            lambda patch: {"patch": patch}
        ),
    ),
)


def tree(root: Path) -> dict[str, tuple[int, bytes | None]]:
    """Every file and folder with its permissions and bytes."""
    return {
        path.relative_to(root).as_posix(): (path.stat().st_mode, path.read_bytes() if path.is_file() else None)
        for path in sorted(root.rglob("*"))
    }


@hypothesis_settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    files=st.dictionaries(PATHS.filter(lambda path: path != "a/below"), st.tuples(CONTENTS, st.booleans()), max_size=5),
    operations=st.lists(OPERATIONS, min_size=1, max_size=8, unique_by=repr),  # the same again is going in circles
)
def test_undoing_a_run_gives_back_the_tree_byte_for_byte(
    files: dict[str, tuple[bytes, bool]], operations: list[tuple[str, dict[str, Any]]]
) -> None:
    """Over binary files, foreign encodings and line ends, no end of line, tools; calls that fail change nothing."""
    asyncio.run(_there_and_back(files, operations))


async def _there_and_back(files: dict[str, tuple[bytes, bool]], operations: list[tuple[str, dict[str, Any]]]) -> None:
    script = [call(f"core.{name}", params) for name, params in operations]
    with tempfile.TemporaryDirectory() as folder:
        async with system(Path(folder), *script, say("Done.")) as aule:
            await aule.kernel.save_settings(FREE, expected=None)
            root = aule.workspace
            for path, (content, is_tool) in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_bytes(content)
                (root / path).chmod(0o755 if is_tool else 0o640)
            before = tree(root)
            run = await aule.ask("do it all")
            changes = await aule.kernel.changes.of_run(run.id)
            if changes:
                await aule.kernel.undo(f"run:{run.id}")
            assert tree(root) == before, [change.title for change in changes]
