"""What is said when a platform does not answer as it should; nothing is taken from anywhere else instead."""

from __future__ import annotations

from aule.apps.school.words import say
from aule.sdk import errors


class FonteIndisponivel(errors.Unavailable):
    """The platform does not answer now; asking again later may help."""

    code = "fonte_indisponivel"


class FonteSemAcesso(errors.Refused):
    """The platform does not let us in."""

    code = "fonte_sem_acesso"


class FonteInvalida(errors.Unavailable):
    """The platform answered with something that is not what was asked for."""

    code = "fonte_invalida"


class SemRecurso(errors.Unavailable):
    """The platform does not have this."""

    code = "fonte_sem_recurso"


def unavailable(host: str, why: str, tries: int, locale: str) -> FonteIndisponivel:
    """Return the error for a platform that did not answer, also when asked again."""
    return FonteIndisponivel(
        say("source_does_not_answer", locale, host=host, why=why, tries=tries),
        hint=say("try_again_later", locale),
    )


def locked(host: str, status: int, locale: str) -> FonteSemAcesso:
    """Return the error for a platform that refuses access."""
    return FonteSemAcesso(
        say("source_refuses_access", locale, host=host, status=status),
        hint=say("check_source_secret", locale),
    )


def wrong(host: str, what: str, locale: str) -> FonteInvalida:
    """Return the error for a platform whose answer cannot be read."""
    return FonteInvalida(
        say("source_answer_unreadable", locale, host=host, what=what),
        hint=say("check_source_address", locale),
    )


def lacking(host: str, name: str, locale: str) -> SemRecurso:
    """Return the error for a platform that does not have a resource."""
    return SemRecurso(
        say("source_has_no_name", locale, host=host, name=name),
        hint=say("do_it_at_the_source", locale),
    )
