"""Other words for the same thing: actions as models write them become actions as we know them (AT-14).

Every word that was exchanged is told: nothing is read in another way silently.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from aule.apps.atlas.words import say
from aule.sdk import errors
from aule.text.words import fold

_FORM = 'Write {"type": "create_objective", "data": {…}}.'
TYPES: Mapping[str, str] = {
    "create_kr": "create_key_result",
    "update_kr": "update_key_result",
    "delete_kr": "delete_key_result",
    "create_strategic_pillar": "create_pillar",
    "update_strategic_pillar": "update_pillar",
    "delete_strategic_pillar": "delete_pillar",
    "create_strategic_project": "create_project",
    "create_strategic_objective": "create_objective",
    **{
        f"{verb}_strategic_{noun}": f"{verb}_{noun}"
        for verb in ("update", "delete")
        for noun in ("project", "objective")
    },
    "update_swot_analysis": "update_swot",
    "generate_insight": "generate_insights",
    "update_key_result_progress": "check_in",
    "update_kr_progress": "check_in",
}
_UNITS: Mapping[str, str] = {
    **dict.fromkeys(("percentage", "percent", "porcentagem", "percentual"), "%"),
    **dict.fromkeys(("unit", "units", "unidade", "unidades", "numero", "number"), "un"),
    **dict.fromkeys(("reais", "real", "brl"), "R$"),
}
_STATES: Mapping[str, str] = {
    "em risco": "at_risk",
    "at risk": "at_risk",
    "em andamento": "in_progress",
    "in progress": "in_progress",
    **dict.fromkeys(("concluido", "concluida", "finalizado", "finalizada", "done", "complete"), "completed"),
    **dict.fromkeys(("atrasado", "atrasada", "late"), "delayed"),
    **dict.fromkeys(("nao iniciado", "nao iniciada", "not started"), "not_started"),
    **dict.fromkeys(("planejado", "planejada", "planning"), "planned"),
    **dict.fromkeys(("cancelado", "cancelada", "canceled"), "cancelled"),
    **dict.fromkeys(("em espera", "pausado", "pausada", "on hold"), "on_hold"),
    **dict.fromkeys(("no prazo", "no caminho", "on track"), "on_track"),
    **dict.fromkeys(("fora do prazo", "fora do caminho", "off track"), "off_track"),
}
_STATES_OF: Mapping[str, Mapping[str, str]] = {
    "project": {"in_progress": "active", "em andamento": "active", "in progress": "active", "ativo": "active"}
    | dict.fromkeys(("planned", "planejado", "em planejamento"), "planning"),
    "task": {"completed": "done", "concluida": "done", "concluido": "done", "feita": "done", "a fazer": "todo"}
    | {"em revisao": "review", "done": "done"},
    "objective": {"planned": "not_started", "planejado": "not_started"},
    "meeting": dict.fromkeys(("agendado", "agendada", "planned", "planejada"), "scheduled"),
    "agenda_item": {
        **dict.fromkeys(("pendente", "todo"), "pending"),
        **dict.fromkeys(("discutido", "done", "completed", "concluido"), "discussed"),
        **dict.fromkeys(("adiado", "on_hold", "em espera"), "deferred"),
    },
}
_MEETING_TYPES: Mapping[str, str] = {
    **dict.fromkeys(("rm", "monitoramento", "reuniao de monitoramento", "monitoring"), "RM"),
    **dict.fromkeys(("re", "execucao", "reuniao de execucao", "execution"), "RE"),
    **dict.fromkeys(("extraordinaria", "extraordinary", "ex"), "Extraordinaria"),
}
_TITLED = {"objective", "key_result", "initiative", "task", "meeting", "agenda_item", "insight"}
_NAMED = {"pillar", "project", "company", "cycle"}
_EVERYWHERE: Mapping[str, str] = {"descricao": "description", "descrição": "description"}
_OWNER: Mapping[str, str] = {"owner": "responsible", "responsavel": "responsible", "responsável": "responsible"}
_OBJECTIVE: Mapping[str, str] = {
    "deadline": "target_date",
    "due_date": "target_date",
    "perspective": "pillar_name",
    "pilar": "pillar_name",
    "pillar": "pillar_name",
    "pillar_title": "pillar_name",
    "peso": "weight",
    **_OWNER,
}
_KEY_RESULT: Mapping[str, str] = {
    "goal_value": "target_value",
    "meta": "target_value",
    "deadline": "due_date",
    "target_variation_value": "variation_threshold",
    "variation_rate": "variation_threshold",
    "metric_type": "unit",
    "unidade": "unit",
    "frequencia": "frequency",
    "frequência": "frequency",
    "parent_objective": "objective_title",
    "parent_objective_title": "objective_title",
    "value": "current_value",
    "peso": "weight",
    **_OWNER,
}
_INITIATIVE: Mapping[str, str] = {
    "parent_kr": "kr_title",
    "parent_kr_title": "kr_title",
    "progress": "progress_percentage",
    **_OWNER,
}
_BY_NOUN: Mapping[str, Mapping[str, str]] = {
    "objective": _OBJECTIVE,
    "key_result": _KEY_RESULT,
    "initiative": _INITIATIVE,
    "project": {"key_result_ids": "kr_ids", "key_result_refs": "kr_refs", **_OWNER},
    "task": {"project": "project_name", "project_title": "project_name"},
    "meeting": {
        **dict.fromkeys(("date", "data", "scheduled_at"), "scheduled_date"),
        **dict.fromkeys(("time", "hora", "horario", "horário"), "scheduled_time"),
        **dict.fromkeys(("duration", "duracao", "duração"), "duration_minutes"),
        **dict.fromkeys(("type", "tipo"), "meeting_type"),
        **dict.fromkeys(("local", "place"), "location"),
        **dict.fromkeys(("notas", "description"), "notes"),
        **dict.fromkeys(("agenda", "pauta"), "agenda_items"),
    },
    "agenda_item": {"meeting": "meeting_title", "reuniao": "meeting_title", "reunião": "meeting_title"},
    "golden_circle": {
        **dict.fromkeys(("why", "por_que", "porque"), "why_question"),
        **dict.fromkeys(("how", "como"), "how_question"),
        **dict.fromkeys(("what", "o_que"), "what_question"),
    },
    "swot": {
        **dict.fromkeys(("forcas", "forças"), "strengths"),
        "fraquezas": "weaknesses",
        "oportunidades": "opportunities",
        **dict.fromkeys(("ameacas", "ameaças"), "threats"),
    },
    "vision_alignment": {
        **dict.fromkeys(("objectives", "objetivos"), "shared_objectives"),
        **dict.fromkeys(("commitments", "compromissos"), "shared_commitments"),
        **dict.fromkeys(("resources", "recursos"), "shared_resources"),
        **dict.fromkeys(("risks", "riscos"), "shared_risks"),
    },
    "insight": {"type": "insight_type", "tipo": "insight_type"},
}
_ID_OF: Mapping[str, str] = {"key_result": "kr_id"}
"""The field that names a row by its id, where that is not the noun with `_id`."""
_KEY_RESULT_MEANT: Mapping[str, str] = {"key_result_id": "kr_id", "key_result_title": "kr_title"}
_KEY_RESULT_ABOVE: Mapping[str, str] = {
    "kr_id": "key_result_id",
    "key_result_title": "kr_title",
    "kr_ref": "key_result_ref",
}
_CHECK_IN: Mapping[str, str] = {
    **_KEY_RESULT_MEANT,
    "current_value": "value",
    "comments": "comment",
    "month": "period",
    "valor": "value",
}
_IN_A_CHECK_IN = frozenset(
    {*_CHECK_IN, *_CHECK_IN.values(), "id", "confidence", "status", "blockers", "monthly_actual"}
    | {"plan_id", "company", "company_id", "expected", "kr_ref"}
)
"""What a check-in takes; an action that says more about the progress of a key result edits it."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a batch, in our words."""

    index: int
    type: str
    data: dict[str, Any]
    warnings: list[str] = field(default_factory=list[str])
    paths: dict[str, str] = field(default_factory=dict[str, str])
    """Where the caller wrote each field, by our name for it."""
    exchanged: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Words that were exchanged: how each stood there, and as what it was read."""
    is_alone: bool = False
    """Whether it is a call of its own: its fields are parameters."""
    locale: str = "en"
    """The language of the person, for what is said about it."""

    @property
    def verb(self) -> str:
        """The verb of the action: `create`."""
        return self.type.partition("_")[0]

    @property
    def noun(self) -> str:
        """The kind of thing the action is about: `objective`."""
        return self.type.partition("_")[2]

    def warn(self, text: str) -> None:
        """Add a warning about this action."""
        self.warnings.append(text if self.is_alone else f"{self.index}: {text}")

    def at(self, name: str = "") -> str | None:
        """Return the path of one of its fields as the caller wrote it, or of the action itself."""
        if self.is_alone:
            return self.paths.get(name, name) or None
        return self.paths.get(name, f"actions.{self.index}.data.{name}") if name else f"actions.{self.index}"


def alone(type: str, fields: Mapping[str, Any], locale: str = "en") -> Action:
    """Return a call of one action, whose parameters are its fields."""
    paths = {name: name for name in fields}
    action = Action(0, type, dict(fields), paths=paths, is_alone=True, locale=locale)
    return _in_our_words(action)


def normalised(given: Any, index: int, locale: str = "en") -> Action:
    """Return an action as it was given, in our words, with a warning for each word that was exchanged."""
    where = f"actions.{index}"
    if not isinstance(given, Mapping):
        raise errors.Invalid(f"Action {index} is no object.", code="invalid_param", field=where, hint=_FORM)
    fields: dict[str, Any] = {str(name): value for name, value in given.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    is_called_action = "type" not in fields and "action" in fields
    if is_called_action:
        fields["type"] = fields.pop("action")
    named = _type_in(fields, index)
    data, beside = _data_in(fields, index)
    paths = {name: f"{where}.{name}" if name in fields else f"{where}.data.{name}" for name in data}
    action = Action(index, _our_type(named, data), data, paths=paths, locale=locale)
    if is_called_action:
        _tell(action, "action", "type")
    if named != action.type:
        _tell(action, named, action.type)
    if beside:
        listed = ", ".join(beside)
        action.warn(say("fields_beside_type", action.locale, listed=listed))
    return _in_our_words(action)


def type_of(given: Any) -> str:
    """Return our word for the type of an action as it was given; empty where it says none."""
    fields: Mapping[str, Any] = given if isinstance(given, Mapping) else {}  # pyright: ignore[reportUnknownVariableType]
    type = fields.get("type", fields.get("action"))
    name = type.strip().lower().removeprefix("atlas.") if isinstance(type, str) else ""
    return TYPES.get(name, name)


def spelled(
    noun: str, record: Mapping[str, Any], known: Collection[str]
) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Return a row of a document in our words, and the words that were exchanged.

    What has no word of ours stays as it is.
    """
    action = Action(0, f"create_{noun}", dict(record), is_alone=True)
    for other, ours in _names_for(action).items():
        if ours in known and ours not in action.data:
            _rename(action, other, ours)
    _exchange_values(action)
    return action.data, action.exchanged


