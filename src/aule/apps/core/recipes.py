"""What the core app can do with no model at all, by example sentences in Portuguese and English."""

from __future__ import annotations

from aule.apps.core.app import core
from aule.sdk import RecipeCall, Slot, SlotKind

_CONTENT_MARKERS = ["com o texto", "com o conteúdo", "dizendo", "with the text", "with the content", "saying"]
_TITLE_MARKERS = ["chamada", "intitulada", "com o título", "called", "titled", "named"]
_MEMORY_MARKERS = [
    *("lembre que", "lembra que", "lembre-se de que", "lembre-se que", "memorize que", "não esqueça que"),
    *("remember that", "memorize that", "don't forget that", "keep in mind that"),
]

core.recipe(
    "create_note",
    title={"pt": "Criar uma nota", "en": "Create a note"},
    examples={
        "pt": [
            "crie uma nota: comprar leite e pão",
            "criar nota chamada Compras: leite, pão e café",
            "anote: ligar para a Ana amanhã",
            "anota aí que o portão fecha às dez",
            'faz uma nota "Ideias" com o texto "um jardim no telhado"',
            "quero uma nova nota chamada Viagem",
            "escreva uma nota sobre a reunião de hoje",
            "registre uma anotação: o filtro foi trocado",
        ],
        "en": [
            "create a note: buy milk and bread",
            "make a note called Groceries: milk, bread and coffee",
            "note down: call Ana tomorrow",
            "take a note that the gate closes at ten",
            'write a note "Ideas" saying "a garden on the roof"',
            "I want a new note called Trip",
            "jot down a note about today's meeting",
            "add a note: the filter was replaced",
        ],
    },
    slots={
        "title": Slot(
            kind=SlotKind.TEXT,
            required=False,
            markers=_TITLE_MARKERS,
        ),
        "text": Slot(
            kind=SlotKind.REST,
            # A note of which only the title or the subject was said begins with that.
            markers=[*_CONTENT_MARKERS, *_TITLE_MARKERS, "nota sobre", "anotação sobre", "note about"],
            question={"pt": "O que devo anotar?", "en": "What should the note say?"},
        ),
    },
    calls=[RecipeCall(capability="core.create_note", params={"title": "{title}", "text": "{text}"})],
    reply={
        "pt": "Nota “{result.data.title}” criada em {result.data.path}.",
        "en": "Created the note “{result.data.title}” in {result.data.path}.",
    },
)

core.recipe(
    "list_notes",
    title={"pt": "Listar as notas", "en": "List the notes"},
    examples={
        "pt": [
            "liste as notas",
            "mostre minhas notas",
            "quais notas eu tenho?",
            "ver todas as anotações",
            "que notas existem?",
            "quero ver a lista de notas",
        ],
        "en": [
            "list the notes",
            "show my notes",
            "which notes do I have?",
            "see all notes",
            "what notes are there?",
            "give me the list of notes",
        ],
    },
    calls=[RecipeCall(capability="core.list_notes")],
    reply={"pt": "Suas notas:\n{result.data.notes}", "en": "Your notes:\n{result.data.notes}"},
)

core.recipe(
    "read_note",
    title={"pt": "Ler uma nota", "en": "Read a note"},
    examples={
        "pt": [
            "leia a nota Compras",
            'abra a nota "Ideias"',
            "mostre a nota chamada Viagem",
            "o que diz a nota Reunião?",
            "qual é o texto da nota Compras?",
            "me mostra o que está na nota Ideias",
        ],
        "en": [
            "read the note Groceries",
            'open the note "Ideas"',
            "show the note called Trip",
            'what does the note "Meeting" say?',
            "what is in the note Groceries?",
            "show me the text of the note Ideas",
        ],
    },
    slots={
        "title": Slot(
            kind=SlotKind.TEXT,
            markers=["nota chamada", "note called", "nota", "note"],
            question={"pt": "Qual nota?", "en": "Which note?"},
        )
    },
    calls=[RecipeCall(capability="core.read_note", params={"title": "{title}"})],
    reply={
        "pt": "**{result.data.title}**\n\n{result.data.text}",
        "en": "**{result.data.title}**\n\n{result.data.text}",
    },
)

