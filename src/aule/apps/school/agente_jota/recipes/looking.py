"""Questions Jota answers at once: reading needs no card (SP-42)."""

from __future__ import annotations

from aule.apps.school.agente_jota.recipes.words import materia, quando, turma
from aule.apps.school.app import school
from aule.sdk import RecipeCall, Slot, SlotKind

_SAID = {"pt": "{result.data.resumo}", "en": "{result.data.resumo}"}
_SECTIONS = {
    "inicio": ["início", "home"],
    "turmas": ["minhas turmas", "classes"],
    "atividades": ["atividades", "activities"],
    "aulas": ["aulas", "lessons"],
    "avaliacoes": ["avaliações", "provas", "tests"],
    "planos": ["planos de ensino", "planos", "teaching plans"],
    "calendario": ["calendário", "agenda", "calendar"],
    "desempenho": ["desempenho", "performance"],
    "biblioteca": ["biblioteca", "library"],
    "configuracoes": ["configurações", "settings"],
}

_NAME = r"(?-i:[A-ZÀ-Ú][\wà-ú]+(?:\s+(?:d[aeo]s?\s+)?[A-ZÀ-Ú][\wà-ú]+)*)"
_STUDENT = rf"\b(?:alun[ao]|student|[ao]|d[ao]|of|is|about)\s+({_NAME})(?='s|\s+(?:d[ao]|of|in|n[ao]|está|is)\b)"
"""A name after a word that leads to one, before the class."""
_WHO = {"pt": "Qual aluno?", "en": "Which student?"}

school.recipe(
    "como_esta_a_turma",
    title={"pt": "Ver como está uma turma", "en": "See how a class is doing"},
    examples={
        "pt": [
            "como está o 7A?",
            "como está a turma 8B em matemática?",
            "qual é a média do 7º ano A?",
            "mostre o desempenho do 6A",
            "como vai o 9A?",
            "como está o 8B em ciências?",
        ],
        "en": [
            "how is 7A doing?",
            "how is the class 8B doing in maths?",
            "what is the mean of 7A?",
            "show the performance of 6A",
            "how does 9A stand?",
        ],
    },
    slots={"turma": turma(), "materia": materia()},
    calls=[
        RecipeCall(
            capability="school.pesquisar_desempenho_turma", params={"turma_id": "{turma}", "materia": "{materia}"}
        )
    ],
    reply={"pt": "{result.data.texto}", "en": "{result.data.texto}"},
)

school.recipe(
    "lacunas_da_turma",
    title={"pt": "Ver as lacunas de uma turma", "en": "See the learning gaps of a class"},
    examples={
        "pt": [
            "quais são as lacunas do 7A?",
            "em que o 8B tem mais dificuldade?",
            "quais habilidades o 7º ano A não aprendeu?",
            "mostre as lacunas de aprendizado do 6A em matemática",
            "o que a turma 9A ainda não domina?",
            "quais são as maiores lacunas do 7A em matemática?",
            "analise as lacunas do 7A",
            "analise as lacunas de aprendizado da turma 8B em ciências",
            "faça uma análise das lacunas do 6A",
        ],
        "en": [
            "what are the gaps of 7A?",
            "what does 8B find hardest?",
            "which skills has 7A not learnt?",
            "show the learning gaps of 6A in maths",
            "what has 9A not mastered yet?",
            "analyse the gaps of 7A",
        ],
    },
    slots={"turma": turma(), "materia": materia()},
    calls=[
        RecipeCall(
            capability="school.analisar_gaps_aprendizado", params={"turma_id": "{turma}", "materia": "{materia}"}
        )
    ],
    reply=_SAID,
)

