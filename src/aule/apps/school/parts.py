"""Everything School Power brings to the kernel: importing this adds it to the app."""

from aule.apps.school import reading, references  # noqa: I001 (Jota comes last: it may use what the others bring)
from aule.apps.school.app import school
from aule.apps.school.capabilities import adicionar, analisar, criar, editar, navegar, pesquisar
from aule.apps.school.capabilities.utilidade import (
    amostra,
    dados_aluno,
    exportar_documento,
    exportar_notas,
    fonte,
    importar_notas,
    importar_oneroster,
    sincronizar,
)
from aule.apps.school.contract import record_writer, records
from aule.apps.school.privacy import roster
from aule.apps.school import agente_jota

__all__ = [
    "adicionar",
    "agente_jota",
    "amostra",
    "analisar",
    "criar",
    "dados_aluno",
    "editar",
    "exportar_documento",
    "exportar_notas",
    "fonte",
    "importar_notas",
    "importar_oneroster",
    "navegar",
    "pesquisar",
    "reading",
    "record_writer",
    "records",
    "references",
    "roster",
    "school",
    "sincronizar",
]
