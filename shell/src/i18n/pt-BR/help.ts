/** What the tools say about themselves, in Brazilian Portuguese: their sentences, and the names of what they take. */

import type { Help } from "../dictionaries";
import { atlasNames, atlasSentences } from "./help-atlas";
import { schoolNames, schoolSentences } from "./help-school";
import { toolSentences } from "./help-tools";

export const help: Help = {
  sentences: {
    ...atlasSentences,
    ...schoolSentences,
    ...toolSentences,
    "Add text at the end of a file; the file is made if there is none.":
      "Acrescenta texto no fim de um arquivo; se ele não existir, é criado.",
    "Take back all that a run of this conversation changed. Undoing an undo brings the changes back.":
      "Desfaz tudo o que uma execução desta conversa mudou. Desfazer um desfazer traz as mudanças de volta.",
    "The run whose changes are taken back; one of this conversation.":
      "A execução cujas mudanças são desfeitas; uma desta conversa.",
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
    "Change several text files of the workspace at once: all of them, or none if one place does not fit.":
      "Muda vários arquivos de texto do projeto de uma vez: todos, ou nenhum se um trecho não encaixar.",
    "A unified diff as `git diff` writes it; or `*** Begin Patch`, then `*** Add File: a.md`, `*** Delete File: b.md` or `*** Update File: c.md` with lines that begin with space, - or +, then `*** End Patch`.":
      "Um diff unificado, como o `git diff` escreve; ou `*** Begin Patch`, depois `*** Add File: a.md`, `*** Delete File: b.md` ou `*** Update File: c.md` com linhas que começam com espaço, - ou +, e por fim `*** End Patch`.",
    "The files it is about; read from the patch when left out.": "Os arquivos de que trata; lidos do patch quando faltam.",
    "Give a file of the workspace another name or folder. Nothing that is there is replaced.":
      "Dá outro nome ou outra pasta a um arquivo do projeto. Nada do que existe é substituído.",
    "Its new path; nothing may be there yet.": "O caminho novo; ainda não pode haver nada lá.",
    "Unpack a zip, tar or tar.gz into a folder of the workspace. Nothing that is there is replaced.":
      "Descompacta um zip, tar ou tar.gz em uma pasta do projeto. Nada do que existe é substituído.",
    "The folder to unpack into; it is made if there is none.": "A pasta de destino; se não existir, é criada.",
    "Find files and folders of the workspace by a pattern of their path.":
      "Encontra arquivos e pastas do projeto por um padrão do caminho.",
    "Look for a capability by what it does. Those found can be used from then on.":
      "Procura uma ferramenta pelo que ela faz. As encontradas podem ser usadas a partir daí.",
    "Have a picture made by the configured image endpoint, and keep it as an artifact.":
      "Pede uma imagem ao serviço de imagens configurado e a guarda como artefato.",
    "Read a page of the public web as text; nobody is logged in, and PDFs and other files cannot be read.":
      "Lê uma página da web pública como texto; sem login, e PDFs e outros arquivos não podem ser lidos.",
    "Search the web with SearXNG, Brave or DuckDuckGo, as set up; `web_fetch` reads what is found.":
      "Pesquisa na web com SearXNG, Brave ou DuckDuckGo, como configurado; `web_fetch` lê o que for encontrado.",
    "A complete address of the public web, http or https.": "Um endereço completo da web pública, http ou https.",
    "How many characters to give back.": "Quantos caracteres devolver.",
    "Where in the text to begin, to read on.": "Onde começar no texto, para continuar a leitura.",
    "What to look for, in words or as a question; empty gives the latest.":
      "O que procurar, em palavras ou como pergunta; vazio mostra o mais recente.",
    "Find what was said in earlier conversations, by words and meaning; each with the message and where it stands.":
      "Encontra o que foi dito em conversas anteriores, por palavras e sentido; cada trecho com a mensagem e onde está.",
    "What was spoken of, in words or as a question.": "O assunto da conversa, em palavras ou como pergunta.",
    "In all projects, not only in this one.": "Em todos os projetos, não só neste.",
    "Forget memories of this project or of the person, or say several as one; a person sees each of them first.":
      "Esquece lembranças deste projeto ou da pessoa, ou diz várias como uma só; a pessoa vê cada uma antes.",
    "Memories that become one.": "Lembranças que viram uma só.",
    "The memories to forget, by id.": "As lembranças a esquecer, por id.",
    "Memories to say as one.": "Lembranças a dizer como uma só.",
    "Why, one for each; shown to the person.": "O motivo de cada uma; mostrado à pessoa.",
    "What to look for, in a few words.": "O que procurar, em poucas palavras.",
    "How many results to give back.": "Quantos resultados devolver.",
    "Find lines in the text files of the workspace. Hidden, binary and very large files are left out.":
      "Encontra linhas nos arquivos de texto do projeto. Arquivos ocultos, binários e muito grandes ficam de fora.",
    "Find the passages of the project that are about a subject.": "Encontra os trechos do projeto que falam de um assunto.",
    "Put the texts of several files together under one heading, each with where it comes from.":
      "Reúne os textos de vários arquivos sob um título, cada um com a sua origem.",
    "The heading of the whole.": "O título do conjunto.",
    "Files to put together.": "Arquivos a reunir.",
    "Files that match, such as notes/*.md, in place of `paths`.": "Arquivos que combinam, como notes/*.md, no lugar de `paths`.",
    "Only paragraphs that hold one of these words.": "Só parágrafos que têm uma destas palavras.",
    "Only files changed in the last so many days.": "Só arquivos mudados nos últimos tantos dias.",
    "List what is in a folder of the workspace, by name.": "Lista o que há em uma pasta do projeto, por nome.",
    "List the notes of the workspace, the latest first, a page at a time.":
      "Lista as notas do projeto, as mais recentes primeiro, uma página por vez.",
    "How many at most.": "Quantas, no máximo.",
    "`next` of the page before; the first page needs none.": "O `next` da página anterior; a primeira página não precisa.",
    "The `sha256` of the file as it was read: if it is another by now, nothing is written.":
      "O `sha256` do arquivo como foi lido: se agora for outro, nada é escrito.",
    "Remember something for later. It can be seen, corrected and forgotten by the person.":
      "Guarda algo na memória para depois. A pessoa pode ver, corrigir e esquecer.",
    "Look for something remembered in this conversation or project.":
      "Procura algo lembrado nesta conversa ou neste projeto.",

    "Write down a workflow that can be run again and again. It is checked completely first; nothing of it runs.":
      "Anota um fluxo que pode ser executado muitas vezes. Antes ele é conferido por inteiro; nada dele é executado.",
    "List the workflows of this project and those of all projects, the one changed last first.":
      "Lista os fluxos deste projeto e os de todos os projetos, os alterados por último primeiro.",
    "Show a workflow with all its steps, in the form it is written in.":
      "Mostra um fluxo com todos os passos, na forma em que é escrito.",
    "Run a workflow and wait until it is done or needs a person. Whatever in it asks for approval still asks.":
      "Executa um fluxo e espera até que termine ou precise de uma pessoa. O que nele pede aprovação continua pedindo.",
    "The workflow in YAML: id, title, inputs (name: type), state (name: type), steps and output. A step has an id and one of capability (with params), prompt (with agent, tools), ask (with options), if, workflow (with inputs) and steps; and as needed depends_on, writes (the state key its result goes to), when, for_each with max, interrupt (before or after), on_error (abort or skip), retry and timeout_s. Values look at others with {{inputs.x}}, {{state.x}}, {{steps.id.result.x}} and {{item}}; a step only looks at steps in its depends_on.":
      "O fluxo em YAML: id, title, inputs (nome: tipo), state (nome: tipo), steps e output. Cada passo tem um id e um destes: capability (com params), prompt (com agent, tools), ask (com options), if, workflow (com inputs) ou steps; e, se preciso, depends_on, writes (a chave de state que recebe o resultado), when, for_each com max, interrupt (before ou after), on_error (abort ou skip), retry e timeout_s. Os valores usam outros com {{inputs.x}}, {{state.x}}, {{steps.id.result.x}} e {{item}}; um passo só usa os passos do seu depends_on.",
    "Whether it may replace a workflow with the same id.": "Se pode substituir um fluxo com o mesmo id.",
    "The workflow's id.": "O id do fluxo.",
    "Have a task done by itself: once, every so many minutes, or by a cron pattern. Give exactly one of the three.":
      "Faz uma tarefa rodar sozinha: uma vez, a cada tantos minutos ou por um padrão cron. Informe exatamente um dos três.",
    "List what runs by itself in this project, and when it is due next.":
      "Lista o que roda sozinho neste projeto e quando é a próxima vez.",
    "Stop something from running by itself. What it has already started goes on.":
      "Faz algo deixar de rodar sozinho. O que já começou continua.",
    "What to do each time, complete in itself.": "O que fazer a cada vez, completo por si só.",
    "What it is called.": "Como se chama.",
    "Once, at this moment: 2026-12-01T08:00.": "Uma vez, neste momento: 2026-12-01T08:00.",
    "Every so many minutes.": "A cada tantos minutos.",
    "A cron pattern: minute, hour, day, month, weekday.": "Um padrão cron: minuto, hora, dia, mês, dia da semana.",
    "The time zone of the times; this machine's without one.": "O fuso dos horários; sem ele, o desta máquina.",
    "The schedule's id.": "O id do agendamento.",
    "What it is given, by name.": "O que ele recebe, por nome.",
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
    "Always bring it up again; only a person can.": "Trazer sempre de volta; só uma pessoa pode.",
    "Words to look for; empty gives the latest.": "Palavras a procurar; vazio mostra as mais recentes.",
    "The artifact's id, or its name if it is in this project.": "O código do artefato, ou o nome, se for deste projeto.",
    "The first character to give; 0 is the beginning.": "O primeiro caractere a mostrar; 0 é o começo.",
    "How many characters to give at most.": "Quantos caracteres mostrar, no máximo.",
    "The first line to give.": "A primeira linha a mostrar.",
    "Where to put it in the workspace; a folder keeps the artifact's own name.":
      "Onde colocar no projeto; em uma pasta, o artefato fica com o próprio nome.",
    "The whole new text of the file.": "O novo texto inteiro do arquivo.",
    "Run a command line in the workspace, in a sandbox without network. What it does to files can be undone.":
      "Executa uma linha de comando no projeto, isolada e sem rede. O que ela faz com arquivos pode ser desfeito.",
    "A command line for bash.": "Uma linha de comando para o bash.",
    "The folder of the workspace it runs in; `.` is the workspace itself.":
      "A pasta do projeto em que roda; `.` é o próprio projeto.",
    "Seconds after which it is stopped.": "Segundos até ser interrompido.",
    "Environment variables to set.": "Variáveis de ambiente a definir.",
    "Exit codes that count as success, instead of 0 alone; with any other the call fails.":
      "Códigos de saída que contam como sucesso, em vez de só 0; com qualquer outro a chamada falha.",

    "What to do, complete in itself: the sub-agent sees nothing else.":
      "O que fazer, completo por si só: o subagente não vê mais nada.",
    "Which persona does it: assistant, researcher, creator, coder or one of your own.":
      "Qual agente faz: assistant, researcher, creator, coder ou um dos seus.",
    "Only these capabilities; empty means all the persona may use.":
      "Só estas ferramentas; vazio vale por todas as que o agente pode usar.",
    "One piece of work for one sub-agent.": "Um trabalho para um subagente.",
    "`sandboxed` (or `synapse`) lets it use only tools that run in a sandbox.":
      "`sandboxed` (ou `synapse`): usa só ferramentas que rodam em sandbox.",
    "Which model: a role, or one model by provider and id, and which stand in for it.": "Qual modelo: uma função, ou um modelo por provedor e nome, e quais o substituem.",
    "A model that stands in for another one: of a role, or by provider and id.": "Um modelo que substitui outro: de uma função, ou por provedor e nome.",
    "What kind of model an agent needs.": "De que tipo de modelo um agente precisa.",
    "Hard limits of one run. Reaching one stops the run with a reason.":
      "Limites rígidos de uma execução. Chegar a um deles para a execução e diz por quê.",
    "Model responses in one run.": "Respostas do modelo em uma execução.",
    "Tokens in one run, in and out.": "Tokens em uma execução, de entrada e de saída.",
    "Money in one run, in US dollars.": "Dinheiro em uma execução, em dólares.",
    "Seconds one run may work; waiting for you does not count.":
      "Segundos que uma execução pode trabalhar; esperar por você não conta.",
    "List the agents that live beside projects, with their environments and what each may write.":
      "Lista os agentes que moram ao lado dos projetos, com o ambiente e o que cada um pode escrever.",
    "Show a resident agent: what it is for, which tools it has, and which files it may write today.":
      "Mostra um agente residente: para que serve, que ferramentas tem e que arquivos pode escrever hoje.",
    "Check every environment and manifest: errors that keep an agent from working, and what is worth knowing.":
      "Confere cada ambiente e manifesto: os erros que impedem um agente de trabalhar, e o que vale saber.",
    "Make an agent that lives beside a project and writes only where its scope says. Its files are shown first.":
      "Cria um agente que mora ao lado de um projeto e só escreve onde o escopo dele diz. Os arquivos são mostrados antes.",
    "Make a resident agent with the person: asks what was not said, shows the files, and makes them after a yes.":
      "Cria um agente residente com a pessoa: pergunta o que não foi dito, mostra os arquivos e os cria depois de um sim.",
    "The environment, such as `develop`.": "O ambiente, como `develop`.",
    "The project, by the name it has there.": "O projeto, pelo nome que ele tem ali.",
    "The agent's id.": "O id do agente.",
    "What it does, in one sentence.": "O que ele faz, em uma frase.",
    "Globs of what it may write, relative to the project; none: it only reads.":
      "Padrões do que ele pode escrever, relativos ao projeto; nenhum: ele só lê.",
    "Such as claude, gemini or ollama; none: as in the settings.": "Como claude, gemini ou ollama; nenhum: o das configurações.",
    "A model, or a role such as `code`.": "Um modelo, ou um papel como `code`.",
    "Its tone and responsibilities, in words or Markdown.": "O tom e as responsabilidades dele, em texto ou Markdown.",
    "Read, Write, Grep, Glob, LS, Bash, or names of capabilities; none: what it needs.":
      "Read, Write, Grep, Glob, LS, Bash, ou nomes de ferramentas; nenhuma: as de que ele precisa.",
    "What it does when nobody says anything else.": "O que ele faz quando ninguém diz outra coisa.",
    "The environment, if it was said.": "O ambiente, se foi dito.",
    "The project, if it was said.": "O projeto, se foi dito.",
    "Globs of what it may write, if they were said; `no` for none.":
      "Padrões do que ele pode escrever, se foram ditos; `no` para nenhum.",
    "The agent's id, if it was said.": "O id do agente, se foi dito.",
    "What it does, if it was said.": "O que ele faz, se foi dito.",
    "Provider or model, if one was said.": "Provedor ou modelo, se foi dito.",
    "Tone and responsibilities, if they were said.": "Tom e responsabilidades, se foram ditos.",
    "Tools, if they were said.": "Ferramentas, se foram ditas.",
    "What it does by itself, if it was said.": "O que ele faz sozinho, se foi dito.",
  },
  names: {
    ...atlasNames,
    ...schoolNames,
    everywhere: "Em todos os projetos",
    registry: "Registro de pacotes",
    registries: "Registros de pacotes",
    ids: "Lembranças",
    because: "Motivos",
    merges: "Lembranças a juntar",
    left_out: "O que fica de fora",
    after: "Depois de",
    base: "Base",
    persona: "Persona",
    output_scope: "Escopo de escrita",
    description: "Descrição",
    project: "Projeto",
    environment: "Ambiente",
    agent: "Agente",
    artifact: "Artefato",
    at: "Momento",
    briefs: "Instruções",
    budget: "Limites",
    command: "Comando",
    content: "Conteúdo",
    run: "Execução",
    cron: "Padrão cron",
    document: "Documento",
    env: "Ambiente",
    every_minutes: "A cada quantos minutos",
    folder: "Pasta",
    glob: "Padrão de nomes",
    id: "Nome do modelo",
    inputs: "Entradas",
    into: "Pasta de destino",
    kind: "Tipo",
    kinds: "Tipos",
    layer: "Duração",
    limit: "Quantidade",
    max_characters: "Máximo de caracteres",
    max_chars: "Máximo de caracteres",
    max_cost: "Custo em US$",
    max_lines: "Máximo de linhas",
    max_results: "Máximo de resultados",
    max_seconds: "Segundos",
    max_tokens: "Tokens",
    max_turns: "Passos",
    model: "Modelo",
    runtime: "Onde as ferramentas rodam",
    ok_exit_codes: "Códigos de saída aceitos",
    options: "Opções",
    overwrite: "Substituir",
    patch: "Patch",
    path: "Caminho",
    paths: "Caminhos",
    pattern: "Texto procurado",
    pinned: "Fixado",
    prompt: "Descrição",
    provider: "Provedor",
    query: "Busca",
    question: "Pergunta",
    regex: "Expressão regular",
    replace: "Novo texto",
    role: "Função",
    fallbacks: "Substitutos",
    schedule: "Agendamento",
    search: "Texto a trocar",
    since_days: "Dias para trás",
    size: "Tamanho",
    source: "Caminho atual",
    start: "Começo",
    start_line: "Primeira linha",
    target: "Caminho novo",
    task: "Tarefa",
    text: "Texto",
    timeout_s: "Tempo máximo (s)",
    timezone: "Fuso horário",
    title: "Título",
    tools: "Ferramentas",
    url: "Endereço",
    workflow: "Fluxo",
  },
};
