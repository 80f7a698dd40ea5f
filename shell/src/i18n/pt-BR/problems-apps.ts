/** Problems of apps in Brazilian Portuguese, by their code. */

import type { ProblemWords } from "../dictionaries";
import { mcpProblems } from "./problems-mcp";
import { pluginProblems } from "./problems-plugins";
import { catalogueProblems } from "./problems-catalogue";
import { openapiProblems } from "./problems-openapi";
import { toolProblems } from "./problems-tools";

export const appProblems: Readonly<Record<string, ProblemWords>> = {
  export_refused: { message: "O coletor de rastros recusou o envio." },
  guideline_broken: { message: "A resposta não seguiu as regras do agente e não foi mostrada.", spoken: true },
  conversation_mixed: { message: "Nesta conversa há dados privados e texto de outros; por isso nada dela sai desta máquina.", spoken: true },
  graph_changed: {
    message: "Outra pessoa mudou o que esta execução ainda tem a fazer.",
    hint: "Olhe de novo o desenho da execução e refaça a mudança.",
  },
  no_registry: { message: "Diga de qual registro de pacotes se trata.", spoken: true },
  not_absolute: { message: "Indique o caminho completo da pasta.", spoken: true },
  nothing_to_restore: {
    message: "Nesta habilidade não há ferramenta nem fluxo.",
    named: "Na habilidade “{name}” não há ferramenta nem fluxo.",
    hint: "Só as que foram feitas de um deles os contêm, na pasta assets.",
  },
  packages_not_kept: {
    message: "O que estava nesta pasta não foi guardado.",
    named: "O que estava em “{name}” não foi guardado.",
    hint: "Execute de novo o comando que instala os pacotes.",
  },
  registries_owner_only: { message: "Só o dono permite registros de pacotes.", spoken: true },
  skill_refused: { message: "Esta habilidade não pode ser aceita como está.", spoken: true },
  skills_owner_only: { message: "Só o dono aceita habilidades.", spoken: true },
  invalid_metric: { message: "Isto não serve como métrica.", hint: "Use um nome como `pages.read`, um número e uma unidade curta." },
  invalid_range: { message: "Este intervalo de dias não serve.", hint: "O primeiro dia vem antes do último, e são no máximo dez anos." },
  trace_unreadable: { message: "Este arquivo não se lê como rastro de uma execução.", broad: true },
  unreadable_file: { message: "Este arquivo não se lê como agente.", spoken: true },
  which_workflow: { message: "Diga de qual fluxo se trata, ou abra-o antes.", spoken: true },
  broken_template: { message: "Este arquivo não serve como modelo de fluxo.", broad: true },
  invalid_params: { message: "Alguns valores não servem.", spoken: true },
  exists: { message: "Já existe algo com este nome.", named: "“{name}” já existe.", hint: "Escolha outro nome." },
  handed_already: { message: "Este trabalho já foi passado adiante.", spoken: true },
  handoff_declined: { message: "A pessoa não quer que o trabalho seja passado.", spoken: true },
  no_team: { message: "Só quem fala por um time pode passar o trabalho.", spoken: true },
  no_way: { message: "O time não tem esse caminho.", spoken: true },
  nobody: { message: "O time não tem mais ninguém que possa responder.", spoken: true },
  resident: { message: "Um agente que vive junto a um projeto não entra em um time.", spoken: true },
  twice: { message: "O agente está duas vezes no time.", spoken: true },
  no_member: { message: "O agente não é membro do time.", spoken: true },
  only_reviewer: { message: "Além do revisor não há ninguém no time que trabalhe.", spoken: true },
  to_itself: { message: "Um agente não pode passar o trabalho para si mesmo.", spoken: true },
  broken_multipart: {
    message: "O envio dos arquivos chegou incompleto ou estragado; nada foi guardado.",
    hint: "Envie de novo.",
  },
  too_many_parts: {
    message: "São arquivos demais em um só envio.",
    hint: "Envie em partes.",
  },
  child_died: {
    message: "O leitor deste arquivo parou no meio.",
    hint: "O arquivo pode estar danificado. Tente salvá-lo de novo no programa de origem.",
  },
  child_silent: {
    message: "A leitura deste arquivo demorou demais e foi interrompida.",
    hint: "Tente um arquivo menor.",
  },
  no_questions: {
    message: "Este documento não tem frases de que se possa fazer uma questão com a resposta no texto.",
    hint: "Escolha outro documento ou escreva as questões à mão.",
  },
  too_deep: {
    message: "Esta ferramenta já foi consultada por outra; ela mesma não consulta mais ninguém.",
  },
  no_ocr: {
    message: "Não há texto nesta imagem que possa ser lido aqui.",
    hint: "Instale o tesseract para ler imagens.",
  },
  no_picture: {
    message: "Não há imagem desta página.",
  },
  general_collection: {
    message: "A coleção geral existe sempre; não dá para mudar o nome dela nem excluí-la.",
    hint: "Crie outra coleção e mova os documentos.",
  },
  name_taken: {
    message: "Já existe uma coleção com esse nome.",
    named: "Já existe uma coleção chamada “{name}”.",
    hint: "Escolha outro nome.",
  },
  outside_project: {
    message: "Esta pasta fica fora do projeto; só uma pessoa pode escolhê-la.",
  },
  out_of_scope: {
    message: "Este token não permite isso.",
    hint: "Crie um token com o escopo que falta em Configurações.",
  },
  unknown_scope: {
    message: "Não existe um escopo com esse nome.",
    hint: "Veja os escopos em Configurações, Tokens de acesso.",
  },
  company_exists: {
    message: "Já há uma empresa com esse nome.",
    named: "Já há uma empresa chamada “{name}”.",
    hint: "Escolha outro nome.",
  },
  confirmation_needed: {
    message: "Parte de um título não basta para excluir.",
    named: "Só foi dada uma parte do título de “{name}”; isso não basta para excluir.",
    hint: "Diga o código ou o título inteiro.",
  },
  cycle: {
    message: "Isto fecharia um círculo.",
    hint: "Remova antes a outra ligação.",
  },
  import_differs: {
    message: "O que foi gravado não é igual ao arquivo, então nada foi importado.",
    hint: "Talvez alguém tenha gravado as mesmas linhas ao mesmo tempo. Importe de novo.",
  },
  by_hand_only: {
    message: "Substituir uma empresa é só para pessoas; um agente pode mesclar.",
    spoken: true,
  },
  invalid_import: {
    message: "Não dá para importar este arquivo.",
    spoken: true,
  },
  invalid_rows: {
    message: "Há linhas que não podem ser importadas, então nada foi importado.",
    spoken: true,
  },
  not_the_sample: {
    message: "Esta não é a empresa de exemplo, então não foi removida.",
    named: "“{name}” não é a empresa de exemplo, então não foi removida.",
  },
  row_changed: {
    message: "Isto foi alterado por outra pessoa nesse meio-tempo.",
    hint: "Nada foi gravado. Veja como está agora e faça de novo.",
  },
  fonte_indisponivel: {
    message: "A plataforma da escola não responde.",
    hint: "Tente mais tarde. Nenhum outro dado foi usado no lugar.",
    spoken: true,
  },
  fonte_sem_acesso: {
    message: "A plataforma da escola recusa o acesso.",
    hint: "Confira o segredo SCHOOL_SOURCE_TOKEN nas configurações.",
    spoken: true,
  },
  fonte_invalida: {
    message: "A plataforma da escola respondeu algo que não dá para usar.",
    hint: "Confira o endereço e os caminhos da fonte. Nada foi alterado.",
    spoken: true,
  },
  fonte_sem_recurso: {
    message: "A plataforma da escola não tem isto.",
    hint: "Faça isso lá, ou desligue a fonte para trabalhar com os dados daqui.",
    spoken: true,
  },
  app_unavailable: {
    message: "Este aplicativo não pôde ser carregado. Os outros funcionam.",
    hint: "`aule doctor` diz o motivo. Conserte ou reinstale o aplicativo, e inicie de novo.",
  },
  veil_failed: {
    message: "Nada foi enviado ao modelo: não deu para saber o que não pode sair deste computador.",
    hint: "Tente de novo, ou escolha um modelo deste computador.",
  },
  turma_repetida: {
    message: "Já há uma turma com esse nome na escola.",
    hint: "Dê outro nome, ou abra a que existe.",
    spoken: true,
  },
  periodo_repetido: {
    message: "As datas se cruzam com outro período do mesmo tipo.",
    hint: "Escolha outras datas.",
    spoken: true,
  },
  matricula_repetida: {
    message: "Essa matrícula é de outro aluno.",
    hint: "Confira o número.",
    spoken: true,
  },
  em_uso: {
    message: "Isto ainda está em uso.",
    hint: "Remova antes o que depende dele.",
    spoken: true,
  },
  periodo_nao_configurado: {
    message: "Esse período letivo não está cadastrado.",
    hint: "Cadastre os períodos da escola, ou diga as datas.",
    spoken: true,
  },
  bad_shape: {
    message: "O formato esperado da resposta não é um JSON Schema válido.",
    hint: "Corrija o formato da pergunta.",
    spoken: true,
  },
  too_many: {
    message: "São respostas demais para um teste.",
    hint: "Escolha menos agentes ou menos perguntas.",
    spoken: true,
  },
  unreadable: {
    message: "O arquivo não contém um conjunto de perguntas que se possa ler.",
    hint: "Confira o arquivo, em YAML ou JSON.",
    broad: true,
  },
  ...mcpProblems,
  ...pluginProblems,
  ...catalogueProblems,
  ...openapiProblems,
  ...toolProblems,
};
