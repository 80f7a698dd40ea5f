/** What the tools of all other apps say of themselves in Brazilian Portuguese: the first words of each. */
export const toolSentences: Readonly<Record<string, string>> = {
  "Look for tools, MCP servers, templates and agents that a person can add in the catalogue.":
    "Procura ferramentas, servidores MCP, modelos de fluxo e agentes que uma pessoa pode adicionar no catálogo.",
  "Link an initiative or a key result with the passage of a document that it comes from.":
    "Liga uma iniciativa ou um resultado-chave ao trecho do documento de onde veio.",
  "List the meetings of a company: those to come first, then those that were.":
    "Lista as reuniões de uma empresa: primeiro as que vêm, depois as que já foram.",
  "Change the steps of a workflow: add, remove, change, rename, connect them. It is checked; nothing runs.":
    "Muda os passos de um fluxo: adiciona, remove, altera, renomeia, liga. Tudo é conferido; nada roda.",
  "Put the words for an agent together, with the files and values it is given marked as data.":
    "Monta as palavras para um agente; arquivos e valores que ele recebe ficam marcados como dados.",
  "Check that each of some globs matches a file of the project that has content; fails otherwise.":
    "Confere se cada padrão encontra um arquivo do projeto com conteúdo; se não, falha.",
  "Say whether a command that ran ended well; fails with the end of what it printed otherwise.":
    "Diz se um comando executado terminou bem; se não, falha com o fim do que ele imprimiu.",
  "Look at what the agent of a step made or changed of what it should; fails where its writes were blocked.":
    "Olha o que o agente de um passo fez ou mudou do que devia; falha se as gravações dele foram impedidas.",
  "Delete an evaluation; the results of its trials stay, and undo brings it back.":
    "Exclui uma avaliação; os resultados dos testes ficam, e desfazer a traz de volta.",
  "List the evaluations there are: sets of test questions with expectations, with the agent each belongs to.":
    "Lista as avaliações que existem: conjuntos de perguntas de teste com o que se espera e o agente de cada uma.",
  "Try agents with the test questions of an evaluation. Nothing the agents want has any effect; it costs tokens.":
    "Testa agentes com as perguntas de uma avaliação. Nada do que os agentes querem tem efeito; custa tokens.",
  "Make a set of test questions with expectations, or save another version of it.":
    "Cria um conjunto de perguntas de teste com o que se espera, ou salva outra versão dele.",
  "Show what two versions of a tool have different.":
    "Mostra o que duas versões de uma ferramenta têm de diferente.",
  "Create a tool from small Python source with examples and tests; usable as `tool.NAME` once a person approves.":
    "Cria uma ferramenta a partir de um pequeno código em Python, com exemplos e testes; vale como `tool.NOME` depois que uma pessoa aprova.",
  "Draft a tool from a sentence, by a template or by a model, and run its tests; `create_tool` keeps it.":
    "Rascunha uma ferramenta a partir de uma frase, por um modelo pronto ou de linguagem, e roda os testes; `create_tool` a guarda.",
  "Save another version of a tool made here; calls that run meanwhile end.":
    "Salva outra versão de uma ferramenta feita aqui; usos em andamento terminam.",
  "Give a tool as one file that can be imported elsewhere.":
    "Entrega uma ferramenta como um arquivo que pode ser importado em outro lugar.",
  "Draft a tool from a template, without a model, and run its tests; `create_tool` keeps it.":
    "Rascunha uma ferramenta a partir de um modelo pronto, sem modelo de linguagem, e roda os testes; `create_tool` a guarda.",
  "Show a tool made here with its source, schemas, tests and limits.":
    "Mostra uma ferramenta feita aqui, com código, esquemas, testes e limites.",
  "Bring a tool in from a file; its tests run here, whatever the file says of them.":
    "Traz uma ferramenta de um arquivo; os testes dela rodam aqui, diga o arquivo o que disser.",
  "List the tools made here, with their versions and whether they can be used.":
    "Lista as ferramentas feitas aqui, com as versões e se podem ser usadas.",
  "Make an earlier version of a tool the current one again, as a new version; its tests run again.":
    "Torna atual uma versão anterior de uma ferramenta, como versão nova; os testes rodam de novo.",
  "Take a tool out of use: running calls end, nobody can call it, and its versions stay.":
    "Tira uma ferramenta de uso: o que está rodando termina, ninguém mais a usa, e as versões ficam.",
  "Let every project use a tool, or only this one.":
    "Deixa todos os projetos usarem uma ferramenta, ou só este.",
  "Add documents from this machine to a collection, where they can be searched and cited; they are read at once.":
    "Adiciona documentos desta máquina a uma coleção, onde podem ser buscados e citados; são lidos na hora.",
  "Add a sample collection to look around in: house rules, a warranty and a trip, three short documents.":
    "Adiciona uma coleção de exemplo para conhecer: regras da casa, uma garantia e uma viagem, três documentos curtos.",
  "Add a page or a file of the public web to a collection, as it is now; nobody is logged in.":
    "Adiciona uma página ou um arquivo da web pública a uma coleção, como está agora, sem entrar em conta nenhuma.",
  "Answer a question with quotations from the documents, or say that they do not answer it.":
    "Responde a uma pergunta com citações dos documentos, ou diz que eles não respondem.",
  "Show what several documents say about one thing, beside each other.":
    "Mostra lado a lado o que vários documentos dizem sobre uma coisa.",
  "Create a collection of documents in this project.":
    "Cria uma coleção de documentos neste projeto.",
  "Delete a collection with all of its documents; undo brings them back.":
    "Exclui uma coleção com todos os documentos; desfazer os traz de volta.",
  "Delete a document with its text, its versions and what is searched of it; undo brings it back.":
    "Exclui um documento com o texto, as versões e o que se busca dele; desfazer o traz de volta.",
  "Give a document another title, or move it to another collection.":
    "Dá outro título a um documento, ou o leva para outra coleção.",
  "List the collections of documents, with how many each holds.":
    "Lista as coleções de documentos e quantos há em cada uma.",
  "List the documents that can be searched and cited, the latest first.":
    "Lista os documentos que podem ser buscados e citados, os mais recentes primeiro.",
  "Plan a summary, comparison, table, study guide, FAQ, timeline, glossary or briefing of many documents.":
    "Planeja um resumo, comparação, tabela, guia de estudo, perguntas frequentes, linha do tempo, glossário ou síntese de muitos documentos.",
  "Read the text of a document: some of its pages, or one section.":
    "Lê o texto de um documento: algumas páginas ou uma seção.",
  "Read a part of a document exactly as it stands there, to be cited.":
    "Lê uma parte de um documento exatamente como está lá, para citar.",
  "Read a document again from its original; until that is done, what was read before is what is found.":
    "Lê de novo um documento a partir do original; até terminar, vale o que foi lido antes.",
  "Remove the sample collection with its documents; no other collection can be removed this way.":
    "Remove a coleção de exemplo com os documentos dela; nenhuma outra coleção pode ser removida assim.",
  "Give a collection another name.":
    "Dá outro nome a uma coleção.",
  "Find passages of the documents by meaning and by words; each has a mark by which an answer cites it.":
    "Encontra trechos dos documentos pelo sentido e pelas palavras; cada um tem uma marca com que a resposta o cita.",
  "Let a collection follow its folder no longer; its documents stay.":
    "Faz uma coleção deixar de acompanhar a pasta; os documentos ficam.",
  "Let a collection follow a folder: new and changed files are read by themselves, those that go are removed.":
    "Faz uma coleção acompanhar uma pasta: arquivos novos e alterados são lidos sozinhos, os que somem saem.",
  "Use a tool found with mcp.find_tools.":
    "Usa uma ferramenta encontrada com mcp.find_tools.",
  "Look for tools and prompts of MCP servers (issues, calendars, databases, …).":
    "Procura ferramentas e prompts de servidores MCP (tarefas, agendas, bancos de dados, …).",
  "Fill in a prompt found with mcp.find_tools.":
    "Preenche um prompt encontrado com mcp.find_tools.",
  "Ask a web API for something (GET), by an operation found with openapi.find_operations.":
    "Consulta uma API da web (GET), por uma operação encontrada com openapi.find_operations.",
  "Look for operations of the web APIs the owner imported (payments, repositories, addresses, …).":
    "Procura operações das APIs da web que a pessoa importou (pagamentos, repositórios, endereços, …).",
  "Send something to a web API (POST, PUT, PATCH, DELETE), by an operation found with openapi.find_operations.":
    "Envia algo a uma API da web (POST, PUT, PATCH, DELETE), por uma operação encontrada com openapi.find_operations.",
  "Answer the open question of a plan with what the person said; it is reviewed again.":
    "Responde à pergunta aberta de um plano com o que a pessoa disse; ele é revisado de novo.",
  "Give a plan up that is still being made. Nothing of it runs.":
    "Desiste de um plano que ainda está sendo feito. Nada dele roda.",
  "Take a plan as it is: what the critic still says becomes an assumption and a risk. Unsafe findings stay.":
    "Aceita um plano como está: o que a crítica ainda aponta vira suposição e risco. O que é inseguro continua apontado.",
  "List the plans of this project, the one changed last first.":
    "Lista os planos deste projeto, o alterado por último primeiro.",
  "Make a plan for work of several steps or writes. It is reviewed and shown; nothing runs until a person agrees.":
    "Faz um plano para um trabalho de várias etapas ou gravações. É revisado e mostrado; nada roda antes de uma pessoa concordar.",
  "Look at a plan: its steps, how it stands, and the question that is open.":
    "Olha um plano: as etapas, como está e a pergunta que falta responder.",
  "Change a plan as somebody's words say; it is reviewed again, and an earlier approval is void.":
    "Muda um plano como alguém diz; ele é revisado de novo, e uma aprovação anterior deixa de valer.",
  "Put a plugin from an archive or a folder into the folder of plugins, and let it be used as it is shown.":
    "Põe um plugin de um arquivo compactado ou de uma pasta na pasta de plugins, para ser usado como é mostrado.",
  "Let a plugin from the folder of plugins be used exactly as it is shown; any change in its files asks again.":
    "Deixa usar um plugin da pasta de plugins exatamente como é mostrado; qualquer mudança nos arquivos pergunta de novo.",
  "Take a plugin out of use: its running calls end, nobody can call it, and its values stay.":
    "Tira um plugin de uso: o que está rodando termina, ninguém mais o usa, e os valores dele ficam.",
  "Take a plugin that was disabled into use again, as it was approved.":
    "Põe de volta em uso um plugin que foi desligado, como foi aprovado.",
  "Build a plugin in WebAssembly of a tool made here, with Python inside, and keep it as an artifact.":
    "Faz de uma ferramenta daqui um plugin em WebAssembly, com Python dentro, e o guarda como artefato.",
  "List the plugins, those in the folder that nobody approved yet as well, with what each may reach.":
    "Lista os plugins, também os da pasta que ninguém aprovou ainda, com o que cada um alcança.",
  "Show what a plugin wrote to its log since the system was started, and what became of its failed calls.":
    "Mostra o que um plugin escreveu no registro desde que o sistema começou, e o que houve com os usos que falharam.",
  "Remove a plugin: its running calls end, its folder is deleted, and so is what it keeps.":
    "Remove um plugin: o que está rodando termina, a pasta é apagada, e também o que ele guarda.",
  "Show a plugin: its state, what it may reach, its limits and its hash.":
    "Mostra um plugin: como está, o que alcança, os limites e o hash.",
  "Run a command line that installs packages: in the sandbox, where it reaches package registries and nothing else.":
    "Executa um comando que instala pacotes: isolado, alcançando os registros de pacotes e nada mais.",
  "Give an accepted skill as a zip that other programs read.":
    "Entrega uma skill aceita como um zip que outros programas leem.",
  "Give a tool made here as a skill: how it is used, its source as a script, and the tool itself as a file.":
    "Entrega uma ferramenta daqui como skill: como se usa, o código como script e a própria ferramenta como arquivo.",
  "Give a workflow as a skill: its steps in words, and the workflow itself as a document.":
    "Entrega um fluxo como skill: os passos em palavras, e o próprio fluxo como documento.",
  "List the skills that may be used here; `skill.NAME` gives the words of one.":
    "Lista as skills que podem ser usadas aqui; `skill.NOME` dá as palavras de uma.",
  "Read a text file of a skill that is in use, such as `references/forms.md`.":
    "Lê um arquivo de texto de uma skill em uso, como `references/forms.md`.",
  "Run a script of a skill in the workspace, in a sandbox without network; `$SKILL` is the skill's own folder.":
    "Roda um script de uma skill no projeto, isolado e sem rede; `$SKILL` é a pasta da própria skill.",
  "Make a copy of an agent, with its rules, to be edited.":
    "Faz uma cópia de um agente, com as regras dele, para editar.",
  "Make an agent that people can ask, with rules that are checked; rules in its instructions are found there.":
    "Cria um agente a quem se pode pedir, com regras que são conferidas; as que estão nas instruções são encontradas lá.",
  "Delete an agent of your own. Its conversations stay, and it can be brought back.":
    "Exclui um agente seu. As conversas dele ficam, e dá para trazê-lo de volta.",
  "Change an agent of your own. New rules are added to those it has; what is left out stays.":
    "Muda um agente seu. Regras novas se somam às que ele tem; o que não for dito fica.",
  "List the agents that can be asked, with their rules.":
    "Lista os agentes a quem se pode pedir, com as regras.",
  "Tell everything an agent may do, and its rules by their numbers.":
    "Diz tudo o que um agente pode fazer, e as regras pelos números.",
  "Ask a team of agents; its members work one after another, each with at most your rights.":
    "Pede a uma equipe de agentes; os membros trabalham um depois do outro, cada um com no máximo os seus direitos.",
  "Delete a team; its members stay, and undo brings it back.":
    "Exclui uma equipe; os membros ficam, e desfazer a traz de volta.",
  "Forget what was measured of a team so far, or only of one member or one kind of request.":
    "Esquece o que se mediu de uma equipe até agora, ou só de um membro ou de um tipo de pedido.",
  "Hand your work to another member of your team, who goes on in the same conversation. You say nothing more.":
    "Passa o seu trabalho a outro membro da equipe, que continua na mesma conversa. Você não diz mais nada.",
  "List the teams there are, with their members.":
    "Lista as equipes que existem, com os membros.",
  "Tell your team how sure you are and what this is about; its rules may hand your work over by that.":
    "Diz à equipe quanta certeza você tem e do que se trata; as regras dela podem passar o trabalho adiante.",
  "Make a team, or save another version of it.":
    "Cria uma equipe, ou salva outra versão dela.",
  "Show how often each member of a team answered well, failed or handed over, by kind of request.":
    "Mostra quantas vezes cada membro de uma equipe respondeu bem, falhou ou passou adiante, por tipo de pedido.",
  "List the templates that workflows can be made from, with their parameters.":
    "Lista os modelos de fluxo, com os parâmetros de cada um.",
  "Make a workflow from a template and keep it. Nothing of it runs.":
    "Cria um fluxo a partir de um modelo e o guarda. Nada dele roda.",
};
