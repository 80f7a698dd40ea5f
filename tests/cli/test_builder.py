"""What the command line parses with is built from records: one way for the system's commands and for those of apps."""

from __future__ import annotations

import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from click.testing import CliRunner
from tests.cli.command_line import CommandLine

from aule.cli.builder import build
from aule.cli.main import COMMANDS
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Invalid
from aule.terminal.commands import Argument, CommandGroup, Option, Words, command
from aule.terminal.console import Console


class Tea(StrEnum):
    """Sorts of tea."""

    GREEN = "green"
    BLACK = "black"


@command()
def brew(
    console: Console,
    ambient: Ambient,
    leaves: Annotated[list[Path], Argument("Where the leaves are.")],
    sort: Annotated[Tea, Option(help="Which sort.")] = Tea.GREEN,
    speed: Annotated[Literal["slow", "fast"] | None, Option(help="How fast.")] = None,
    minutes: Annotated[int, Option(min=1, max=9, variable="TEA_MINUTES", help="How long.")] = 3,
    warm: Annotated[float | None, Option("--warm", "-w", help="How warm.", metavar="DEGREES")] = None,
    milk: Annotated[bool, Option(help="With milk.")] = False,
    guests: Annotated[list[str] | None, Option("--guest", help="Who drinks it.")] = None,
) -> int:
    """Brew tea.

    It may take a while.
    """
    assert ambient.clock.zone() and isinstance(sort, Tea)
    console.result([[file.name for file in leaves], sort, speed, minutes, warm, milk, guests])
    return 3


def run(record: Any, *words: str, stdin: str = "", **environment: str) -> tuple[int, str, str]:
    """Run a record as a command line, and return its exit code and what it said."""
    done = CliRunner(env=environment).invoke(build(record), words, input=stdin, prog_name="tea")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    return done.exit_code, " ".join(done.stdout.split()), " ".join(done.stderr.split())


def test_a_function_gets_values_of_the_types_it_declares() -> None:
    assert run(brew, "a", "--json") == (3, '[ [ "a" ], "green", null, 3, null, false, null ]', "")
    words = ["a", "b", "--sort", "black", "--speed=fast", "-w", "80", "--milk", "--guest", "x", "--guest", "y"]
    assert run(brew, *words, "--json", TEA_MINUTES="5") == (
        3,
        '[ [ "a", "b" ], "black", "fast", 5, 80.0, true, [ "x", "y" ] ]',
        "",
    )


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "Missing argument 'LEAVES...'."),
        (["a", "--sort", "red"], "Invalid value for '--sort': 'red' is not one of 'green', 'black'."),
        (["a", "--speed", "odd"], "Invalid value for '--speed': 'odd' is not one of 'slow', 'fast'."),
        (["a", "--minutes", "0"], "0 is not in the range 1<=x<=9."),
        (["a", "--warm", "very"], "Invalid value for '--warm' / '-w': 'very' is not a valid float."),
        (["a", "--milk=1"], "Option '--milk' does not take a value."),
        (["a", "--mil"], "No such option '--mil'."),
    ],
    ids=str,
)
def test_wrong_words_are_refused_with_exit_code_2_and_a_reason(words: list[str], problem: str) -> None:
    code, out, err = run(brew, *words)
    assert (code, out) == (2, "")
    assert problem in err


def test_help_says_what_the_signature_says() -> None:
    code, out, _ = run(brew, "--help")
    assert code == 0
    for part in (
        "Usage: tea [OPTIONS] LEAVES... Brew tea. It may take a while.",
        "Where the leaves are. [required]",
        "--sort [green|black] Which sort. [default: green]",
        "--minutes INTEGER RANGE How long. [env var: TEA_MINUTES; default: 3; 1<=x<=9]",
        "-w, --warm DEGREES How warm.",
        "--milk / --no-milk With milk. [default: no-milk]",
        "--json Print one JSON document instead of words.",
    ):
        assert part in out


def test_a_group_lists_its_commands_and_may_do_something_alone() -> None:
    group = CommandGroup("tea", help="Keep tea.")

    @group.default
    @group.command("list")
    def list_(console: Console, limit: int = 2) -> None:
        """List tea. There is always some.

        This is not in the list of commands.
        """
        console.say(f"at most {limit}")

    @group.command(has_json=False)
    async def refuse() -> None:
        """Refuse."""
        raise Invalid("No tea.", hint="Take coffee.")

    assert list_.__name__ == "list_"
    assert run(group) == run(group, "list") == (0, "at most 2", "")
    assert run(group, "list", "--limit", "7") == (0, "at most 7", "")
    assert run(group, "refuse") == (2, "", "Error (invalid): No tea. Hint: Take coffee.")
    assert "Did you mean 'list'?" in run(group, "lst")[2]
    assert "list List tea. There is always some. refuse Refuse." in run(group, "--help")[1]


def test_words_may_stand_on_the_line_or_in_standard_input() -> None:
    @command()
    def say(console: Console, words: Annotated[str, Words("What to say.")]) -> None:
        """Say something."""
        console.say(words)

    assert run(say, "green", "tea") == (0, "green tea", "")
    assert run(say, stdin="black tea") == run(say, "-", stdin="black tea") == (0, "black tea", "")


def test_standard_input_is_read_before_the_data_directory_is_held(tmp_path: Path) -> None:
    """`aule … | aule ask` works without a server: the first command has the data directory until it ends."""
    aule = CommandLine(tmp_path / "aule")
    entry = f"'{sys.executable}' -c 'from aule.cli.entry import run; run()'"
    line = f"({entry} call core.create_note title=Tea text=green --yes >&2 && echo list my notes) | {entry} ask"
    ran = subprocess.run(["sh", "-c", line], env=aule.environment, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, "Tea" in ran.stdout) == (0, True), ran.stderr


def test_a_type_that_no_word_can_have_is_refused_when_the_command_is_built() -> None:
    @command()
    def odd(value: Annotated[dict[str, str], Argument("What no word is.")]) -> None:
        """Take what no word is."""

    with pytest.raises(TypeError, match="A command cannot take"):
        build(odd)


@pytest.mark.parametrize("words", [["version"], ["--version"], ["--help"], ["completion", "bash"]], ids=" ".join)
def test_a_command_that_speaks_to_nobody_loads_no_client_and_no_other_command(words: list[str]) -> None:
    """LI-8: what a command does not use, it does not wait for."""
    program = """
import sys
from aule.cli.entry import run
try:
    run()
finally:
    sys.stderr.write(repr([name for name in sys.modules if name.startswith("aule.cli.commands.") or name in %s]))
""" % {"asyncio", "aule.terminal.client", "pydantic", "rich"}
    ran = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=60)
    own = [] if words[0].startswith("-") else [COMMANDS[words[0]][0].partition(":")[0]]
    assert ran.stderr == repr(own)
