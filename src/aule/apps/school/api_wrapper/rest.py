"""A platform as a source: read there, written there, and a copy of what was written kept here for its screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from aule.apps.school.api_wrapper import refusals
from aule.apps.school.api_wrapper.remote import ITEMS, LISTS, REST, RemoteQueries
from aule.apps.school.api_wrapper.wire import Wire
from aule.apps.school.embedded import Embedded
from aule.apps.school.entities import Aluno, Avaliacao, Kept, MatriculaTurma, Nota, Turma
from aule.apps.school.words import say
from aule.sdk import errors

if TYPE_CHECKING:
    from aule.apps.school.connection import Fonte
    from aule.sdk import Context

_OURS = frozenset({"created_at", "updated_at"})
_NEW = {"atividades": "atividades_novas", "eventos": "eventos_novos"}
"""Where some platforms take new things, when that is not where they list them."""


class RestSource(RemoteQueries):
    """The data of a platform, as the owner connected it."""

    def __init__(self, context: Context, fonte: Fonte) -> None:
        super().__init__(context, Wire(context, fonte))
        self._embedded = Embedded(context)

    async def save(self, entity: Kept, before: Kept | None = None, *, title: str) -> str:
        """Make something there, or edit it in the version that was read; what the platform has no place for stays here.

        The copy here can be undone; the platform cannot.
        """
        name = ITEMS.get(type(entity))
        if name is None or not self.wire.has(name):
            return await self._embedded.save(entity, before, title=title)
        self._warn()
        kept = await self.here.get(type(entity), entity.id)
        if before is None:
            there = await self._post(entity)
        else:
            there = await self._patch(entity, before, name)
        known = {**(kept or entity).external_ids, REST: there}
        return await self._embedded.save(entity.model_copy(update={"external_ids": known}), kept, title=title)

    async def remove(self, entity: Kept, *, title: str) -> str:
        """Remove something there, and its copy here."""
        name = ITEMS.get(type(entity))
        if name is None or not self.wire.has(name):
            return await self._embedded.remove(entity, title=title)
        self._warn()
        there = await self.id_there(type(entity), entity.id)
        await self.wire.ask("DELETE", self.wire.path(name, there), name=name, headers=self._version(there))
        kept = await self.here.get(type(entity), entity.id)
        return "" if kept is None else await self._embedded.remove(kept, title=title)

    async def save_notas(self, avaliacao: Avaliacao, notas: Sequence[Nota], *, title: str) -> int:
        """Write marks of a test there; gives how many were not so before."""
        if not self.wire.has("notas_da_avaliacao"):
            return await self._embedded.save_notas(avaliacao, notas, title=title)
        known = {each.aluno_id: each for each in await self.notas_da_avaliacao(avaliacao.id)}
        changed = [each for each in notas if known.get(each.aluno_id) != each]
        if changed:
            self._warn()
            there = await self.id_there(Avaliacao, avaliacao.id)
            body = {"notas": [each.model_dump(mode="json") for each in changed]}
            path = self.wire.path("notas_da_avaliacao", there)
            await self.wire.ask("PUT", path, name="notas_da_avaliacao", body=body)
        return len(changed)

    async def enrol(self, aluno: Aluno, matricula: MatriculaTurma, *, title: str, is_new: bool) -> str:
        """Put a student into a class there."""
        if not self.wire.has("alunos"):
            return await self._embedded.enrol(aluno, matricula, title=title, is_new=is_new)
        self._warn()
        body: dict[str, Any] = {"inicio": matricula.inicio, "aluno_id": aluno.id}
        if is_new:
            body |= aluno.model_dump(mode="json", exclude={"necessidades", "extra", *_OURS})
        turma = await self.id_there(Turma, matricula.turma_id)
        await self.wire.ask("POST", self.wire.path("alunos", turma), name="alunos", body=body, headers=self._once("a"))
        return ""

    async def _post(self, entity: Kept) -> str:
        name = LISTS[type(entity)]
        new = _NEW.get(name, name)
        path = self.wire.path(new if self.wire.has(new) else name)
        body = entity.model_dump(mode="json", exclude=set(_OURS))
        answer = await self.wire.ask("POST", path, name=name, body=body, headers=self._once(entity.id))
        return _id_in(answer.body) or entity.id

    async def _patch(self, entity: Kept, before: Kept, name: str) -> str:
        there = await self.id_there(type(entity), entity.id)
        path = self.wire.path(name, there)
        values, old = (each.model_dump(mode="json", exclude={"id", *_OURS}) for each in (entity, before))
        if self.wire.perfil == "ponto_school":
            await self.wire.ask("PUT", path, name=name, body=values)
            return there
        changed = {key: value for key, value in values.items() if value != old[key]}
        if changed:
            await self.wire.ask("PATCH", path, name=name, body=changed, headers=self._version(there))
        return there

    def _version(self, there: str) -> dict[str, str]:
        etag = self.etags.get(there)
        return {"If-Match": etag} if etag and etag.isascii() and etag.isprintable() else {}

    def _once(self, what: str) -> dict[str, str]:
        """Return what tells a platform that a request came before."""
        return {"Idempotency-Key": f"{self.context.call.idempotency_key}/{what}"[:200]}

    def _warn(self) -> None:
        if any(each.code == "fonte_sem_desfazer" for each in self.context.warnings):
            return
        words = say("written_at_the_source", self.locale, nome=self.nome)
        self.context.warn("fonte_sem_desfazer", words)


def _id_in(body: Any) -> str:
    """Return what the platform calls what it made."""
    if not isinstance(body, dict):
        return ""
    known = cast(dict[str, Any], body)
    found = known.get("id")
    return str(found)[:120] if isinstance(found, str | int) and str(found) else ""


def checked(context: Context, fonte: Fonte) -> Wire:
    """Return the wire to a platform, whose address and headers can be used; nothing is asked yet."""
    try:
        return Wire(context, fonte)
    except errors.Invalid as error:
        field = "headers" if error.problem.field == "headers" else "base_url"
        raise errors.Invalid(error.problem.message, field=field, hint=error.problem.hint) from None


__all__ = ["RestSource", "checked", "refusals"]
