"""What Jota does with no model: plans a teacher approves on a card, and answers that are read at once (SP-49)."""

from aule.apps.school.agente_jota.recipes import (
    attendance,
    gap_driven,
    lessons,
    looking,
    report_cards,
    students,
    teaching_plans,
    tests,
    themed,
    weeks,
)

__all__ = [
    "attendance",
    "gap_driven",
    "lessons",
    "looking",
    "report_cards",
    "students",
    "teaching_plans",
    "tests",
    "themed",
    "weeks",
]
