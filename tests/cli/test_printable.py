"""What came from files, models and other people is shown on a terminal, never obeyed by it."""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from aule.apps.conductor.terminal.former import AGENT, CONDUCTOR, Place, translated
from aule.terminal.printable import escaped, one_line, printable

ODD = st.text(st.characters(categories=("Cc", "Cf", "Zl", "Zp", "L", "Cs"), include_characters="\x1b\x9b\r\n\t"))


@given(ODD)
def test_no_control_character_is_left_but_lines_and_tabs(text: str) -> None:
    """S9: not one of them, wherever it stands, and in pieces as in the whole."""
    shown = printable(text)
    assert not {sign for sign in shown if unicodedata.category(sign) in ("Cc", "Zl", "Zp", "Cs")} - {"\n", "\t"}
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\ufeff")
    assert shown == "".join(printable(sign) for sign in text)
    assert "\n" not in one_line(text)
    shown.encode()


@given(st.recursive(ODD, lambda inner: st.lists(inner) | st.dictionaries(ODD, inner), max_leaves=5))
def test_json_means_the_same_and_moves_no_cursor(value: object) -> None:
    """S9: with --json too."""
    document = escaped(json.dumps(value, ensure_ascii=False))
    assert json.loads(document) == value
    assert not set(document) & {"\x1b", "\x7f", "\x9b", "\u202e", "\r"}


def test_former_flags_are_translated_with_a_note_each() -> None:
    words = ["--embody", "X", "--projeto=p", "--project-root", "/r", "--input", "hello"]
    found, notes = translated(words, AGENT)
    assert found == ["--agent", "X", "--project", "p", "--input", "hello"]
    assert len(notes) == 3
    assert translated(["--workflow", "wf.yaml", "--ai-provider", "claude", "--dry-run"], CONDUCTOR)[0] == [
        "wf.yaml",
        "--dry-run",
    ]


def test_the_flags_of_the_original_are_taken() -> None:
    """`--ia`, switches nobody needs, `_common`, and a folder where a name is asked for."""
    at = {"/ws/develop/shop": Place("develop", "shop")}.get
    words = ["--ia", "gemini", "--projeto", "/ws/develop/shop", "-v", "plan.yaml"]
    assert translated(words, CONDUCTOR, at)[0] == ["plan.yaml", "--environment", "develop", "--project", "shop"]
    words = ["--embody", "X", "--project-root=/ws/develop/shop", "--state", "s.json", "--verbose", "--repl"]
    found, notes = translated(words, AGENT, at)
    assert found == ["--agent", "X", "--repl", "--environment", "develop", "--project", "shop"]
    assert len(notes) == 4
    words = ["--environment", "_common", "--project=_common", "--agent", "X", "--ia=ollama"]
    assert translated(words, AGENT)[0] == ["--agent", "X", "--model", "ollama"]
    assert translated(["-e", "main", "--project-root", "/ws/develop/shop"], AGENT, at)[0] == ["-e", "main"]


def test_help_loads_nothing_a_conversation_needs() -> None:
    """`aule --help` answers at once."""
    words = (
        "import sys\n"
        "from aule.cli.main import app\n"
        "try:\n    app(['--help'], prog_name='aule')\n"
        "except SystemExit: pass\n"
        "heavy = {'prompt_toolkit', 'httpx', 'pydantic', 'aule.apps.conductor', 'aule.kernel', 'aule.sandbox'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    ran = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, timeout=60)
    assert "agent" in ran.stdout and ran.stdout.splitlines()[-1] == "[]"
