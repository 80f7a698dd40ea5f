"""What an import says to people, in both languages."""

from __future__ import annotations

from typing import Any

from aule.apps.atlas.words import is_portuguese

_WORDS: dict[str, dict[str, str]] = {
    "row": {"en": "{table}, row {row}", "pt": "{table}, linha {row}"},
    "row_id": {"en": "{table}, row {row} ({id})", "pt": "{table}, linha {row} ({id})"},
    "not_object": {"en": "it is not an object", "pt": "não é um objeto"},
    "unreadable": {"en": "{why}", "pt": "não dá para ler: {why}"},
    "bad_id": {"en": "the id {id} is neither text nor a whole number", "pt": "o id {id} não é texto nem número"},
    "long_id": {"en": "the id has more than {most} characters", "pt": "o id tem mais de {most} caracteres"},
    "twice": {
        "en": "the id {id} stands twice in this table (first in row {first})",
        "pt": "o id {id} aparece duas vezes nesta tabela (antes na linha {first})",
    },
    "bad_month": {"en": "{field}: {month!r} is not a month", "pt": "{field}: {month!r} não é um mês"},
    "missing_fk": {"en": "FK {field}={value} not found", "pt": "FK {field}={value} não encontrada"},
    "not_fk": {"en": "FK {field} is not an id", "pt": "FK {field} não é um id"},
    "other_company": {
        "en": "FK company_id={value} is not the company of this import",
        "pt": "FK company_id={value} não é a empresa desta importação",
    },
    "second_company": {
        "en": "a file holds one company; import this one by itself",
        "pt": "um arquivo traz uma empresa; importe esta separadamente",
    },
    "id_taken": {
        "en": "the id belongs to a row of another company; import with new ids (remap, or --ids remap)",
        "pt": "o id é de uma linha de outra empresa; importe com ids novos (remap, ou --ids remap)",
    },
    "circle": {
        "en": "the link {parent} → {child} would close a circle",
        "pt": "a ligação {parent} → {child} fecharia um ciclo",
    },
    "not_number": {"en": "{field}: {value!r} is not a number", "pt": "{field}: {value!r} não é um número"},
    "unknown_id": {"en": "there is no key result {id}", "pt": "não há KR {id}"},
    "no_title": {"en": "{field} is missing", "pt": "falta {field}"},
    "not_list": {"en": "{field} is not a list", "pt": "{field} não é uma lista"},
    "unknown_link": {
        "en": "{field}: nothing is called {value!r}",
        "pt": "{field}: nada se chama {value!r}",
    },
    "unclear_link": {
        "en": "{field}: {value!r} may be {options}",
        "pt": "{field}: {value!r} pode ser {options}",
    },
    "expected_number": {
        "en": "{field} is not a number ({value}); kept as it is",
        "pt": "{field} não é um número ({value}); mantido como está",
    },
    "expected_object": {
        "en": "{field} is not an object of months; kept as it is",
        "pt": "{field} não é um objeto de meses; mantido como está",
    },
    "no_parent": {"en": "{field} is empty; kept as it is", "pt": "{field} está vazio; mantido como está"},
    "loose_fk": {
        "en": "{field}={value} points to nothing here; kept as it is",
        "pt": "{field}={value} não aponta para nada aqui; mantido como está",
    },
    "new_plan": {
        "en": "The cycle {name!r} is made for the new objectives.",
        "pt": "O ciclo {name!r} é criado para os novos objetivos.",
    },
    "new_company": {"en": "The company {name!r} is made.", "pt": "A empresa {name!r} é criada."},
    "into_other": {
        "en": "The file is of {given!r}; its rows go to {name!r}, which keeps its own name and details.",
        "pt": "O arquivo é de {given!r}; as linhas vão para {name!r}, que mantém seu nome e seus dados.",
    },
    "hub_settings": {
        "en": "Progress is worked out as in Strategy HUB (no cap, simple mean of pillars, calendar year to date).",
        "pt": "O progresso é calculado como no Strategy HUB (sem teto, média simples dos pilares, ano até hoje).",
    },
    "people": {
        "en": "{count} people are known by their ids only and are kept as such.",
        "pt": "{count} pessoas são conhecidas só pelo id e são mantidas assim.",
    },
    "renamed": {
        "en": "{count} rows get new ids, because theirs are taken by another company.",
        "pt": "{count} linhas recebem ids novos, porque os delas são de outra empresa.",
    },
    "not_taken": {
        "en": "{field} is not taken, because nothing here holds it: {value}",
        "pt": "{field} não é importado, porque nada aqui o guarda: {value}",
    },
    "read_as": {"en": "{other!r} was read as {ours!r} ({count}×)", "pt": "{other!r} foi lido como {ours!r} ({count}×)"},
    "surplus_cells": {
        "en": "line {row}: {value} stands beyond the last column and is not taken",
        "pt": "linha {row}: {value} está além da última coluna e não é importado",
    },
    "nameless_column": {
        "en": "column {number} has no heading and is not taken: {value}",
        "pt": "a coluna {number} não tem título e não é importada: {value}",
    },
    "column_twice": {
        "en": "line {row}: the column {field!r} stands twice; {value} is not taken",
        "pt": "linha {row}: a coluna {field!r} aparece duas vezes; {value} não é importado",
    },
    "left_out": {"en": "Rows that are left out: {count}", "pt": "Linhas que ficam de fora: {count}"},
    "kept_odd": {"en": "Rows that are kept as they are: {count}", "pt": "Linhas mantidas como estão: {count}"},
    "more": {"en": "… and {count} more", "pt": "… e mais {count}"},
    "snapshot": {
        "en": "Before that, the company as it is now is kept as an artifact.",
        "pt": "Antes disso, a empresa como está agora é guardada como artefato.",
    },
    "summary": {
        "en": "Import into {company}: {create}, {update}, {unchanged}{rest}.",
        "pt": "Importar para {company}: {create}, {update}, {unchanged}{rest}.",
    },
    "create": {"en": "{count} new", "pt": "{count} novas"},
    "create_one": {"en": "1 new", "pt": "1 nova"},
    "update": {"en": "{count} changed", "pt": "{count} alteradas"},
    "update_one": {"en": "1 changed", "pt": "1 alterada"},
    "unchanged": {"en": "{count} as they are", "pt": "{count} iguais"},
    "unchanged_one": {"en": "1 as it is", "pt": "1 igual"},
    "and_skipped": {"en": ", {count} left out", "pt": ", {count} deixadas de fora"},
    "and_skipped_one": {"en": ", 1 left out", "pt": ", 1 deixada de fora"},
    "and_deleted": {"en": ", {count} to the trash", "pt": ", {count} para a lixeira"},
    "nothing": {
        "en": "Nothing would change in {company}: all of it is there.",
        "pt": "Nada mudaria em {company}: já está tudo lá.",
    },
    "title": {"en": "Imported: {company}", "pt": "Importado: {company}"},
    "refused": {
        "en": "{count} rows cannot be taken, so nothing is imported. {first}",
        "pt": "{count} linhas não podem ser importadas, então nada é importado. {first}",
    },
    "refused_one": {
        "en": "A row cannot be taken, so nothing is imported. {first}",
        "pt": "Uma linha não pode ser importada, então nada é importado. {first}",
    },
    "refused_hint": {
        "en": "Mend the file, or leave these rows out: allow_partial, on the command line --allow-partial.",
        "pt": "Corrija o arquivo, ou deixe essas linhas de fora: allow_partial, na linha de comando --allow-partial.",
    },
    "surveying": {"en": "Reading the file", "pt": "Lendo o arquivo"},
    "importing": {"en": "{table}: {done} of {total}", "pt": "{table}: {done} de {total}"},
    "verifying": {"en": "Checking {done} of {total}", "pt": "Conferindo {done} de {total}"},
    "removing": {"en": "To the trash: {done}", "pt": "Para a lixeira: {done}"},
    "snapshotting": {"en": "Keeping the company as it is now", "pt": "Guardando a empresa como está agora"},
    "by_hand_only": {
        "en": "Replacing a company is for people only; an agent may merge.",
        "pt": "Substituir uma empresa é só para pessoas; um agente pode mesclar.",
    },
    "default_company": {"en": "My company", "pt": "Minha empresa"},
}


def say(key: str, locale: str, **values: Any) -> str:
    """One of these sentences, in the language of a person."""
    words = _WORDS[key]
    return words["pt" if is_portuguese(locale) else "en"].format(**values)


def say_count(key: str, count: int, locale: str) -> str:
    """How many of something, in the language of a person; of one as one says it."""
    return say(f"{key}_one" if count == 1 and f"{key}_one" in _WORDS else key, locale, count=count)
