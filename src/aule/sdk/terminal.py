"""What an app's commands work with: the only module through which an app reaches the terminal.

A command speaks the HTTP API like every other one: through a `Client`, to whoever owns the data directory. What it has
to tell goes to the `Console`, which prints words for people or one JSON document for programs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aule.contracts.ambient import Ambient
from aule.stores.home.directory import Home
from aule.terminal.by_hand import Yes, act, confirm, look, tell
from aule.terminal.calls import ended, in_words, parsed
from aule.terminal.changes import show_approval, show_diff
from aule.terminal.client import Client
from aule.terminal.commands import Argument, Command, CommandGroup, Limit, Option, Words, command
from aule.terminal.console import Console
from aule.terminal.decisions import Decider
from aule.terminal.exits import ExitCode, Reported, code_of, exit_code
from aule.terminal.follow import (
    YES,
    Deciding,
    choice_of,
    conclusion,
    decide,
    decide_all,
    is_within,
    stay,
    stop,
    waiting_problem,
)
from aule.terminal.interrupts import interruptible
from aule.terminal.language import TerminalMessages, locale, locale_of
from aule.terminal.line_input import HISTORY, Lines, lines_of
from aule.terminal.markdown import unescaped
from aule.terminal.narration import Narrator, Story
from aule.terminal.printable import one_line, printable
from aule.terminal.records import show_record
from aule.terminal.settings import Setting, read_setting
from aule.terminal.undo import latest, take_back
from aule.terminal.uploads import upload
from aule.terminal.words import say, term

if TYPE_CHECKING:  # what `look`, `act` and the stories of runs are made of: plain JSON with these keys
    from aule.contracts.errors import Report as Report
    from aule.terminal.answers import Approval as Approval
    from aule.terminal.answers import Asked as Asked
    from aule.terminal.answers import Called as Called
    from aule.terminal.answers import CallPreview as CallPreview
    from aule.terminal.answers import Change as Change
    from aule.terminal.answers import ChangeDiff as ChangeDiff
    from aule.terminal.answers import Event as Event
    from aule.terminal.answers import Page as Page
    from aule.terminal.answers import RecordChange as RecordChange
    from aule.terminal.answers import Result as Result
    from aule.terminal.answers import Run as Run
    from aule.terminal.answers import UndoPreview as UndoPreview

__all__ = [
    "HISTORY",
    "YES",
    "Ambient",
    "Argument",
    "Client",
    "Command",
    "CommandGroup",
    "Console",
    "Decider",
    "Deciding",
    "ExitCode",
    "Home",
    "Limit",
    "Lines",
    "Narrator",
    "Option",
    "Reported",
    "Setting",
    "Story",
    "TerminalMessages",
    "Words",
    "Yes",
    "act",
    "choice_of",
    "code_of",
    "command",
    "conclusion",
    "confirm",
    "decide",
    "decide_all",
    "ended",
    "exit_code",
    "in_words",
    "interruptible",
    "is_within",
    "latest",
    "lines_of",
    "locale",
    "locale_of",
    "look",
    "one_line",
    "parsed",
    "printable",
    "read_setting",
    "say",
    "show_approval",
    "show_diff",
    "show_record",
    "stay",
    "stop",
    "take_back",
    "tell",
    "term",
    "unescaped",
    "upload",
    "waiting_problem",
]
