"""Parameters that many capabilities have in common. What is absent stays as it is, null clears it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

Turma = Annotated[str, "The class: its id or name, such as `7A` or `7º ano A`."]
Materia = Annotated[str, "The subject: its id or name, such as `Matemática`."]
Aluno = Annotated[str, "The student: id, matrícula or name."]
Atividade = Annotated[str, "The activity: its id or title."]
Aula = Annotated[str, "The lesson: its id or title."]
Avaliacao = Annotated[str, "The test: its id or title."]
Evento = Annotated[str, "The event: its id or title."]
Escola = Annotated[str, "The school: its id or name. Left out: the only one."]
Dia = Annotated[str, "A day, `AAAA-MM-DD`."]
Hora = Annotated[str | None, "An hour, `HH:MM`."]
Limit = Annotated[int, Field(ge=1, le=200)]
Text = Annotated[str | None, Field(max_length=20_000)]
Texts = list[str] | None