def _our_type(named: str, data: Mapping[str, Any]) -> str:
    """Return our word for a type; a check-in that also says other things of a key result is an edit of it."""
    ours = TYPES.get(named, named)
    is_edit = ours == "check_in" != named and not _IN_A_CHECK_IN.issuperset(data)
    return "update_key_result" if is_edit else ours


def _in_our_words(action: Action) -> Action:
    for other, ours in _names_for(action).items():
        _rename(action, other, ours)
    _exchange_values(action)
    return action


def _type_in(fields: dict[str, Any], index: int) -> str:
    type = fields.pop("type", None)
    if not isinstance(type, str) or not type.strip():
        raise errors.Invalid(
            f"Action {index} does not say its type.",
            code="missing_param",
            field=f"actions.{index}.type",
            hint=_FORM,
        )
    return type.strip().lower().removeprefix("atlas.")


def _data_in(fields: dict[str, Any], index: int) -> tuple[dict[str, Any], list[str]]:
    """Return the fields of an action, and those of them that stood beside its type."""
    data = fields.pop("data", None)
    if data is None:
        data = {}
    if not isinstance(data, Mapping):
        raise errors.Invalid(
            f"The data of action {index} is no object.",
            code="invalid_param",
            field=f"actions.{index}.data",
            hint=_FORM,
        )
    merged: dict[str, Any] = {str(name): value for name, value in data.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    beside = [name for name in fields if name not in merged]
    if twice := next((name for name in fields if name in merged and merged[name] != fields[name]), None):
        raise _twice(index, twice, twice)
    merged.update({name: fields[name] for name in beside})
    return merged, beside


def _names_for(action: Action) -> dict[str, str]:
    names = dict(_EVERYWHERE)
    if action.type == "check_in":
        return {**names, **_CHECK_IN, "id": "kr_id"}
    names.update(_BY_NOUN.get(action.noun, {}))
    if action.noun in _TITLED:
        names["name"] = "title"
    elif action.noun in _NAMED:
        names["title"] = "name"
    if action.verb in ("update", "delete", "confirm", "dismiss"):
        names["id"] = _ID_OF.get(action.noun, f"{action.noun}_id")
    if action.noun == "key_result":
        # The value a key result begins with is where it stands, until another value says where it stands now.
        names["initial_value"] = "baseline_value" if "current_value" in action.data else "current_value"
    if action.noun == "key_result" and action.verb != "create":
        names.update(_KEY_RESULT_MEANT)
    elif action.verb == "create" and action.noun in ("initiative", "fca"):
        names.update(_KEY_RESULT_ABOVE)
    return names


def _rename(action: Action, other: str, ours: str) -> None:
    if other not in action.data:
        return
    value, path = action.data.pop(other), action.paths.pop(other, other)
    if ours in action.data and action.data[ours] != value:
        raise _twice(action.index, other, ours)
    action.data[ours], action.paths[ours] = value, path
    _tell(action, other, ours)


def _exchange_values(action: Action) -> None:
    data = action.data
    unit, status = data.get("unit"), data.get("status")
    if isinstance(unit, str) and (ours := _UNITS.get(fold(unit.strip()))) is not None and ours != unit:
        data["unit"] = ours
        _tell(action, unit, ours)
    type = data.get("meeting_type")
    if isinstance(type, str) and (ours := _MEETING_TYPES.get(fold(type.strip()))) not in (None, type):
        data["meeting_type"] = ours
        _tell(action, type, str(ours))
    if isinstance(status, str) and (ours := _state(action.noun, status)) not in (None, status):
        data["status"] = ours
        _tell(action, status, str(ours))


def _state(noun: str, status: str) -> str | None:
    folded = " ".join(fold(status).split())
    return _STATES_OF.get(noun, {}).get(folded) or _STATES.get(folded)


def _tell(action: Action, other: str, ours: str) -> None:
    action.exchanged.append((other, ours))
    action.warn(say("action_read_as", action.locale, other=other, ours=ours))


def _twice(index: int, other: str, ours: str) -> errors.Invalid:
    return errors.Invalid(
        f"Action {index} says {ours!r} twice, and differently (also as {other!r}).",
        code="invalid_param",
        field=f"actions.{index}.data.{ours}",
        hint="Say it once.",
    )
