"""How `aule school` tells what a file holds and what was done, in the language of the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from aule.sdk.terminal import Console, TerminalMessages, locale, show_record

if TYPE_CHECKING:
    from aule.sdk.terminal import RecordChange

say = TerminalMessages("aule.apps.school.terminal").say
_MOST_LEFT = 400
"""Cells that are written out one by one."""
_COUNTS = ("criar", "alterar", "iguais", "rejeitadas")


def show_import(console: Console, data: dict[str, Any], *, is_told: bool = False) -> None:
    """What an import does or did, test by test, day by day, or table by table; warnings unless they were told."""
    console.say(data["resumo"])
    if "avaliacoes" in data:
        rows = [
            [each["titulo"], each["data"], _number(each["peso"]), _number(each["valor_maximo"]), *_counts(each)]
            for each in data["avaliacoes"]
        ]
        console.table(say("columns").split("|"), rows, empty=_empty(data))
    elif "dias" in data:
        rows = [[each["data"], *_counts(each)] for each in data["dias"]]
        console.table(say("days").split("|"), rows, empty=_empty(data))
    else:
        rows = [[name, *_counts(each), str(each["remover"])] for name, each in data["tabelas"].items()]
        console.table(say("tables").split("|"), rows, empty=_empty(data))
    for line in () if is_told else data["avisos"]:
        console.say(line, "yellow")
    _show_left(console, data.get("deixados", []), data.get("total_deixados", 0))


def _empty(data: dict[str, Any]) -> str:
    """Why there is nothing to show: the file is empty, or nothing of it can be taken."""
    left = ("nao_encontrados", "duplicados", "orfaos", "deixados")
    is_refused = data.get("contagem", {}).get("rejeitadas") or any(data.get(name) for name in left)
    return say("none_taken" if is_refused else "nothing")


def show_going(console: Console, going: Sequence[RecordChange], data: dict[str, Any]) -> None:
    """What an import would remove, each by its name with all that goes with it, and how much more there is."""
    if not going:
        return
    console.say(say("going"), "red")
    for each in going:
        show_record(console, each)
    told = len(going) + sum(sum(each["cascade"]["counts"].values()) for each in going if each["cascade"] is not None)
    total = sum(each["remover"] for each in data["tabelas"].values())
    if total > told:
        console.say(say("going_more", count=total - told), "red")


def _show_left(console: Console, left: list[dict[str, Any]], total: int) -> None:
    """What nothing was made of: a line for each column, or row, with all that stands in it."""
    if not left:
        return
    console.say(say("left", count=total), "yellow")
    groups: dict[tuple[str, str], list[str]] = {}
    for each in left[:_MOST_LEFT]:
        where = each["cabecalho"] or each.get("arquivo") or say("row", number=each["linha"])
        groups.setdefault((where, each["motivo"]), []).append(f"{each['linha']}: {each['valor']}")
    for (where, why), values in groups.items():
        console.say(f"  {where} ({why}): {' | '.join(values)}", "dim")
    if total > _MOST_LEFT:
        console.say("  " + say("left_more", count=total - _MOST_LEFT), "dim")


def _counts(each: dict[str, Any]) -> list[str]:
    return [str(each[name]) for name in _COUNTS]


def _number(value: float) -> str:
    text = f"{value:g}"
    return text.replace(".", ",") if locale() == "pt-BR" else text
