"""Results of trials as CSV, which a spreadsheet opens without taking anything in them for a formula."""

from __future__ import annotations

from aule.apps.evaluations.records import Trial, TrialComparison
from aule.text.tables import guard_cell, write_rows

_TRIAL = ("question", "words", "subject", "repeat", "status", "answer", "failed", "not_checked", "wished")
_NUMBERS = ("model", "tokens", "cost", "seconds", "run")
_COMPARED = ("question", "words", "subject", "change", "before", "after", "why")
_COSTS = ("tokens_before", "tokens_after", "cost_before", "cost_after", "seconds_before", "seconds_after")


def table_of_trial(trial: Trial) -> str:
    """Return every answer of a trial as CSV."""
    labels = {each.subject: each.label for each in trial.results}
    words = {each.id: each.words for each in trial.questions}
    rows = [[*_TRIAL, *_NUMBERS]]
    for cell in trial.cells:
        failed = "; ".join(each.sentence for each in cell.checks if each.passed is False)
        unchecked = "; ".join(each.sentence for each in cell.checks if each.passed is None)
        wished = "; ".join(" ".join([each.capability, *each.targets]) for each in cell.calls if each.is_wished)
        told = [cell.question, words.get(cell.question, ""), labels.get(cell.subject, ""), str(cell.repeat)]
        answer = cell.answer or ("" if cell.problem is None else cell.problem.message)
        told += [cell.status, answer, failed, unchecked, wished, cell.model or ""]
        rows.append([*map(guard_cell, told), str(cell.tokens), f"{cell.cost:g}", f"{cell.seconds:g}", cell.run or ""])
    return write_rows(rows)


def table_of_comparison(found: TrialComparison) -> str:
    """Return two trials against each other as CSV."""
    rows = [[*_COMPARED, *_COSTS]]
    for each in found.questions:
        told = [each.question, each.words, each.label, each.change, each.before or "", each.after or ""]
        told.append("; ".join(each.why))
        rows.append([*map(guard_cell, told), *(f"{getattr(each, name):g}" for name in _COSTS)])
    return write_rows(rows)
