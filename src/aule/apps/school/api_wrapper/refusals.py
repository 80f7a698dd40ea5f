"""What is said when a platform does not answer as it should; nothing is taken from anywhere else instead."""

from __future__ import annotations

from aule.apps.school.words import said
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
    """It was asked again and again."""
    return FonteIndisponivel(
        said(
            locale,
            en=f"{host!r} does not answer ({why}; tried {tries} times).",
            pt=f"{host!r} não responde ({why}; {tries} tentativas).",
        ),
        hint=said(
            locale,
            en="Try again later. No other data were used instead.",
            pt="Tente mais tarde. Nenhum outro dado foi usado no lugar.",
        ),
    )


def locked(host: str, status: int, locale: str) -> FonteSemAcesso:
    """It does not let us in."""
    return FonteSemAcesso(
        said(locale, en=f"{host!r} refuses access ({status}).", pt=f"{host!r} recusa o acesso ({status})."),
        hint=said(
            locale,
            en="Check the secret `SCHOOL_SOURCE_TOKEN` in the settings.",
            pt="Confira o segredo `SCHOOL_SOURCE_TOKEN` nas configurações.",
        ),
    )


def wrong(host: str, what: str, locale: str) -> FonteInvalida:
    """It answers with something else."""
    return FonteInvalida(
        said(
            locale,
            en=f"{host!r} answered with something that is no {what}.",
            pt=f"{host!r} respondeu algo que não é {what}.",
        ),
        hint=said(
            locale,
            en="Check the address and the paths of the source. Nothing was changed.",
            pt="Confira o endereço e os caminhos da fonte. Nada foi alterado.",
        ),
    )


def lacking(host: str, name: str, locale: str) -> SemRecurso:
    """It does not have this."""
    return SemRecurso(
        said(locale, en=f"{host!r} has no {name!r}.", pt=f"{host!r} não tem {name!r}."),
        hint=said(
            locale,
            en="Do it there, or disconnect the source to work with the data here.",
            pt="Faça isso lá, ou desligue a fonte para trabalhar com os dados daqui.",
        ),
    )
