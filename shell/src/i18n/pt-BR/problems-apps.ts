/** Problems of apps in Brazilian Portuguese, by their code. */

import type { ProblemWords } from "../dictionaries";

export const appProblems: Readonly<Record<string, ProblemWords>> = {
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
};