school.recipe(
    "como_esta_o_aluno",
    title={"pt": "Ver como está um aluno", "en": "See how a student is doing"},
    examples={
        "pt": [
            "como está a Ana do 7A?",
            "como vai o aluno João Pedro do 8B?",
            "como está o Caio Henrique do 7A?",
            "fale sobre o desempenho da Maria do 7º ano A",
            "como estão as notas do Caio do 7A?",
            "quero saber como a aluna Beatriz do 6A está indo",
        ],
        "en": [
            "how is Ana of 7A doing?",
            "how does the student João Pedro of 8B do?",
            "tell me about Maria's performance in 7A",
            "how are the marks of Caio of 7A?",
            "I want to know how the student Beatriz of 6A is doing",
        ],
    },
    slots={"turma": turma(), "aluno": Slot(kind=SlotKind.TEXT, pattern=_STUDENT, question=_WHO)},
    calls=[
        RecipeCall(
            capability="school.comentarios_boletim",
            params={"turma_id": "{turma}", "aluno_id": "{aluno}", "periodo": "ano_letivo"},
        )
    ],
    reply={"pt": "{result.data.texto}", "en": "{result.data.texto}"},
)

school.recipe(
    "quem_esta_faltando",
    title={"pt": "Ver faltas e engajamento de uma turma", "en": "See absences and engagement of a class"},
    examples={
        "pt": [
            "quem está com falta no 7A?",
            "quem está faltando muito na turma 8B?",
            "como está a frequência do 6A?",
            "quais alunos do 9A correm risco por faltas?",
            "como está o engajamento do 7º ano A?",
        ],
        "en": [
            "who misses class in 7A?",
            "who is absent a lot in 8B?",
            "how is the attendance of 6A?",
            "which students of 9A are at risk because of absences?",
            "how engaged is 7A?",
        ],
    },
    slots={"turma": turma()},
    calls=[RecipeCall(capability="school.analisar_engajamento", params={"turma_id": "{turma}"})],
    reply=_SAID,
)

school.recipe(
    "minha_agenda",
    title={"pt": "Ver o calendário escolar", "en": "See the school calendar"},
    examples={
        "pt": [
            "o que tenho esta semana na escola?",
            "quais aulas tenho na semana que vem?",
            "o que tem no calendário do 7A?",
            "o que está marcado no calendário escolar este mês?",
            "que provas estão marcadas na semana que vem?",
        ],
        "en": [
            "what do I have at school this week?",
            "which lessons do I have next week?",
            "what is in the calendar of 7A?",
            "what is in the school calendar this month?",
            "which tests are scheduled next week?",
        ],
    },
    slots={"quando": quando(), "turma": turma(required=False)},
    calls=[
        RecipeCall(
            capability="school.pesquisar_calendario",
            params={"data_inicio": "{quando_first}", "data_fim": "{quando_last}", "turma_id": "{turma}"},
        )
    ],
    reply={"pt": "{result.data.texto}", "en": "{result.data.texto}"},
)

school.recipe(
    "minhas_turmas",
    title={"pt": "Ver as turmas", "en": "See the classes"},
    examples={
        "pt": [
            "quais são as minhas turmas?",
            "liste as turmas",
            "que turmas eu tenho?",
            "mostre minhas turmas",
            "quantas turmas eu tenho?",
        ],
        "en": [
            "which classes do I have?",
            "list my classes",
            "show the classes",
            "how many classes do I have?",
            "what classes are there?",
        ],
    },
    calls=[RecipeCall(capability="school.pesquisar_turmas")],
    reply=_SAID,
)

school.recipe(
    "alunos_da_turma",
    title={"pt": "Ver os alunos de uma turma", "en": "See the students of a class"},
    examples={
        "pt": [
            "quais são os alunos do 7A?",
            "quais são os alunos da turma?",
            "liste os alunos da turma 8B",
            "quem estuda no 6A?",
            "mostre a lista de alunos do 7º ano A",
            "quantos alunos tem o 9A?",
        ],
        "en": [
            "who are the students of 7A?",
            "list the students of 8B",
            "who is in 6A?",
            "show the student list of 7A",
            "how many students does 9A have?",
        ],
    },
    slots={"turma": turma()},
    calls=[RecipeCall(capability="school.pesquisar_alunos", params={"turma_id": "{turma}"})],
    reply=_SAID,
)

