"""Why a file as a whole cannot be imported, in both languages."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any

from aule.apps.school.words import is_portuguese
from aule.sdk import errors

_SAVE_AS = (
    "Save it in the spreadsheet program as .xlsx or .csv, and import that.",
    "Salve na planilha como .xlsx ou .csv e importe de novo.",
)
_HEADS = (
    "The first rows need a column such as 'Aluno' or 'Matrícula', then one column for each test.",
    "As primeiras linhas precisam de uma coluna como 'Aluno' ou 'Matrícula' e uma coluna por avaliação.",
)
_SMALLER = ("Split it, and import it in parts.", "Divida o arquivo e importe em partes.")
_AGAIN = ("Export it again where it comes from.", "Exporte de novo no sistema de origem.")

_WORDS: Mapping[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "empty": (("The file is empty.", "O arquivo está vazio."), _SAVE_AS),
    "not_a_sheet": (
        ("{name!r} is no spreadsheet: it is {what}.", "{name!r} não é uma planilha: é {what}."),
        _SAVE_AS,
    ),
    "bad_csv": (("The CSV cannot be read: {why}.", "Não dá para ler este CSV: {why}."), _SAVE_AS),
    "bad_xlsx": (
        ("The spreadsheet cannot be opened: {why}.", "Não dá para abrir esta planilha: {why}."),
        _SAVE_AS,
    ),
    "bad_zip": (("The archive cannot be opened: {why}.", "Não dá para abrir este arquivo zip: {why}."), _AGAIN),
    "too_large_inside": (
        (
            "{name!r} would unpack to more than {most} MB; it was not opened.",
            "{name!r} passaria de {most} MB ao ser descompactado; não foi aberto.",
        ),
        _SMALLER,
    ),
    "too_many_rows": (
        (
            "The sheet has more than {most} rows; it was not imported.",
            "A planilha tem mais de {most} linhas; não foi importada.",
        ),
        _SMALLER,
    ),
    "too_many_columns": (
        (
            "The sheet has more than {most} columns; it was not imported.",
            "A planilha tem mais de {most} colunas; não foi importada.",
        ),
        _SMALLER,
    ),
    "too_many_cells": (
        (
            "The sheet has more than {most} cells; it was not imported.",
            "A planilha tem mais de {most} células; não foi importada.",
        ),
        _SMALLER,
    ),
    "no_sheet": (
        ("There is no sheet {wanted!r}, but {there}.", "Não há a aba {wanted!r}; há {there}."),
        ("Say one of these as planilha.", "Diga uma delas em planilha."),
    ),
    "no_columns": (
        (
            "No column with students was found; the first rows are {seen}.",
            "Nenhuma coluna de alunos foi encontrada; as primeiras linhas são {seen}.",
        ),
        _HEADS,
    ),
    "no_marks": (
        ("No column with marks was found beside {seen}.", "Nenhuma coluna de notas foi encontrada além de {seen}."),
        _HEADS,
    ),
    "no_days": (
        (
            "No column with a day was found beside {seen}.",
            "Nenhuma coluna com uma data foi encontrada além de {seen}.",
        ),
        (
            "Write days as 12/03 or 2026-03-12 over the columns, or in a column 'Data'.",
            "Escreva as datas como 12/03 ou 2026-03-12 no alto das colunas, ou em uma coluna 'Data'.",
        ),
    ),
    "bad_map": (
        ("mapa: {head!r} cannot be {role!r}.", "mapa: {head!r} não pode ser {role!r}."),
        ("Each heading is one of {roles}.", "Cada cabeçalho é um de {roles}."),
    ),
    "unmapped": (
        ("mapa: the file has no column {head!r}.", "mapa: o arquivo não tem a coluna {head!r}."),
        ("Its columns are {there}.", "As colunas são {there}."),
    ),
    "not_oneroster": (
        (
            "This is no OneRoster archive: there is no {missing} in it.",
            "Isto não é um pacote OneRoster: falta {missing}.",
        ),
        (
            "It is a zip with manifest.csv, orgs.csv, classes.csv, users.csv, enrollments.csv.",
            "É um zip com manifest.csv, orgs.csv, classes.csv, users.csv, enrollments.csv.",
        ),
    ),
    "oneroster_version": (
        (
            "OneRoster {version!r} is not known here; 1.1 and 1.2 are.",
            "OneRoster {version!r} não é conhecido aqui; 1.1 e 1.2 são.",
        ),
        _AGAIN,
    ),
}


class Refusal(errors.Invalid):
    """A file that cannot be imported as it is, and why."""

    def __init__(self, key: str, locale: str = "en", **values: Any) -> None:
        message, hint = (words[is_portuguese(locale)].format(**values) for words in _WORDS[key])
        super().__init__(message, code="invalid_file", hint=hint)
        self._key, self._values = key, values

    def told(self, locale: str) -> Refusal:
        """The same in the language of a person."""
        return Refusal(self._key, locale, **self._values)


@contextmanager
def told_in(locale: str) -> Generator[None]:
    """Tell in a person's language why a file cannot be imported."""
    try:
        yield
    except Refusal as refusal:
        raise refusal.told(locale) from None
