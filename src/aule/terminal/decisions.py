"""Deciding in a session: each write is shown as a diff, and a person says what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aule.contracts.errors import Cancelled
from aule.contracts.kinds import ApprovalKind
from aule.terminal.changes import show_approval
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.terminal.editor import edited, is_editable
from aule.terminal.exits import Reported
from aule.terminal.follow import YES, changed_meanwhile, choice_of, decide, stop, words_of
from aule.terminal.line_input import Lines
from aule.terminal.narration import Story
from aule.terminal.printable import one_line
from aule.terminal.words import say
from aule.text.words import are_alike

if TYPE_CHECKING:
    from aule.terminal.answers import Approval, FileDiff

OVERTAKEN = {"already_decided", "approval_stale"}
"""Somebody else was faster: what they said, or what is asked now, counts."""
EDITING = "core."
"""The app whose diffs are of files of the project. What others show as a diff may lie anywhere, such as in a home."""
FOLDED = 120
"""Lines of a diff that are shown before `v` asks for the rest. A yes is taken only once all of them were."""
LETS_HAPPEN = YES | {"t", "a"}
"""Letters that let something happen."""


@dataclass
class Decider:
    """The person at a terminal, and what they said once for several edits."""

    lines: Lines
    files: set[str] = field(default_factory=set[str])
    """Files all further edits of which are wanted."""
    all_edits: bool = False
    settled: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """What was decided here: an edit asks anew, and the log may tell of that after the decision."""

    async def __call__(self, client: Client, console: Console, story: Story) -> bool:
        """Decide everything that waits in a run, one by one."""
        for approval in list(story.pending.values()):
            if _mark(approval) not in self.settled and not await self._decide(client, console, approval, story.run):
                break
        return True

    async def _decide(self, client: Client, console: Console, approval: Approval, run: str) -> bool:
        """Put one thing before the person until it is decided; false when they stopped the whole turn."""
        if (why := self._known(approval)) is not None:
            console.say(f"✓ {one_line(approval['title'])}. {why}", "green")
            fresh = await self._tell(client, console, approval, "approve", None)
            if fresh is None:
                return True
            approval = fresh  # it is not what was wanted unseen: it is looked at
        is_whole = not self.lines.is_person  # a script sees nothing, whatever is left out
        while True:
            left = show_approval(console, approval, folded=None if is_whole else FOLDED)
            word, rest = await self._typed(console, approval)
            match word:
                case "v":
                    is_whole = True
                case _ if left and word in LETS_HAPPEN:
                    console.say(say("not_whole_yet", count=left), "yellow")
                    is_whole = True
                case "e" if is_editable(approval):
                    approval = await edited(client, console, self.lines, approval)
                case "q":
                    await stop(client, run)
                    return False
                case _:
                    fresh = await self._settle(client, console, approval, word, rest)
                    if fresh is None:
                        return True
                    approval = fresh

    def _known(self, approval: Approval) -> str | None:
        """Why an edit needs no more asking: the person said so for all of its kind."""
        paths = _edited_paths(approval)
        if not paths or approval["notices"]:  # what deserves a second look is looked at
            return None
        if paths <= self.files:
            return say("by_file")
        return say("by_session") if self.all_edits and not approval["is_protected"] else None

    async def _typed(self, console: Console, approval: Approval) -> tuple[str, str]:
        """The letter of a choice, and what else was typed. The end of input and Ctrl-C are a no."""
        is_choice = {option["id"] for option in approval["options"]} == {"approve", "deny"}
        if is_choice:
            console.say(_choices(approval), "dim")
        else:
            for number, option in enumerate(approval["options"], 1):
                console.say(f"  {number}. {one_line(option['label'])}")
        console.forget_typed()
        while True:
            try:
                typed = await self.lines.answer(say("choose") if is_choice else "› ")
            except Cancelled:
                typed = None
            if not is_choice:
                return ("?", typed.strip()) if typed and typed.strip() else ("n", "")
            word, _, rest = (typed or "").strip().partition(" ")
            if word.lower() in YES and (words := words_of(approval)) is not None:
                return await self._typed_words(console, words)
            if not self.lines.is_person or word.lower() in _offered(approval):
                return word.lower(), rest.strip()
            console.say(say("no_choice", word=word[:20]), "yellow")  # a slip of the finger is no decision

    async def _typed_words(self, console: Console, words: str) -> tuple[str, str]:
        """A yes with the words it takes; leaving them out is a no."""
        while True:
            try:
                typed = (await self.lines.answer(say("type_words", words=one_line(words))) or "").strip()
            except Cancelled:
                typed = ""
            if not typed or are_alike(words, typed):
                return ("y", typed) if typed else ("n", "")
            console.say(say("other_words"), "yellow")

    async def _settle(
        self, client: Client, console: Console, approval: Approval, word: str, rest: str
    ) -> Approval | None:
        """Send a decision. What changed meanwhile comes back, to be asked about as it is now."""
        option, answer = self._meant(approval, word, rest)
        if option == "deny":
            console.say(say("declined"), "yellow")
        return await self._tell(client, console, approval, option, answer)

    async def _tell(
        self, client: Client, console: Console, approval: Approval, option: str, answer: str | None
    ) -> Approval | None:
        """Say what was decided. What changed meanwhile is told and comes back, to be put before the person anew."""
        self.settled.add(_mark(approval))
        try:
            await decide(client, approval, option, answer)
        except Reported as error:
            if error.report["code"] not in OVERTAKEN:
                raise
            if (fresh := await changed_meanwhile(client, console, approval, error)) is not None:
                return fresh
            console.problem(error.report)
        return None

    def _meant(self, approval: Approval, word: str, rest: str) -> tuple[str, str | None]:
        """What a letter means for this approval, and the words that go with it."""
        if word == "?":
            return choice_of(approval, rest) or (approval["default"], None)
        paths = _edited_paths(approval)
        if word == "t" and paths:
            self.files |= paths
            return "approve", None
        if word == "a" and paths and not approval["is_protected"]:
            self.all_edits = True
            return "approve", None
        if word in YES:
            return "approve", None if words_of(approval) is None else rest
        declines = {option["id"] for option in approval["options"]} == {"approve", "deny"}
        return ("deny" if declines else approval["default"]), rest or None


def _mark(approval: Approval) -> tuple[str, str]:
    return approval["id"], approval["binds"]["content_hash"]


def _edited_paths(approval: Approval) -> set[str]:
    """The files of the project a write would edit; none for all that is more, or other: removing, making an agent."""
    is_edit = approval["call"] is not None and approval["call"]["capability"].startswith(EDITING)
    if approval["kind"] != ApprovalKind.WRITE or not is_edit:
        return set()
    preview = approval["preview"]
    if preview is None:
        return set()
    match preview["type"]:
        case "diff":
            files = [preview]
        case "patch":
            files = preview["files"]
        case _:
            return set()
    return set() if any(_is_more(diff) for diff in files) else {diff["path"] for diff in files}


def _is_more(diff: FileDiff) -> bool:
    """Whether a file would go or get another name, or what becomes of it is too long to be shown."""
    head = diff["diff"].split("\n@@", 1)[0]
    return "+++ /dev/null" in head or "rename from " in head or head.startswith("… ")


def _offered(approval: Approval) -> set[str]:
    """What can be typed: the letters that are shown, and nothing at all, which is a no."""
    letters = YES | {"", "n", "no", "nao", "não", "v", "q"}
    if is_editable(approval):
        letters.add("e")
    if _edited_paths(approval):
        letters |= {"t"} if approval["is_protected"] else {"t", "a"}
    return letters


def _choices(approval: Approval) -> str:
    if not _edited_paths(approval):
        return say("choices_plain") + "\n" + say("reason")
    return say("choices", all="" if approval["is_protected"] else say("choices_all")) + "\n" + say("reason")
