"""Legacy: workflow files of the original Conductor, turned into those of today; what is unclear is noted (CO-52).

What has no place in a file of today stands in a comment at its end, so that nothing of the old one is lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from aule.apps.conductor.homes.environments import is_name
from aule.apps.conductor.views import LintNote
from aule.apps.conductor.workflow.form import MOST_NEEDS, MOST_TASKS
from aule.apps.conductor.workflow.notes import Notes, NotRunnable, notes_on, phrase
from aule.apps.conductor.workflow.reading import parse
from aule.contracts.errors import AuleError
from aule.contracts.model import JsonObject
from aule.kernel.workflows.yaml_writer import write_yaml
from aule.sandbox.globs import check_pattern
from aule.text.words import fold

HEAD = "# Converted from an older workflow file; look at it before you run it.\n"
KEPT = "\n# Kept from the older file; it means nothing to this one.\n"
AT_ONCE = 4
"""How many tasks run together where the old file said `parallel_execution`."""
MOST_PATHS = 100
MOST_CRITERIA = 50
_LONGEST = {"name": 200, "title": 200, "description": 4_000, "prompt": 20_000, "message": 2_000, "manual": 1_000}
"""Characters a text of today's file may have."""
_LONGEST_PATH = 1_000
_TOP = ("storyId", "title", "name", "description", "context", "environment", "project")
_KEYS = frozenset({*_TOP, "tasks", "execution_config", "validationCriteria"})
_TASK = frozenset({"name", "agent", "inputs", "outputs", "depends_on", "context", "description", "id", "validation"})
_ODD = re.compile(r"[^A-Za-z0-9]+")
_PATH = re.compile(r"^[^\s:*?\"<>|]+(?:/[^\s]+|\.[A-Za-z0-9]{1,8})$")
_ALL_CREATED = re.compile(r"(all|every|todos|todas|cada).*(output|file|artifact|saida|arquivo|artefato)", re.DOTALL)
_MADE = re.compile(r"(creat|generat|exist|cria|gera)")
_FILLED = re.compile(r"(non.?empty|not empty|nao (estao |esta |sao )?vazi|com conteudo|sem arquivos? vazi)")
_SLOT = "${{"


@dataclass(slots=True)
class _Old:
    """A task of an old file on its way."""

    id: str
    number: int
    value: Mapping[str, Any]
    needs: list[str] = field(default_factory=list[str])
    outputs: list[str] = field(default_factory=list[str])

    @property
    def names(self) -> set[str]:
        """What others may call it by."""
        return {self.id, *(said for key in ("name", "id") if (said := _said(self.value.get(key))))}


def convert(text: str, *, path: str = "", locale: str = "en") -> tuple[str, list[LintNote]]:
    """An old workflow file as one of today, and what a person should look at; raises when it is none."""
    notes = notes_on(text, path, locale)
    if notes.errors:
        raise NotRunnable(path, notes.errors, locale)
    whole: Any = notes.read.value
    tasks: Any = cast("JsonObject", whole).get("tasks") if isinstance(whole, dict) else None
    if not isinstance(tasks, list) or not tasks or len(cast("list[Any]", tasks)) > MOST_TASKS:
        notes.wrong("not_legacy")
        raise NotRunnable(path, notes.errors, locale)
    converter = _Converter(cast("JsonObject", whole), notes)
    made = HEAD + write_yaml(converter.whole()) + converter.rest()
    for each in parse(made, path, locale=locale).notes.errors:  # whoever gets it hears of it before they run it
        notes.take(each.model_copy(update={"line": None}))
    return made, notes.found


