"""Plans for general work: they are drafted without a model, and carried out without one too."""

from __future__ import annotations

from aule.apps.planner.app import planner
from aule.sdk import PlanStepKind, PlanTemplate, RecipeCall, RiskTemplate, Slot, SlotKind, StepTemplate

_OVERWRITES = RiskTemplate(
    description={"pt": "O arquivo `{output}` pode já existir.", "en": "The file `{output}` may already exist."},
    severity="low",
    mitigation={
        "pt": "A escrita mostra a diferença antes e pode ser desfeita.",
        "en": "The write shows its difference first and can be undone.",
    },
)
_WRITE = StepTemplate(
    id="3",
    title={"pt": "Escrever {output}", "en": "Write {output}"},
    description={
        "pt": "Guardar o texto reunido no arquivo `{output}`.",
        "en": "Keep the text that was put together in the file `{output}`.",
    },
    kind=PlanStepKind.CALL,
    call=RecipeCall(
        capability="core.write_file", params={"path": "{output}", "content": {"$from": "2.result.data.text"}}
    ),
    file="{output}",
    dependencies=["2"],
    validation={
        "pt": "O arquivo `{output}` existe e não está vazio.",
        "en": "The file `{output}` exists and is not empty.",
    },
    rationale={"pt": "Um arquivo se relê e se corrige.", "en": "A file can be read again and corrected."},
)

planner.plan_recipe(
    "organise_notes",
    title={"pt": "Reunir notas sobre um assunto", "en": "Bring notes on a topic together"},
    examples={
        "pt": [
            "organize minhas notas sobre fotossíntese em um arquivo",
            "junte as anotações sobre viagem num documento só",
            "reúna tudo que tenho sobre o projeto Horta em um arquivo",
            "consolide as notas de reunião sobre vendas",
            "compile minhas anotações de química em um texto",
        ],
        "en": [
            "organise my notes on photosynthesis into a file",
            "bring the notes about the trip together in one document",
            "gather everything I have on the garden project into a file",
            "consolidate the meeting notes about sales",
            "compile my chemistry notes into one text",
        ],
    },
    slots={
        "subject": Slot(
            kind=SlotKind.TEXT,
            markers=["sobre o", "sobre a", "sobre", "notas de", "anotações de", "about the", "about", "on the", "on"],
            question={"pt": "Sobre qual assunto?", "en": "On which topic?"},
        ),
        "output": Slot(kind=SlotKind.PATH, required=False),
    },
    plan=PlanTemplate(
        name={"pt": "Reunir notas sobre {subject}", "en": "Bring together notes on {subject}"},
        goal={
            "pt": "O que há sobre {subject} está em `{output}`, com a origem de cada parte.",
            "en": "What there is on {subject} stands in `{output}`, with where each part comes from.",
        },
        steps=[
            StepTemplate(
                id="1",
                title={"pt": "Procurar o que há sobre {subject}", "en": "Look for what there is on {subject}"},
                description={
                    "pt": "Achar até 20 textos do projeto que falam de {subject}.",
                    "en": "Find up to 20 texts of the project that speak of {subject}.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(
                    capability="core.retrieve_context", params={"query": "{subject}", "limit": 20, "kinds": ["doc"]}
                ),
                validation={
                    "pt": "O resultado lista ao menos 1 arquivo com suas linhas.",
                    "en": "The result lists at least 1 file with its lines.",
                },
                rationale={"pt": "Nada é inventado: só o que existe.", "en": "Nothing is invented: only what exists."},
            ),
            StepTemplate(
                id="2",
                title={"pt": "Reunir os textos", "en": "Put the texts together"},
                description={
                    "pt": "Juntar o que cada arquivo diz de {subject}, com o nome do arquivo em cada parte.",
                    "en": "Put together what each file says of {subject}, with the file's name at each part.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(
                    capability="core.gather_text",
                    params={"title": "{subject}", "paths": {"$from": "1.result.data.paths"}, "query": "{subject}"},
                ),
                dependencies=["1"],
                validation={
                    "pt": "O texto tem 1 seção por arquivo achado.",
                    "en": "The text has 1 section for each file that was found.",
                },
                rationale={"pt": "A origem fica visível.", "en": "The origin stays visible."},
            ),
            _WRITE,
        ],
        success={
            "pt": ["`{output}` contém uma seção por arquivo que fala de {subject}."],
            "en": ["`{output}` contains one section for each file that speaks of {subject}."],
        },
        risks=[_OVERWRITES],
    ),
)

