"""Why a file as a whole cannot be imported, in both languages."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any

from aule.apps.atlas.words import is_portuguese
from aule.sdk import errors

_AN_EXPORT = ("Export a CSV to see how one looks.", "Exporte um CSV para ver como ele é.")
_AGAIN = ("Export it again, or check it with a JSON validator.", "Exporte-o de novo, ou confira-o com um validador.")

_WORDS: Mapping[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "not_json": (
        (
            "The file is not whole JSON: {why}, at byte {place}.",
            "O arquivo não é um JSON válido: há um erro no byte {place}.",
        ),
        _AGAIN,
    ),
    "cut_short": (
        (
            "The file is not whole JSON: the file ends too early ({why}), at byte {place}.",
            "O arquivo está incompleto: o JSON termina antes do fim, no byte {place}.",
        ),
        _AGAIN,
    ),
    "not_text": (
        (
            "The file is not UTF-8 text: byte {place} cannot be read.",
            "O arquivo não é texto UTF-8: não dá para ler o byte {place}.",
        ),
        ("Save it as UTF-8 and import it again.", "Salve-o como UTF-8 e importe de novo."),
    ),
    "no_company": (
        (
            "This is no company: neither tables such as 'key_results' nor 'pillars' were found, but {seen}.",
            "Isto não é uma empresa: não há tabelas como 'key_results' nem 'pillars', e sim {seen}.",
        ),
        (
            'Give an export, {{"strategic_pillars": […], …}} or {{"pillars": [{{"name": …, "objectives": […]}}]}}.',
            'Use uma exportação, {{"strategic_pillars": […], …}} ou {{"pillars": [{{"name": …, "objectives": […]}}]}}.',
        ),
    ),
    "not_a_list": (
        ("The table {table!r} is not a list of rows.", "A tabela {table!r} não é uma lista de linhas."),
        ("Write it as [{{…}}, {{…}}].", "Escreva-a como [{{…}}, {{…}}]."),
    ),
    "twice": (
        ("The table {table!r} stands twice in the file.", "A tabela {table!r} aparece duas vezes no arquivo."),
        ("Put its rows into one list.", "Junte as linhas dela em uma lista só."),
    ),
    "table_name": (
        (
            "{name!r} cannot be the name of a table in a file.",
            "{name!r} não pode ser o nome de uma tabela em um arquivo.",
        ),
        (
            "Names have at most {most} characters, and {taken!r} is taken.",
            "Nomes têm no máximo {most} caracteres, e {taken!r} já tem dono.",
        ),
    ),
    "bad_csv": (("The CSV cannot be read: {why}.", "Não dá para ler este CSV: {why}."), _AN_EXPORT),
    "empty": (("The file is empty.", "O arquivo está vazio."), _AN_EXPORT),
    "no_columns": (
        (
            "This is no table of key results: no column is called 'id' or 'title', but {heads}.",
            "Isto não é uma tabela de KRs: nenhuma coluna se chama 'id' ou 'título', e sim {heads}.",
        ),
        ("Export a CSV of key results to see the columns.", "Exporte um CSV de KRs para ver as colunas."),
    ),
    "no_month": (
        ("The column {head!r} is no month.", "A coluna {head!r} não é um mês."),
        ("For example: '2026-01 target'.", "Por exemplo: '2026-01 meta'."),
    ),
    "a_chat": (
        (
            "{name!r} is a chat with a plan of actions, not a company.",
            "{name!r} é uma conversa com um plano de ações, não uma empresa.",
        ),
        (
            "Paste it into a conversation with Atlas: its actions are shown there before anything is done.",
            "Cole-a em uma conversa com o Atlas: lá as ações são mostradas antes de qualquer coisa ser feita.",
        ),
    ),
    "bad_plan": (
        ("Plan {number} of the text cannot be read: {why}.", "Não dá para ler o plano {number} do texto: {why}."),
        (
            'A plan is {{"actions": [{{"type": …, "data": {{…}}}}]}}.',
            'Um plano é {{"actions": [{{"type": …, "data": {{…}}}}]}}.',
        ),
    ),
}


class Refusal(errors.Invalid):
    """A file that cannot be imported as it is, and why."""

    def __init__(self, key: str, locale: str = "en", **values: Any) -> None:
        message, hint = (words[is_portuguese(locale)].format(**values) for words in _WORDS[key])
        super().__init__(message, code="invalid_import", hint=hint)
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