core.recipe(
    "read_file",
    title={"pt": "Ler um arquivo", "en": "Read a file"},
    examples={
        "pt": [
            "leia o arquivo README.md",
            "mostre o conteúdo de notas/plano.txt",
            "abra o arquivo dados.csv",
            "o que está escrito em src/main.py?",
            "ver o arquivo config.toml",
            "quero ler o relatório relatorio.md",
        ],
        "en": [
            "read the file README.md",
            "show the content of notes/plan.txt",
            "open the file data.csv",
            "what is written in src/main.py?",
            "view the file config.toml",
            "I want to read report.md",
        ],
    },
    slots={
        "path": Slot(
            kind=SlotKind.PATH,
            markers=["arquivo", "file"],
            question={"pt": "Qual arquivo? (por exemplo notas/plano.md)", "en": "Which file? (such as notes/plan.md)"},
        )
    },
    calls=[RecipeCall(capability="core.read_file", params={"path": "{path}"})],
    reply={
        "pt": "{result.data.path}, linhas {result.data.start_line} a {result.data.end_line} de "
        "{result.data.total_lines}:\n\n{result.data.text}",
        "en": "{result.data.path}, lines {result.data.start_line} to {result.data.end_line} of "
        "{result.data.total_lines}:\n\n{result.data.text}",
    },
)

core.recipe(
    "list_files",
    title={"pt": "Listar os arquivos de uma pasta", "en": "List the files of a folder"},
    examples={
        "pt": [
            "liste os arquivos",
            "quais arquivos existem na pasta docs/?",
            "mostre o que há no projeto",
            "o que tem nesta pasta?",
            "ver os arquivos da pasta notes/",
            "me mostra a lista de arquivos",
        ],
        "en": [
            "list the files",
            "which files are in the folder docs/?",
            "show what is in the project",
            "what is in this folder?",
            "see the files of the folder notes/",
            "show me the list of files",
        ],
    },
    slots={"path": Slot(kind=SlotKind.PATH, required=False, markers=["pasta", "folder", "diretório", "directory"])},
    calls=[RecipeCall(capability="core.list_dir", params={"path": "{path}"})],
    reply={
        "pt": "Encontrei {result.data.total}:\n{result.data.entries}",
        "en": "I found {result.data.total}:\n{result.data.entries}",
    },
)

core.recipe(
    "search_files",
    title={"pt": "Procurar um texto nos arquivos", "en": "Search for a text in the files"},
    examples={
        "pt": [
            'procure "orçamento" nos arquivos',
            "busque por jardim nas notas",
            'onde está escrito "prazo final"?',
            "encontre a palavra telhado nos arquivos",
            "em quais arquivos aparece a palavra café?",
            'pesquise o texto "versão 2" no projeto',
        ],
        "en": [
            'search for "budget" in the files',
            "look for garden in the notes",
            'where does it say "deadline"?',
            "find the word roof in the files",
            "which files contain the word coffee?",
            'find the text "version 2" in the project',
        ],
    },
    slots={
        "pattern": Slot(
            kind=SlotKind.TEXT,
            markers=["a palavra", "o texto", "por", "the word", "the text", "for"],
            question={"pt": "Que texto devo procurar?", "en": "Which text should I look for?"},
        ),
        # Where to look is always everywhere; saying it ends the text to look for.
        "place": Slot(
            kind=SlotKind.TEXT,
            required=False,
            markers=[
                *("nos arquivos", "nas notas", "nas anotações", "no projeto", "na pasta"),
                *("in the files", "in my files", "in the notes", "in my notes", "in the project"),
            ],
        ),
    },
    calls=[RecipeCall(capability="core.grep_search", params={"pattern": "{pattern}"})],
    reply={
        "pt": "“{result.data.pattern}” em {result.data.files_searched} arquivos:\n{result.data.matches}",
        "en": "“{result.data.pattern}” in {result.data.files_searched} files:\n{result.data.matches}",
    },
)

