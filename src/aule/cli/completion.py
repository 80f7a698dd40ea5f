"""Answers to a shell that asks what could follow: commands, options, capabilities, their parameters, agents and ids.

An answer is there in a moment or not at all. Commands and built-in capabilities come from a catalogue that is written
with the documents; everything else from the running server, or, where there is none, from a look into the database
file. That look takes no lock, writes nothing and starts nothing; whatever goes wrong, fewer words are offered.

A shell puts what it is offered on its line as it is. So nothing is offered that a shell could read as more than a word.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

CATALOGUE = os.path.join(os.path.dirname(__file__), "completions", "catalogue.json")
LONGEST_HELP = 60
_WORD = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.@+/-]*(?:=[A-Za-z0-9_.@+/-]*)?\Z")
"""What every shell reads as one plain word."""


class Offer(NamedTuple):
    """A word that could follow, and what it is."""

    word: str
    help: str = ""


def answer() -> None:
    """Print what could follow the line that a shell gives as the argument, one offer on a line."""
    shell, line = os.environ.get("_AULE_COMPLETE", ""), sys.argv[1] if len(sys.argv) > 1 else ""
    words = split(line)
    offers = offered(words, Known())
    sys.stdout.buffer.write("".join(_printed(each, words[-1], shell) for each in offers).encode())


def split(line: str) -> list[str]:
    """Return the words of a line that is still typed, as a shell would; the last is the one under the cursor."""
    words, quote, is_escaped = [""], "", False
    for character in line:
        if is_escaped:
            words[-1] += character
            is_escaped = False
        elif character == "\\" and quote != "'":
            is_escaped = True
        elif quote:
            if character == quote:
                quote = ""
            else:
                words[-1] += character
        elif character in "'\"":
            quote = character
        elif character.isspace():
            if words[-1]:
                words.append("")
        else:
            words[-1] += character
    return words


def offered(words: list[str], known: Known) -> list[Offer]:
    """Return what could stand in place of the last word, after those before it; the first is the command itself."""
    *before, current = words[1:] or [""]
    found = list(_offers(before, current, known))
    seen = {offer.word: offer for offer in found if offer.word.startswith(current) and _WORD.match(offer.word)}
    return list(seen.values())


class Known:
    """What is known without loading anything: the catalogue, and what the server or the database says."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = environment

    def catalogue(self) -> Mapping[str, Any]:
        """Return the commands, capabilities and agents that come with the system."""
        with open(CATALOGUE, encoding="utf-8") as file:
            return json.load(file)

    def named(self, kind: str) -> list[Offer]:
        """Return the things of a kind, the latest first."""
        from aule.cli.completion_sources import (
            things,  # sockets and SQLite, which commands and options need not wait for
        )

        return [Offer(id, help) for id, help in things(kind, self._environment)]

    def capabilities(self) -> Mapping[str, Any]:
        """Return all capabilities by name, each with its help and its parameters' choices."""
        from aule.cli.completion_sources import served_capabilities

        return served_capabilities(self._environment) or self.catalogue()["capabilities"]


def _offers(before: list[str], current: str, known: Known) -> Iterator[Offer]:
    """Walk down the commands along the words that stand, and offer what fits where they end."""
    commands: Mapping[str, Any] = known.catalogue()["commands"]
    if not before:
        yield from (Offer(name, command["help"]) for name, command in commands.items())
        yield Offer("--help", "Show what there is.")
        return
    if before[0] not in commands:
        yield from _of_app(before[0], before[1:], current, known)
        return
    command, rest = commands[before[0]], before[1:]
    while rest and rest[0] in command.get("commands", {}):
        command, rest = command["commands"][rest[0]], rest[1:]
    yield from _of_command(command, rest, current, known)


def _of_command(command: Mapping[str, Any], rest: list[str], current: str, known: Known) -> Iterator[Offer]:
    options: Mapping[str, Any] = command["options"]
    waiting = options.get(rest[-1]) if rest else None
    if waiting is not None and waiting["takes"] is not None:
        yield from _taken(waiting["takes"], [], known)
        return
    flag, equals, _ = current.partition("=")
    if equals and flag in options:
        yield from (Offer(f"{flag}={each.word}", each.help) for each in _taken(options[flag]["takes"] or "", [], known))
        return
    if current.startswith("-"):
        yield from (Offer(name, option["help"]) for name, option in options.items())
        yield Offer("--help", "Show what there is.")
        return
    given = list(_positional(rest, options))
    if not given:
        yield from (Offer(name, inner["help"]) for name, inner in command.get("commands", {}).items())
    arguments = command["arguments"]
    place = min(len(given), len(arguments) - 1)
    if arguments and (place == len(given) or arguments[place]["many"]):
        yield from _taken(arguments[place]["takes"], given, known)


def _positional(rest: Iterable[str], options: Mapping[str, Any]) -> Iterator[str]:
    """Yield the words that are neither options nor values of options."""
    is_value = False
    for word in rest:
        if is_value:
            is_value = False
        elif word in options:
            is_value = options[word]["takes"] is not None
        elif not word.startswith("-"):
            yield word


def _taken(takes: str | list[str], given: list[str], known: Known) -> Iterable[Offer]:
    """Return the values something takes, by its choices or by the kind of thing it names."""
    if isinstance(takes, list):
        return [Offer(choice) for choice in takes]
    own: dict[str, Callable[[], Iterable[Offer]]] = {
        "": list[Offer],
        "capability": lambda: [Offer(name, each["help"]) for name, each in known.capabilities().items()],
        "parameter": lambda: _parameters(given[0] if given else "", given[1:], known),
        "agent": lambda: [*(Offer(*each) for each in known.catalogue()["agents"].items()), *known.named("agent")],
        "undoable": lambda: [*known.named("change"), *known.named("run")],
    }
    return own[takes]() if takes in own else known.named(takes)


def _parameters(capability: str, given: Iterable[str], known: Known) -> Iterator[Offer]:
    """Yield the parameters of a capability that are not given yet, each also with every choice it has."""
    params: Mapping[str, list[Any]] = known.capabilities().get(capability, {}).get("params", {})
    there = {word.partition("=")[0].rstrip(":") for word in given}
    for name, choices in params.items():
        if name not in there:
            yield Offer(f"{name}=")
            yield from (Offer(f"{name}={choice}") for choice in choices)


def _of_app(app: str, rest: list[str], current: str, known: Known) -> Iterator[Offer]:
    """Offer an app's capabilities as commands, then their parameters."""
    capabilities = known.capabilities()
    if rest:
        yield from _parameters(f"{app}.{rest[0].replace('-', '_')}", rest[1:], known)
        yield from (Offer(flag) for flag in ("--yes", "--json", "--help") if current.startswith("-"))
        return
    for name, each in capabilities.items():
        if name.startswith(f"{app}."):
            yield Offer(name.partition(".")[2].replace("_", "-"), each["help"])


def _printed(offer: Offer, current: str, shell: str) -> str:
    """Return an offer as a shell reads it. bash puts it in place of what follows the last `=` or `:` alone."""
    if shell == "bash":
        cut = max(current.rfind("="), current.rfind(":")) + 1
        return f"{offer.word[cut:]}\n" if offer.word[cut:] else ""
    help = " ".join("".join(each if each.isprintable() else " " for each in offer.help).split())[:LONGEST_HELP]
    return f"{offer.word}\t{help}\n" if help else f"{offer.word}\n"