class _Converter:
    """Turns one old file into a new one."""

    def __init__(self, value: JsonObject, notes: Notes) -> None:
        self._value = value
        self._notes = notes
        self._kept: list[tuple[str, Any]] = []
        self._tasks = self._listed(cast("list[Any]", value["tasks"]))
        for task in self._tasks:
            task.outputs = list(self._paths(task, "outputs"))
        self._makers = {path: task.id for task in self._tasks for path in task.outputs}
        for task in self._tasks:
            task.needs = list(self._needs(task))

    def whole(self) -> JsonObject:
        """The file of today."""
        value, notes = self._value, self._notes
        for key in value:
            if key not in _KEYS:
                self._leave(value[key], key)
        new: JsonObject = {"version": 1, "name": self._name_of_all()}
        told = "\n\n".join(each for key in ("title", "description", "context") if (each := _said(value.get(key))))
        new |= {"description": self._fit(told, "description", "description")} if told else {}
        for key in ("environment", "project"):
            named = value.get(key)
            if isinstance(named, str) and is_name(named.strip()):
                new[key] = named.strip()
                continue
            if named is not None:
                self._leave(named, key)
            notes.doubtful(f"name_{key}")
        new |= self._settings()
        new["tasks"] = {task.id: self._task(task) for task in self._tasks}
        if success := self._success():
            new["success"] = success
        notes.doubtful("says_nothing_of_writing")
        return new

    def rest(self) -> str:
        """What has no place in the file of today, as a comment."""
        lines = [f"# {key}: {json.dumps(value, ensure_ascii=True, default=str)}\n" for key, value in self._kept]
        return KEPT + "".join(lines) if lines else ""

    def _name_of_all(self) -> str:
        names = [said for key in ("storyId", "name") if (said := _said(self._value.get(key)))]
        for each in names[1:]:
            if each != names[0]:
                self._keep(each, "name")
        return self._fit(names[0], "name", "storyId") if names else "workflow"

    def _settings(self) -> JsonObject:
        """What an old file says about how its tasks are carried out."""
        given: Any = self._value.get("execution_config")
        if not isinstance(given, dict):
            if given is not None:
                self._leave(given, "execution_config")
            return {}
        settings, new = cast("JsonObject", given), JsonObject()
        for key, value in settings.items():
            match key, value:
                case "parallel_execution", bool():
                    new |= {"concurrency": AT_ONCE} if value else {}
                case "stop_on_error", bool():
                    new |= {} if value else {"on_failure": "continue"}
                case "ai_provider", str():
                    self._notes.doubtful("provider_is_the_agents", "execution_config", provider=value)
                    self._keep(value, "execution_config.ai_provider")
                case _:
                    self._leave(value, f"execution_config.{key}", "execution_config", key)
        return new

    def _listed(self, tasks: list[Any]) -> list[_Old]:
        found: list[_Old] = []
        taken: set[str] = set()
        for number, each in enumerate(tasks):
            if not isinstance(each, dict):
                self._notes.wrong("not_a_task", "tasks", number, number=number + 1)
                raise NotRunnable(self._notes.path, self._notes.errors, self._notes.locale)
            value = cast("JsonObject", each)
            wanted = _said(value.get("id")) or _said(value.get("name")) or f"task-{number + 1}"
            base = _ODD.sub("-", fold(wanted)).strip("-")[:50].strip("-") or f"task-{number + 1}"
            id, count = base, 2
            while id in taken:
                id, count = f"{base}-{count}", count + 1
            taken.add(id)
            found.append(_Old(id, number, value))
            if (own := _said(value.get("id"))) not in ("", id):
                self._keep(own, f"{id}.id")
        return found

    def _task(self, task: _Old) -> JsonObject:
        value, notes, place = task.value, self._notes, ("tasks", task.number)
        for key in value:
            if key not in _TASK:
                self._leave(value[key], f"{task.id}.{key}", *place, key)
        reads, words = self._inputs(task)
        prompt = [text for key in ("context", "description") if (text := _said(value.get(key)))]
        if words:
            prompt.append(phrase("given_words", notes.locale, words="; ".join(words)))
        name = _said(value.get("name"))
        new: JsonObject = {"title": self._fit(name, "title", f"{task.id}.name")} if name not in ("", task.id) else {}
        told = "\n\n".join(prompt)
        new |= {"needs": task.needs} if task.needs else {}
        agent: Any = value.get("agent")
        if isinstance(agent, str) and is_name(agent.strip()):
            new |= {"agent": agent.strip()}
            new |= {"prompt": self._fit(told, "prompt", f"{task.id}.prompt")} if told else {}
            new |= {"reads": reads} if reads else {}
            return new | ({"outputs": task.outputs} if task.outputs else {})
        notes.doubtful("nobody_named", *place, task=repr(task.id))
        for key, left in (("agent", agent), ("inputs", reads), ("outputs", task.outputs)):
            if left:
                self._leave(left, f"{task.id}.{key}", *place, key)
        return new | {"approval": {"message": self._fit(told or name or task.id, "message", f"{task.id}.prompt")}}

    def _needs(self, task: _Old) -> Iterable[str]:
        found: list[str] = []
        for name in _many(task.value.get("depends_on")):
            other = next((each for each in self._tasks if name in each.names), None)
            if other is None:
                self._notes.doubtful("unknown_dependency", "tasks", task.number, task=repr(task.id), name=repr(name))
                self._keep(name, f"{task.id}.depends_on")
            elif other.id in found:
                continue
            elif len(found) == MOST_NEEDS or self._leads(other, task):
                self._notes.doubtful("circular_dependency", "tasks", task.number, task=repr(task.id), name=repr(name))
                self._keep(name, f"{task.id}.depends_on")
            else:
                found.append(other.id)
        return found

    def _leads(self, task: _Old, to: _Old) -> bool:
        """Whether a task waits for another, directly or not; it does for itself."""
        by_id, seen, ahead = {each.id: each for each in self._tasks}, set[str](), [task.id]
        while ahead:
            id = ahead.pop()
            if id == to.id:
                return True
            if id not in seen:
                seen.add(id)
                ahead += by_id[id].needs
        return False

    def _inputs(self, task: _Old) -> tuple[list[str], list[str]]:
        """Files to read, and words to be told. What another task makes is waited for."""
        reads: list[str] = []
        words: list[str] = []
        given: Any = task.value.get("inputs")
        if isinstance(given, dict):  # what the files are called is worth telling, too
            pairs = cast("JsonObject", given).items()
            words += [f"{key}: {path}" for key, each in pairs for path in _many(each) if _PATH.match(path)]
        for each in _many(given):
            maker = self._makers.get(each)
            if maker is None and not _PATH.match(each):
                words.append(each)
                continue
            if not self._is_inside(each, task, "inputs") or each in reads:
                continue
            if len(reads) == MOST_PATHS:
                self._leave(each, f"{task.id}.inputs", "tasks", task.number, "inputs")
                continue
            reads.append(each)
            self._wait_for(maker, task)
        return reads, words

    def _wait_for(self, maker: str | None, task: _Old) -> None:
        if maker is None or maker in task.needs or len(task.needs) == MOST_NEEDS:
            return
        other = next(each for each in self._tasks if each.id == maker)
        if not self._leads(other, task):
            task.needs.append(maker)
            self._notes.doubtful("waits_for_maker", "tasks", task.number, task=repr(task.id), maker=repr(maker))

    def _paths(self, task: _Old, key: str) -> Iterable[str]:
        found: list[str] = []
        for each in _many(task.value.get(key)):
            path = each.removeprefix("./")
            if self._is_inside(each, task, key) and path not in found:
                if len(found) == MOST_PATHS:
                    self._leave(each, f"{task.id}.{key}", "tasks", task.number, key)
                else:
                    found.append(path)
        return found

    def _is_inside(self, path: str, task: _Old, key: str) -> bool:
        is_odd = path.startswith(("/", "~", "!")) or ".." in path.split("/") or "\\" in path or "{{" in path
        if is_odd or not path.removeprefix("./") or len(path) > _LONGEST_PATH or not _is_glob(path.removeprefix("./")):
            self._notes.doubtful("outside_project", "tasks", task.number, key, path=repr(path), task=repr(task.id))
            self._keep(path, f"{task.id}.{key}")
            return False
        return True

    def _success(self) -> list[JsonObject]:
        outputs = list(dict.fromkeys(path for task in self._tasks for path in task.outputs))[:MOST_PATHS]
        success: list[JsonObject] = []
        said = [("validationCriteria", each) for each in _many(self._value.get("validationCriteria"))]
        said += [
            (f"{task.id}.validation", each) for task in self._tasks for each in _many(task.value.get("validation"))
        ]
        for key, sentence in said:
            plain = fold(sentence)
            is_known = _FILLED.search(plain) or (_ALL_CREATED.search(plain) and _MADE.search(plain))
            if key == "validationCriteria" and is_known and outputs:
                check: JsonObject = {"files_exist": outputs}
                self._keep(sentence, key)
            else:
                check = {"manual": self._fit(sentence, "manual", key)}
            if check in success:
                continue
            if len(success) == MOST_CRITERIA:
                self._leave(sentence, key)
            else:
                success.append(check)
        return success

    def _fit(self, text: str, form: str, key: str) -> str:
        """A text as it fits today's file: not longer than may be, and nothing in it that would be filled in."""
        fitting = text.replace(_SLOT, "$ {{")[: _LONGEST[form]]
        if fitting != text:
            self._notes.doubtful("text_changed", key=repr(key), most=_LONGEST[form])
            self._keep(text, key)
        return fitting

    def _leave(self, value: Any, key: str, *place: str | int) -> None:
        """Leave something out, tell of it, and keep it as a comment."""
        self._notes.doubtful("left_out", *(place or (key,)), key=repr(key))
        self._keep(value, key)

    def _keep(self, value: Any, key: str) -> None:
        self._kept.append((key, value))


def _is_glob(path: str) -> bool:
    try:
        check_pattern(path)
    except AuleError:
        return False
    return True


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
    """A value as words: a list or a mapping line by line."""
    return "\n".join(_many(given)).strip()
