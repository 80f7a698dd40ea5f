"""Everything School Power brings to the kernel: importing this adds it to the app."""

from aule.apps.school import agente_jota, reading, references
from aule.apps.school.agente_jota.agent import add_agent
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

add_agent()  # last: Jota may use what the others bring, in whichever order they were imported
