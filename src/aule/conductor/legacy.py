"""Legacy: workflow files of the original Conductor, turned into those of today; what is unclear is noted (CO-52)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from aule.conductor.workflow.notes import Notes, NotRunnable, notes_on, phrase
from aule.contracts.conductor import LintNote
from aule.contracts.model import JsonObject
from aule.contracts.text import fold
from aule.kernel.workflows.yaml_writer import write_yaml

HEAD = "# Converted from an older workflow file; look at it before you run it.\n"
AT_ONCE = 4
"""How many tasks run together where the old file said `parallel_execution`."""
_TOP = ("storyId", "title", "name", "description", "context", "environment", "project")
_KEYS = frozenset({*_TOP, "tasks", "execution_config", "validationCriteria", "version", "metadata"})
_TASK = frozenset({"name", "agent", "inputs", "outputs", "depends_on", "context", "description", "id"})
_ODD = re.compile(r"[^A-Za-z0-9]+")
_PATH = re.compile(r"^[^\s:*?\"<>|]+(?:/[^\s]+|\.[A-Za-z0-9]{1,8})$")
_ALL_CREATED = re.compile(r"(all|every|todos|todas|cada).*(output|file|artifact|saida|arquivo|artefato)", re.DOTALL)
_MADE = re.compile(r"(creat|generat|exist|cria|gera)")
_FILLED = re.compile(r"(non.?empty|not empty|nao (estao |esta |sao )?vazi|com conteudo|sem arquivos? vazi)")


@dataclass(slots=True)
class _Old:
    """A task of an old file on its way."""

    id: str
    number: int
    value: Mapping[str, Any]
    needs: list[str] = field(default_factory=list[str])
    outputs: list[str] = field(default_factory=list[str])


def convert(text: str, *, path: str = "", locale: str = "en") -> tuple[str, list[LintNote]]:
    """An old workflow file as one of today, and what a person should look at; raises when it is none."""
    notes = notes_on(text, path, locale)
    if notes.errors:
        raise NotRunnable(path, notes.errors, locale)
    whole: Any = notes.read.value
    tasks: Any = cast("JsonObject", whole).get("tasks") if isinstance(whole, dict) else None
    if not isinstance(tasks, list) or not tasks:
        notes.wrong("not_legacy")
        raise NotRunnable(path, notes.errors, locale)
    converted = _Converter(cast("JsonObject", whole), notes).whole()
    return "# Converted from an older workflow file; look at it before you run it.\n" + write_yaml(
        converted
    ), notes.found


class _Converter:
    """Turns one old file into a new one."""

    def __init__(self, value: JsonObject, notes: Notes) -> None:
        self._value = value
        self._notes = notes
        self._tasks = self._listed(cast("list[Any]", value["tasks"]))
        self._by_name = {self._name(task): task for task in self._tasks}
        for task in self._tasks:
            task.outputs = list(self._paths(task, "outputs"))
        self._makers = {path: task.id for task in self._tasks for path in task.outputs}

    def whole(self) -> JsonObject:
        value, notes = self._value, self._notes
        for key in value:
            if key not in _KEYS:
                notes.doubtful("left_out", key, key=repr(key))
        config: Any = value.get("execution_config")
        settings = cast("JsonObject", config) if isinstance(config, dict) else {}
        new: JsonObject = {"version": 1, "name": self._text("storyId") or self._text("name") or "workflow"}
        told = "\n\n".join(each for key in ("title", "description", "context") if (each := self._text(key)))
        new |= {"description": told} if told else {}
        for key in ("environment", "project"):
            if named := self._text(key):
                new[key] = named
            else:
                notes.doubtful(f"name_{key}")
        new |= {"concurrency": AT_ONCE} if settings.get("parallel_execution") is True else {}
        new |= {"on_failure": "continue"} if settings.get("stop_on_error") is False else {}
        if settings.get("ai_provider"):
            notes.doubtful("provider_is_the_agents", "execution_config", provider=settings["ai_provider"])
        for key in settings:
            if key not in ("parallel_execution", "stop_on_error", "ai_provider"):
                notes.doubtful("left_out", "execution_config", key, key=repr(f"execution_config.{key}"))
        new["tasks"] = {task.id: self._task(task) for task in self._tasks}
        if success := self._success():
            new["success"] = success
        notes.doubtful("says_nothing_of_writing")
        return new

    def _listed(self, tasks: list[Any]) -> list[_Old]:
        found: list[_Old] = []
        taken: set[str] = set()
        for number, each in enumerate(tasks):
            if not isinstance(each, dict):
                self._notes.wrong("not_a_task", "tasks", number, number=number + 1)
                raise NotRunnable(self._notes.path, self._notes.errors, self._notes.locale)
            value = cast("JsonObject", each)
            base = _ODD.sub("-", fold(str(value.get("id") or value.get("name") or f"task-{number + 1}"))).strip("-")[
                :50
            ]
            id, count = base or f"task-{number + 1}", 2
            while id in taken:
                id, count = f"{base}-{count}", count + 1
            taken.add(id)
            found.append(_Old(id, number, value))
        return found

    def _task(self, task: _Old) -> JsonObject:
        value, notes, place = task.value, self._notes, ("tasks", task.number)
        for key in value:
            if key not in _TASK:
                notes.doubtful("left_out", *place, key, key=repr(f"{task.id}.{key}"))
        task.needs = list(self._needs(task))
        reads, words = self._inputs(task)
        prompt = [text for key in ("context", "description") if (text := _said(value.get(key)))]
        if words:
            prompt.append(phrase("given_words", notes.locale, words="; ".join(words)))
        new: JsonObject = {"title": self._name(task)} if self._name(task) != task.id else {}
        if agent := _said(value.get("agent")):
            new["agent"] = agent
        else:
            notes.doubtful("nobody_named", *place, task=repr(task.id))
        new |= {"prompt": "\n\n".join(prompt)} if prompt else {}
        new |= {"needs": task.needs} if task.needs else {}
        new |= {"reads": reads} if reads else {}
        new |= {"outputs": task.outputs} if task.outputs else {}
        return new

    def _needs(self, task: _Old) -> Iterable[str]:
        given: Any = task.value.get("depends_on")
        for name in _many(given):
            other = self._by_name.get(name) or next((each for each in self._tasks if each.id == name), None)
            if other is None:
                self._notes.doubtful("unknown_dependency", "tasks", task.number, task=repr(task.id), name=repr(name))
            else:
                yield other.id

    def _inputs(self, task: _Old) -> tuple[list[str], list[str]]:
        """Files to read, and words to be told. What another task makes is waited for."""
        reads: list[str] = []
        words: list[str] = []
        for each in _many(task.value.get("inputs")):
            maker = self._makers.get(each)
            if maker is None and not _PATH.match(each):
                words.append(each)
                continue
            if not self._is_inside(each, task, "inputs"):
                continue
            reads.append(each)
            if maker is not None and maker != task.id and maker not in task.needs:
                task.needs.append(maker)
                self._notes.doubtful("waits_for_maker", "tasks", task.number, task=repr(task.id), maker=repr(maker))
        return reads, words

    def _paths(self, task: _Old, key: str) -> Iterable[str]:
        for each in _many(task.value.get(key)):
            if self._is_inside(each, task, key):
                yield each.removeprefix("./")

    def _is_inside(self, path: str, task: _Old, key: str) -> bool:
        if path.startswith(("/", "~", "!")) or ".." in path.split("/") or "\\" in path:
            self._notes.doubtful("outside_project", "tasks", task.number, key, path=repr(path), task=repr(task.id))
            return False
        return True

    def _success(self) -> list[JsonObject]:
        outputs = list(dict.fromkeys(path for task in self._tasks for path in task.outputs))
        success: list[JsonObject] = []
        for sentence in _many(self._value.get("validationCriteria")):
            plain = fold(sentence)
            is_known = _FILLED.search(plain) or (_ALL_CREATED.search(plain) and _MADE.search(plain))
            check: JsonObject = {"files_exist": outputs} if is_known and outputs else {"manual": sentence}
            if check not in success:
                success.append(check)
        return success

    def _text(self, key: str) -> str:
        return _said(self._value.get(key))

    def _name(self, task: _Old) -> str:
        return _said(task.value.get("name")) or task.id


def _many(given: Any) -> list[str]:
    """A text, a list of texts, or a mapping of names to texts, as a list."""
    match given:
        case None | "":
            return []
        case list():
            return [said for each in cast("list[Any]", given) for said in _many(each)]
        case dict():
            pairs = cast("JsonObject", given).items()
            return [value if _PATH.match(value) else f"{key}: {value}" for key, each in pairs for value in _many(each)]
        case _:
            return [str(given)]


def _said(given: Any) -> str:
    return "" if given is None else str(given).strip()