school.recipe(
    "visao_geral",
    title={"pt": "Ver a visão geral das turmas", "en": "See all classes at a glance"},
    examples={
        "pt": [
            "como estão as minhas turmas?",
            "qual é o desempenho geral das turmas?",
            "que turma precisa de mais atenção?",
            "analise o desempenho geral",
            "mostre a visão geral das minhas turmas",
        ],
        "en": [
            "how are my classes doing?",
            "what is the overall performance of the classes?",
            "which class needs most attention?",
            "analyse the overall performance",
            "show all my classes at a glance",
        ],
    },
    calls=[RecipeCall(capability="school.analisar_desempenho_geral")],
    reply=_SAID,
)

school.recipe(
    "habilidades_bncc",
    title={"pt": "Procurar habilidades da BNCC", "en": "Look up BNCC skills"},
    examples={
        "pt": [
            "quais habilidades da BNCC falam de frações?",
            "procure na BNCC habilidades sobre proporcionalidade",
            "o que diz a habilidade EF07MA17?",
            "busque habilidades da BNCC sobre porcentagem",
            "habilidades da BNCC de leitura",
        ],
        "en": [
            "which BNCC skills are about fractions?",
            "look up BNCC skills about proportionality",
            "what does the BNCC skill EF07MA17 say?",
            "search the BNCC for percentages",
            "BNCC skills about reading",
        ],
    },
    slots={
        "busca": Slot(
            kind=SlotKind.TEXT,
            markers=["falam de", "sobre", "habilidade", "bncc de", "about", "skill", "for"],
            question={"pt": "Sobre o quê?", "en": "About what?"},
        )
    },
    calls=[RecipeCall(capability="school.pesquisar_bncc", params={"busca_texto": "{busca}"})],
    reply=_SAID,
)

school.recipe(
    "abrir_secao",
    title={"pt": "Abrir uma parte do School Power", "en": "Open a part of School Power"},
    examples={
        "pt": [
            "abra o calendário da escola",
            "vá para as atividades",
            "abra os planos de ensino",
            "me leve para o desempenho",
            "ir para as avaliações",
        ],
        "en": [
            "open the school calendar",
            "go to the activities",
            "open the teaching plans",
            "take me to the performance page",
            "go to the tests",
        ],
    },
    slots={
        "secao": Slot(
            kind=SlotKind.TEXT,
            choices=_SECTIONS,
            question={"pt": "Qual parte devo abrir?", "en": "Which part should I open?"},
        )
    },
    calls=[RecipeCall(capability="school.ir_para_secao", params={"secao": "{secao}"})],
    reply={"pt": "Aberto.", "en": "Opened."},
)

school.recipe(
    "abrir_atividade",
    title={"pt": "Abrir uma atividade", "en": "Open an activity"},
    examples={
        "pt": [
            "abra a atividade Frações do dia",
            "abrir a atividade Proporções à mesa",
            "mostre a atividade Poemas",
            "quero ver a atividade Quiz de verbos",
            "abre a atividade Mapas",
        ],
        "en": [
            "open the activity Daily fractions",
            "show the activity Proportions at the table",
            "open activity Poems",
            "I want to see the activity Verb quiz",
            "open the activity Maps",
        ],
    },
    slots={
        "atividade": Slot(
            kind=SlotKind.TEXT,
            pattern=(
                r"\b(?:abr[aei]\w*|mostr[ae]\w*|ver|veja|open|show|see)\b.{0,20}?\b(?:atividade|activity)\s+"
                r"[\"“«']?(.+?)[\"”»']?\s*[.!?]*$"
            ),
            question={"pt": "Qual atividade?", "en": "Which activity?"},
        )
    },
    calls=[RecipeCall(capability="school.abrir_atividade", params={"atividade_id": "{atividade}"})],
    reply=_SAID,
)
