/** What the tools say about themselves, in Brazilian Portuguese: their sentences, and the names of what they take. */

import type { Help } from "../dictionaries";

export const help: Help = {
  sentences: {
    "Add text at the end of a file; the file is made if there is none.":
      "Acrescenta texto no fim de um arquivo; se ele não existir, é criado.",
    "Ask the person one question and wait for the answer, however long it takes.":
      "Faz uma pergunta à pessoa e espera a resposta, demore o que demorar.",
    "Create a note. Without a title, the beginning of its text is the title.":
      "Cria uma nota. Sem título, o começo do texto vira o título.",
    "Hand independent pieces of work to sub-agents, which work in parallel with at most your rights.":
      "Entrega partes independentes do trabalho a subagentes, que trabalham em paralelo e com, no máximo, os mesmos direitos.",
    "Delete one file of the workspace. It can be brought back by undoing.":
      "Apaga um arquivo do projeto. Desfazer traz o arquivo de volta.",
    "Replace one passage of a text file. The passage must be unique, so that nothing else is changed.":
      "Troca um trecho de um arquivo de texto. O trecho deve ser único, para que nada mais mude.",
    "Find files and folders of the workspace by a pattern of their path.":
      "Encontra arquivos e pastas do projeto por um padrão do caminho.",
    "Look for a capability by what it does. Those found can be used from then on.":
      "Procura uma ferramenta pelo que ela faz. As encontradas podem ser usadas a partir daí.",
    "Have a picture made by the configured image endpoint, and keep it as an artifact.":
      "Pede uma imagem ao serviço de imagens configurado e a guarda como artefato.",
    "Find lines in the text files of the workspace. Hidden, binary and very large files are left out.":
      "Encontra linhas nos arquivos de texto do projeto. Arquivos ocultos, binários e muito grandes ficam de fora.",
    "List what is in a folder of the workspace, by name.": "Lista o que há em uma pasta do projeto, por nome.",
    "List the notes of the workspace, the latest first.": "Lista as notas do projeto, as mais recentes primeiro.",
    "Remember something for later. It can be seen, corrected and forgotten by the person.":
      "Guarda algo na memória para depois. A pessoa pode ver, corrigir e esquecer.",
    "Look for something remembered in this conversation or project.":
      "Procura algo lembrado nesta conversa ou neste projeto.",
    "The date and time, here and in UTC.": "A data e a hora, aqui e em UTC.",
    "Read an artifact: what it is and, if it is text, what it says.":
      "Lê um artefato: o que ele é e, se for texto, o que diz.",
    "Read a text file of the workspace, from a line on.": "Lê um arquivo de texto do projeto, a partir de uma linha.",
    "Read a note by its title; capital letters and accents do not matter.":
      "Lê uma nota pelo título; maiúsculas e acentos não importam.",
    "Save an artifact as a file of the project; missing folders are made, an existing file is replaced.":
      "Salva um artefato como arquivo do projeto; pastas que faltam são criadas e um arquivo existente é substituído.",
    "Write a text file in the workspace; missing folders are made, an existing file is replaced.":
      "Escreve um arquivo de texto no projeto; pastas que faltam são criadas e um arquivo existente é substituído.",

    "A path relative to the workspace, such as notes/ideas.md.": "Um caminho dentro do projeto, como notes/ideias.md.",
    "The text to add at the end, on lines of its own.": "O texto a acrescentar no fim, em linhas próprias.",
    "One clear question.": "Uma pergunta clara.",
    "Answers to click, the best first.": "Respostas para clicar, a melhor primeiro.",
    "The note's title.": "O título da nota.",
    "What the note says, in Markdown.": "O que a nota diz, em Markdown.",
    "One brief for each sub-agent; they work at once.": "Uma instrução para cada subagente; eles trabalham ao mesmo tempo.",
    "The exact text to replace; it must stand in the file exactly once.":
      "O texto exato a trocar; deve aparecer no arquivo uma única vez.",
    "The text to put in its place.": "O texto que entra no lugar.",
    "A pattern such as *.md (in every folder), src/**/*.py or {a,b}/*.txt.":
      "Um padrão como *.md (em toda pasta), src/**/*.py ou {a,b}/*.txt.",
    "A folder relative to the workspace; `.` is the workspace itself.": "Uma pasta dentro do projeto; . é o próprio projeto.",
    "What should be done, in a few words.": "O que deve ser feito, em poucas palavras.",
    "What the picture shows.": "O que a imagem mostra.",
    "The text to find, on one line. Without capital letters, case is ignored.":
      "O texto a encontrar, em uma linha. Sem maiúsculas, tanto faz maiúscula ou minúscula.",
    "A folder or file to search in; `.` is the whole workspace.": "A pasta ou o arquivo onde procurar; . é o projeto inteiro.",
    "Only files that match, such as *.md or src/**/*.py.": "Só arquivos que combinam, como *.md ou src/**/*.py.",
    "Whether the pattern is a regular expression (then case counts).":
      "Se o padrão é uma expressão regular (então maiúsculas contam).",
    "How many lines to give at most.": "Quantas linhas mostrar, no máximo.",
    "What to remember, complete in itself.": "O que lembrar, completo por si só.",
    "For this piece of work, this conversation, or for good.": "Para este trabalho, para esta conversa ou para sempre.",
    "Always bring it up again.": "Trazer sempre de volta.",
    "Words to look for; empty gives the latest.": "Palavras a procurar; vazio mostra as mais recentes.",
    "The artifact's id, or its name if it is in this project.": "O código do artefato, ou o nome, se for deste projeto.",
    "The first character to give; 0 is the beginning.": "O primeiro caractere a mostrar; 0 é o começo.",
    "How many characters to give at most.": "Quantos caracteres mostrar, no máximo.",
    "The first line to give.": "A primeira linha a mostrar.",
    "Where to put it in the workspace; a folder keeps the artifact's own name.":
      "Onde colocar no projeto; em uma pasta, o artefato fica com o próprio nome.",
    "The whole new text of the file.": "O novo texto inteiro do arquivo.",

    "What to do, complete in itself: the sub-agent sees nothing else.":
      "O que fazer, completo por si só: o subagente não vê mais nada.",
    "Which persona does it: assistant, researcher, creator, coder or one of your own.":
      "Qual agente faz: assistant, researcher, creator, coder ou um dos seus.",
    "Only these capabilities; empty means all the persona may use.":
      "Só estas ferramentas; vazio vale por todas as que o agente pode usar.",
    "One piece of work for one sub-agent.": "Um trabalho para um subagente.",
    "Which model: a role, or one model by provider and id.": "Qual modelo: uma função, ou um modelo por provedor e nome.",
    "What kind of model an agent needs.": "De que tipo de modelo um agente precisa.",
    "Hard limits of one run. Reaching one stops the run with a reason.":
      "Limites rígidos de uma execução. Chegar a um deles para a execução e diz por quê.",
    "Model responses in one run.": "Respostas do modelo em uma execução.",
    "Tokens in one run, in and out.": "Tokens em uma execução, de entrada e de saída.",
    "Money in one run, in US dollars.": "Dinheiro em uma execução, em dólares.",
    "Seconds one run may work; waiting for you does not count.":
      "Segundos que uma execução pode trabalhar; esperar por você não conta.",
  },
  names: {
    agent: "Agente",
    artifact: "Artefato",
    briefs: "Instruções",
    budget: "Limites",
    content: "Conteúdo",
    glob: "Padrão de nomes",
    id: "Nome do modelo",
    kind: "Tipo",
    layer: "Duração",
    limit: "Quantidade",
    max_characters: "Máximo de caracteres",
    max_cost: "Custo em US$",
    max_lines: "Máximo de linhas",
    max_results: "Máximo de resultados",
    max_seconds: "Segundos",
    max_tokens: "Tokens",
    max_turns: "Passos",
    model: "Modelo",
    options: "Opções",
    path: "Caminho",
    pattern: "Texto procurado",
    pinned: "Fixado",
    prompt: "Descrição",
    provider: "Provedor",
    query: "Busca",
    question: "Pergunta",
    regex: "Expressão regular",
    replace: "Novo texto",
    role: "Função",
    search: "Texto a trocar",
    size: "Tamanho",
    start: "Começo",
    start_line: "Primeira linha",
    task: "Tarefa",
    text: "Texto",
    title: "Título",
    tools: "Ferramentas",
  },
};