core.recipe(
    "write_file",
    title={"pt": "Escrever um arquivo", "en": "Write a file"},
    examples={
        "pt": [
            "escreva o arquivo lista.txt: ovos e farinha",
            "crie o arquivo notas/plano.md com o texto primeiro rascunho",
            'salve "olá mundo" no arquivo ola.txt',
            "grave em dados/registro.txt: tudo certo",
            "faça um arquivo chamado resumo.md: o projeto começou",
            "novo arquivo tarefas.txt com o conteúdo estudar",
        ],
        "en": [
            "write the file list.txt: eggs and flour",
            "create the file notes/plan.md with the text first draft",
            'save "hello world" to the file hello.txt',
            "put into data/log.txt: all is well",
            "make a file called summary.md: the project began",
            "new file tasks.txt with the content study",
        ],
    },
    slots={
        "path": Slot(
            kind=SlotKind.PATH,
            markers=["arquivo", "file"],
            question={"pt": "Em qual arquivo? (por exemplo lista.txt)", "en": "Which file? (such as list.txt)"},
        ),
        "content": Slot(
            kind=SlotKind.REST,
            markers=_CONTENT_MARKERS,
            question={"pt": "O que devo escrever nele?", "en": "What should I write in it?"},
        ),
    },
    calls=[RecipeCall(capability="core.write_file", params={"path": "{path}", "content": "{content}"})],
    reply={
        "pt": "Escrevi {result.data.path} ({result.data.size} bytes).",
        "en": "Wrote {result.data.path} ({result.data.size} bytes).",
    },
)

core.recipe(
    "now",
    title={"pt": "Ver a data e a hora", "en": "Tell the date and time"},
    examples={
        "pt": [
            "que horas são?",
            "qual é a data de hoje?",
            "que dia é hoje?",
            "me diga a hora",
            "em que dia da semana estamos?",
            "que horas são agora?",
        ],
        "en": [
            "what time is it?",
            "what is today's date?",
            "what day is it today?",
            "tell me the time",
            "which day of the week is it?",
            "what is the time now?",
        ],
    },
    calls=[RecipeCall(capability="core.now")],
    reply={"pt": "Agora: {result.data.spoken}.", "en": "Now: {result.data.spoken}."},
)

core.recipe(
    "remember",
    title={"pt": "Guardar algo na memória", "en": "Remember something"},
    examples={
        "pt": [
            "lembre que eu prefiro café sem açúcar",
            "guarde na memória: a senha do portão mudou",
            "memorize que a reunião é às terças",
            "lembre-se de que meu nome é Ana",
            "não esqueça que o projeto termina em maio",
            "guarda isso: gosto de respostas curtas",
        ],
        "en": [
            "remember that I like coffee without sugar",
            "keep in memory: the gate code changed",
            "memorize that the meeting is on Tuesdays",
            "remember that my name is Ana",
            "don't forget that the project ends in May",
            "keep this in mind: I like short answers",
        ],
    },
    slots={
        "content": Slot(
            kind=SlotKind.REST,
            markers=_MEMORY_MARKERS,
            question={"pt": "O que devo lembrar?", "en": "What should I remember?"},
        )
    },
    calls=[RecipeCall(capability="core.memory_save", params={"content": "{content}"})],
    reply={"pt": "Guardado: {content}", "en": "Remembered: {content}"},
)

core.recipe(
    "recall",
    title={"pt": "Ver o que está na memória", "en": "Tell what is remembered"},
    examples={
        "pt": [
            "o que você lembra sobre café?",
            "o que você sabe sobre mim?",
            "do que você se lembra?",
            "o que está na memória sobre o projeto?",
            "mostre o que você guardou sobre a reunião",
            "você lembra do meu nome?",
        ],
        "en": [
            "what do you remember about coffee?",
            "what do you know about me?",
            "what do you remember?",
            "what is in memory about the project?",
            "show what you kept about the meeting",
            "do you remember my name?",
        ],
    },
    slots={"query": Slot(kind=SlotKind.TEXT, required=False, markers=["sobre", "do meu", "da minha", "about", "my"])},
    calls=[RecipeCall(capability="core.memory_search", params={"query": "{query}"})],
)
