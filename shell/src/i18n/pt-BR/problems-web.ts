/** Problems with the web in Brazilian Portuguese, by their code. */

import type { ProblemWords } from "../dictionaries";

export const webProblems: Readonly<Record<string, ProblemWords>> = {
  unsafe_url: { message: "Este endereço não é seguro.", hint: "Use o nome do site, com https e uma porta comum." },
  private_address: {
    message: "Este endereço não leva à web pública.",
    named: "“{name}” não leva à web pública.",
    hint: "Só dá para alcançar sites públicos; um servidor seu não é um.",
  },
  unsupported_type: {
    message: "Isto não pode ser lido como texto.",
    hint: "Páginas, textos e JSON podem ser lidos; PDFs e outros arquivos, não.",
  },
  broken_answer: { message: "O site não respondeu como deveria.", hint: "Tente de novo, ou tente outra página." },
  too_many_redirects: { message: "O site manda de um endereço a outro, sem fim.", hint: "Dê o endereço final." },
  moved_elsewhere: {
    message: "A página foi para outro site.",
    hint: "Peça o novo endereço, se for isso que você quer.",
  },
  unreachable: {
    message: "Não foi possível chegar ao site.",
    named: "Não foi possível chegar a “{name}”.",
    hint: "Confira o endereço e a conexão com a rede.",
  },
  http_status: { message: "O site respondeu com um erro.", hint: "Confira o endereço, ou tente outra página." },
  rate_limited: { message: "O site não quer ser consultado agora.", hint: "Espere um pouco e tente de novo." },
  unreadable_page: { message: "A página levou tempo ou memória demais para ler.", hint: "Tente outra página." },
  search_failed: {
    message: "Nenhum buscador respondeu.",
    hint: "Espere alguns minutos, ou configure o SearXNG ou uma chave do Brave em Configurações, Web.",
  },
};