planner.plan_recipe(
    "write_set",
    title={"pt": "Criar um conjunto de notas", "en": "Write a set of notes"},
    examples={
        "pt": [
            "crie 3 notas sobre energia solar",
            "escreva cinco notas de estudo sobre a Revolução Francesa",
            "gere 4 documentos sobre segurança no trabalho",
            "prepare 6 fichas sobre verbos irregulares",
            "faça duas notas sobre o orçamento",
        ],
        "en": [
            "create 3 notes about solar energy",
            "write five study notes on the French Revolution",
            "generate 4 documents about workplace safety",
            "prepare 6 cards on irregular verbs",
            "make two notes about the budget",
        ],
    },
    slots={
        "count": Slot(
            kind=SlotKind.INTEGER, question={"pt": "Quantas notas devo criar?", "en": "How many notes should I write?"}
        ),
        "subject": Slot(
            kind=SlotKind.TEXT,
            markers=["sobre o", "sobre a", "sobre", "about the", "about", "on the", "on"],
            question={"pt": "Sobre qual assunto?", "en": "About what?"},
        ),
    },
    plan=PlanTemplate(
        name={"pt": "{count} notas sobre {subject}", "en": "{count} notes on {subject}"},
        goal={
            "pt": "Há {count} notas sobre {subject}, cada uma com um roteiro para completar.",
            "en": "There are {count} notes on {subject}, each with an outline to fill in.",
        },
        steps=[
            StepTemplate(
                id="1",
                title={"pt": "Ver o que já existe sobre {subject}", "en": "See what there is on {subject}"},
                description={
                    "pt": "Procurar no projeto textos que já falam de {subject}, para não repetir.",
                    "en": "Look in the project for texts that already speak of {subject}, so as not to repeat them.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(capability="core.retrieve_context", params={"query": "{subject}", "kinds": ["doc"]}),
                validation={
                    "pt": "O resultado lista os arquivos achados, 0 ou mais.",
                    "en": "The result lists the files that were found, 0 or more.",
                },
                rationale={"pt": "Aproveita-se o que existe.", "en": "What exists is used."},
            ),
            StepTemplate(
                id="2",
                title={"pt": "Criar as {count} notas", "en": "Write the {count} notes"},
                description={
                    "pt": "Criar uma nota por parte de {subject}, com título próprio e roteiro.",
                    "en": "Write one note for each part of {subject}, with a title of its own and an outline.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(
                    capability="core.create_note", params={"title": {"$item": "title"}, "text": {"$item": "text"}}
                ),
                repeat="{items}",
                dependencies=["1"],
                validation={
                    "pt": "Existem {count} notas novas na pasta `notes`.",
                    "en": "There are {count} new notes in the folder `notes`.",
                },
                rationale={"pt": "Notas curtas se revisam melhor.", "en": "Short notes are easier to review."},
            ),
        ],
        success={
            "pt": ["A lista de notas mostra {count} notas novas sobre {subject}."],
            "en": ["The list of notes shows {count} new notes on {subject}."],
        },
        assumptions={
            "pt": ["Sem um modelo conectado, as notas trazem um roteiro e não o texto pronto."],
            "en": ["Without a connected model the notes hold an outline, not the finished text."],
        },
    ),
)

planner.plan_recipe(
    "weekly_review",
    title={"pt": "Fazer a revisão da semana", "en": "Do the weekly review"},
    examples={
        "pt": [
            "faça a revisão semanal",
            "prepare o balanço da semana",
            "quero revisar a minha semana",
            "monte a revisão da semana com as notas que mudei",
        ],
        "en": [
            "do the weekly review",
            "prepare the review of the week",
            "I want to review my week",
            "make the weekly review from the notes I changed",
        ],
    },
    plan=PlanTemplate(
        name={"pt": "Revisão da semana {week}", "en": "Review of week {week}"},
        goal={
            "pt": "O que mudou nos últimos 7 dias está em `{output}`, pronto para ser lido e comentado.",
            "en": "What changed in the last 7 days stands in `{output}`, ready to be read and commented on.",
        },
        steps=[
            StepTemplate(
                id="1",
                title={"pt": "Ver as notas", "en": "Look at the notes"},
                description={
                    "pt": "Listar as notas, as mudadas por último primeiro.",
                    "en": "List the notes, those changed last first.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(capability="core.list_notes"),
                validation={
                    "pt": "O resultado lista 0 ou mais notas com seus títulos.",
                    "en": "The result lists 0 or more notes with their titles.",
                },
                rationale={"pt": "Para saber de onde se parte.", "en": "To know where one starts from."},
            ),
            StepTemplate(
                id="2",
                title={"pt": "Reunir o que mudou em 7 dias", "en": "Put together what changed in 7 days"},
                description={
                    "pt": "Juntar os textos do projeto que mudaram nos últimos 7 dias.",
                    "en": "Put together the texts of the project that changed in the last 7 days.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(
                    capability="core.gather_text", params={"title": "{title}", "glob": "*.md", "since_days": 7}
                ),
                dependencies=["1"],
                validation={
                    "pt": "O texto tem 1 seção por arquivo mudado.",
                    "en": "The text has 1 section for each changed file.",
                },
                rationale={"pt": "A semana está no que mudou.", "en": "The week is in what changed."},
            ),
            _WRITE,
        ],
        success={
            "pt": ["`{output}` existe e lista os arquivos mudados em 7 dias."],
            "en": ["`{output}` exists and lists the files changed in 7 days."],
        },
        risks=[_OVERWRITES],
    ),
)

planner.plan_recipe(
    "collect_findings",
    title={"pt": "Coletar trechos em um relatório", "en": "Collect passages into a report"},
    examples={
        "pt": [
            "colete os riscos citados nos arquivos e faça um relatório",
            "junte as menções a orçamento nos documentos em um relatório",
            "extraia dos arquivos tudo sobre prazos e escreva um relatório",
            "pesquise nos documentos sobre fornecedores e escreva um relatório",
        ],
        "en": [
            "collect the risks named in the files into a report",
            "gather the mentions of budget in the documents into a report",
            "extract everything about deadlines from the files and write a report",
            "research suppliers in the documents and write a report",
        ],
    },
    slots={
        "subject": Slot(
            kind=SlotKind.TEXT,
            markers=[
                *("menções a", "tudo sobre", "sobre", "colete os", "colete as", "mentions of", "everything about"),
                *("about", "collect the", "research"),
            ],
            question={"pt": "O que devo procurar?", "en": "What should I look for?"},
        ),
        "output": Slot(kind=SlotKind.PATH, required=False),
    },
    plan=PlanTemplate(
        name={"pt": "Relatório sobre {subject}", "en": "Report on {subject}"},
        goal={
            "pt": "Cada trecho que fala de {subject} está em `{output}`, com o arquivo de onde vem.",
            "en": "Each passage that speaks of {subject} stands in `{output}`, with the file it comes from.",
        },
        steps=[
            StepTemplate(
                id="1",
                title={"pt": "Achar os trechos sobre {subject}", "en": "Find the passages on {subject}"},
                description={
                    "pt": "Achar até 40 trechos do projeto que falam de {subject}.",
                    "en": "Find up to 40 passages of the project that speak of {subject}.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(capability="core.retrieve_context", params={"query": "{subject}", "limit": 40}),
                validation={
                    "pt": "O resultado lista ao menos 1 arquivo com suas linhas.",
                    "en": "The result lists at least 1 file with its lines.",
                },
                rationale={"pt": "O relatório só diz o que se acha.", "en": "A report only says what is found."},
            ),
            StepTemplate(
                id="2",
                title={"pt": "Montar o relatório", "en": "Put the report together"},
                description={
                    "pt": "Juntar os parágrafos que citam {subject}, arquivo por arquivo.",
                    "en": "Put together the paragraphs that name {subject}, file by file.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(
                    capability="core.gather_text",
                    params={"title": "{title}", "paths": {"$from": "1.result.data.paths"}, "query": "{subject}"},
                ),
                dependencies=["1"],
                validation={
                    "pt": "O texto tem 1 seção por arquivo que cita {subject}.",
                    "en": "The text has 1 section for each file that names {subject}.",
                },
                rationale={"pt": "Cada trecho com sua origem.", "en": "Each passage with its origin."},
            ),
            _WRITE,
        ],
        success={
            "pt": ["`{output}` contém os trechos sobre {subject} com o arquivo de cada um."],
            "en": ["`{output}` contains the passages on {subject} with the file of each."],
        },
        risks=[_OVERWRITES],
    ),
)
