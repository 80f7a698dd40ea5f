"""What an import says to people, in both languages."""

from __future__ import annotations

from typing import Any

from aule.apps.school.words import counted, is_portuguese

_WORDS: dict[str, tuple[str, str]] = {
    # why a cell is refused
    "above": ("more than the maximum", "maior que o valor máximo"),
    "below": ("less than the minimum", "menor que o mínimo"),
    "not_a_mark": ("neither a mark nor a known word", "não é uma nota nem uma palavra conhecida"),
    "a_date": (
        "a date stands here; spreadsheets make 7/5 one",
        "há uma data aqui; a planilha pode ter trocado 7,5 por 7 de maio",
    ),
    "formula": ("a formula without a value", "fórmula sem valor calculado"),
    "error": ("an error of the spreadsheet", "erro da planilha"),
    "looks_like_formula": ("it looks like a formula", "parece uma fórmula"),
    "not_presence": ("not one of P, F, J, A", "não é P, F, J nem A"),
    "two_marks": ("two different marks for the same test", "duas notas diferentes para a mesma avaliação"),
    "two_presences": ("two different records on the same day", "dois registros diferentes no mesmo dia"),
    "bad_day": ("the day does not exist or cannot be meant", "a data não existe ou é absurda"),
    "no_day": ("no day", "sem data"),
    # why a cell is left out
    "not_understood": ("it cannot be understood", "não dá para entender"),
    "said_otherwise": ("the first row of this test says otherwise", "a primeira linha desta avaliação diz outra coisa"),
    "beside_mark": ("a mark stands beside it", "já há uma nota ao lado"),
    "says_nothing": ("it says nothing", "não diz nada"),
    "number_unused": (
        "the student has another enrolment number here, or none",
        "o aluno tem aqui outra matrícula, ou nenhuma",
    ),
    "called_otherwise": ("the student is called otherwise here", "o aluno tem outro nome aqui"),
    "column_left": ("not a column of marks or days", "coluna que não é de notas nem de dias"),
    "no_heading": ("nothing stands over it", "sem cabeçalho"),
    "is_empty": ("the column is empty", "coluna vazia"),
    "repeats": ("the column repeats another", "coluna repetida"),
    "test_unclear": ("several tests are called that", "há mais de uma avaliação com esse nome"),
    "over_table": ("it stands over the table", "está acima da tabela"),
    "summary_row": ("a row that sums up, not a student", "linha de resumo, não é aluno"),
    "no_student": ("the row names no student", "linha sem aluno"),
    "of_other_class": ("a row of another class", "linha de outra turma"),
    "like_formula": ("the name looks like a formula", "o nome parece uma fórmula"),
    "row_again": ("the row says the same as another", "linha igual a outra"),
    "without_test": ("the row names no test", "linha sem avaliação"),
    "without_presence": ("the row says nothing of attendance", "linha sem registro de presença"),
    "student_unclear": ("the student is not clear", "aluno não identificado"),
    # why a student is not matched
    "broken_name": ("letters of the name are lost", "há letras perdidas no nome"),
    "unknown": ("nobody in the class is called that", "ninguém na turma tem esse nome"),
    "other_number": (
        "somebody of that name has another enrolment number",
        "quem tem esse nome tem outra matrícula",
    ),
    "several": ("several in the class are called that", "há mais de um na turma com esse nome"),
    "twice": ("stands in several rows", "aparece em mais de uma linha"),
    # notes
    "formula_name": (
        "Row {line}: {name!r} looks like a formula and is left out.",
        "Linha {line}: {name!r} parece uma fórmula e fica de fora.",
    ),
    "no_test": ("Row {line}: no test is named for {name}.", "Linha {line}: falta a avaliação de {name}."),
    "empty_column": ("The column {head!r} is empty and is left out.", "A coluna {head!r} está vazia e fica de fora."),
    "column_twice": (
        "The column {head!r} repeats {first!r} and is left out.",
        "A coluna {head!r} repete {first!r} e fica de fora.",
    ),
    "heading_day": (
        "The day in {head!r} does not exist or cannot be meant; it stays part of the title.",
        "A data em {head!r} não existe ou é absurda; fica como parte do título.",
    ),
    "other_class": (
        "{count} rows are of the class {turma!r} and are left out.",
        "{count} linhas são da turma {turma!r} e ficam de fora.",
    ),
    "test_twice": (
        "There are {count} tests called {title!r}: it is not clear which is meant, so the column is left out.",
        "Há {count} avaliações chamadas {title!r}: não está claro qual é, então a coluna fica de fora.",
    ),
    "other_maximum": (
        "{title!r} is out of {kept:g}, the file says {said:g}; it stays as it is.",
        "{title!r} vale {kept:g} e o arquivo diz {said:g}; continua valendo {kept:g}.",
    ),
    "day_assumed": (
        "New tests whose heading says no day are on {day}.",
        "Avaliações novas sem data no cabeçalho ficam em {day}.",
    ),
    "not_a_day": ("The column {head!r} is no day and is left out.", "A coluna {head!r} não é uma data e fica de fora."),
    "left_out": ("Not imported ({why}): {where}.", "Fora da importação ({why}): {where}."),
    "column_n": ("column {number}", "coluna {number}"),
    "row_n": ("row {number}", "linha {number}"),
    "hidden_sheets": (
        "The hidden sheets {names} are not read.",
        "As abas ocultas {names} não são lidas.",
    ),
    "mended_text": (
        "{count} lines are not in the encoding the file says; their accents were found out. Look at the names.",
        "{count} linhas não estão na codificação que o arquivo diz; os acentos foram deduzidos. Confira os nomes.",
    ),
    "broken_text": (
        "{count} lines have letters that were lost before they came here (�). Export the file again, as UTF-8.",
        "{count} linhas têm letras perdidas antes de chegar aqui (�). Exporte o arquivo de novo, em UTF-8.",
    ),
    "term_days": (
        "New tests of a term stand on its last day: {titles}.",
        "Avaliações novas de um período ficam no último dia dele: {titles}.",
    ),
    "term_guessed": (
        "The school has not said when these terms are, so each gets an equal part of the year: {titles}. "
        "Set the terms up, or write the days over the columns.",
        "A escola não disse quando são estes períodos, então cada um fica com uma parte igual do ano: {titles}. "
        "Configure os períodos letivos ou escreva as datas no alto das colunas.",
    ),
    "scale_guessed": (
        "{title!r}: most marks are above the school's scale, so they are taken as out of {maximum:g}. "
        "Say another scale if that is wrong.",
        "{title!r}: a maioria das notas passa da escala da escola, então vale {maximum:g}. "
        "Informe outra escala se não for isso.",
    ),
    "other_sheets": (
        "Only the sheet {sheet!r} is read; there are also {others}.",
        "Só a aba {sheet!r} é lida; há também {others}.",
    ),
    "items_stay": (
        "{count} marks change while their points by question stay as they were.",
        "{count} notas mudam, mas os pontos por questão ficam como estavam.",
    ),
    "kept_here": (
        "{where} is connected: what is imported stays here and is not sent there.",
        "{where} está conectada: o que é importado fica aqui e não é enviado para lá.",
    ),
    "unworked": (
        "{count} formulas have no value; open and save the file in the spreadsheet program.",
        "{count} fórmulas estão sem valor; abra e salve o arquivo no programa de planilhas.",
    ),
    "kept_marks": (
        "{count} empty cells leave marks as they are.",
        "{count} células vazias não apagam notas já lançadas.",
    ),
    "kept_marks_one": (
        "An empty cell leaves a mark as it is.",
        "Uma célula vazia não apaga a nota já lançada.",
    ),
    "unmatched_row": ("Row {line}: {name}, {why}.", "Linha {line}: {name}, {why}."),
    "rejected_cell": (
        "Row {line}, {test}: {value} ({name}) — {why}.",
        "Linha {line}, {test}: {value} ({name}) — {why}.",
    ),
    "more": ("… and {count} more.", "… e mais {count}."),
    "new_school": ("The school {name!r} is made.", "A escola {name!r} é criada."),
    # OneRoster
    "or_missing": ("{field} {value!r} is nowhere", "{field} {value!r} não existe em lugar nenhum"),
    "or_incomplete": ("{field} is missing or cannot be read", "{field} falta ou não dá para ler"),
    "or_twice": ("the sourcedId {value!r} stands twice", "o sourcedId {value!r} aparece duas vezes"),
    "or_score": ("the score {value} is out of range", "a nota {value} está fora da escala"),
    "or_grade": (
        "neither grades nor the title {value!r} tell the year of the class",
        "nem grades nem o título {value!r} dizem o ano da turma",
    ),
    "or_needed": (
        "it is marked tobedeleted, but something that stays needs it",
        "está marcada como tobedeleted, mas algo que fica precisa dela",
    ),
    "or_not_here": (
        "marked tobedeleted, and there is no such thing here",
        "marcada como tobedeleted, e não existe aqui",
    ),
    "or_unread": ("a file that has no place here", "arquivo que não tem lugar aqui"),
    "or_org": ("an organisation that is no school", "organização que não é escola"),
    "or_role": ("a role that is not kept here", "papel que não é guardado aqui"),
    "or_nobody": ("the person is not in the archive", "a pessoa não está no pacote"),
    "or_again": ("the student is in this class already", "o aluno já está nesta turma"),
    "or_column": ("there is no field for it here", "não há campo para isso aqui"),
    "or_strangers": ("Files that are no tables: {names}.", "Arquivos que não são tabelas: {names}."),
    "and_removed": (", {count} removed", ", {count} removidos"),
    "and_removed_one": (", 1 removed", ", 1 removido"),
    "or_row": ("{file}, row {line}: {why}.", "{file}, linha {line}: {why}."),
    "or_summary": (
        "OneRoster {version}: {create} new, {change} changed, {same} as they are{rest}.",
        "OneRoster {version}: {create} novos, {change} alterados, {same} iguais{rest}.",
    ),
    "or_nothing": ("OneRoster {version}: nothing would change{rest}.", "OneRoster {version}: nada mudaria{rest}."),
    "and_orphans": (", {count} rows left out", ", {count} linhas de fora"),
    "and_orphans_one": (", 1 row left out", ", 1 linha de fora"),
    # summaries
    "summary": (
        "{turma}: {create}, {change}, {same}{rest}.",
        "{turma}: {create}, {change}, {same}{rest}.",
    ),
    "and_rejected": (", {count} refused", ", {count} recusadas"),
    "and_rejected_one": (", 1 refused", ", 1 recusada"),
    "and_unmatched": (", {count} students not found", ", {count} alunos não encontrados"),
    "and_unmatched_one": (", 1 student not found", ", 1 aluno não encontrado"),
    "and_duplicates": (", {count} rows unclear", ", {count} linhas repetidas ou ambíguas"),
    "and_duplicates_one": (", 1 row unclear", ", 1 linha repetida ou ambígua"),
    "nothing": ("{turma}: nothing would change{rest}.", "{turma}: nada mudaria{rest}."),
    "mark_new": ("{count} new marks", "{count} notas novas"),
    "mark_new_one": ("1 new mark", "1 nota nova"),
    "mark_changed": ("{count} changed", "{count} alteradas"),
    "mark_changed_one": ("1 changed", "1 alterada"),
    "mark_same": ("{count} as they are", "{count} iguais"),
    "mark_same_one": ("1 as it is", "1 igual"),
    "day_new": ("{count} new records", "{count} registros novos"),
    "day_new_one": ("1 new record", "1 registro novo"),
    "day_changed": ("{count} changed", "{count} alterados"),
    "day_changed_one": ("1 changed", "1 alterado"),
    "title_marks": ("Marks imported: {turma}", "Notas importadas: {turma}"),
    "title_days": ("Attendance imported: {turma}", "Frequência importada: {turma}"),
    "title_roster": ("OneRoster imported: {name}", "OneRoster importado: {name}"),
    "reading": ("Reading the file", "Lendo o arquivo"),
    "writing": ("{done} of {total}", "{done} de {total}"),
    "default_school": ("My school", "Minha escola"),
}
_SHOWN = 20


def say(key: str, locale: str, **values: Any) -> str:
    """One of these sentences, in the language of a person."""
    return _WORDS[key][is_portuguese(locale)].format(**values)


def say_count(key: str, count: int, locale: str) -> str:
    """How many of something, in the language of a person; of one as one says it."""
    return say(f"{key}_one" if count == 1 and f"{key}_one" in _WORDS else key, locale, count=count)


def first_of(lines: list[str], locale: str, most: int = _SHOWN) -> list[str]:
    """The first of many lines, and how many more there are."""
    rest = len(lines) - most
    return lines if rest <= 0 else [*lines[:most], say("more", locale, count=rest)]


__all__ = ["counted", "first_of", "say", "say_count"]
