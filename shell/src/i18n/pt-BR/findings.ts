/** What can be wrong with a workflow, in Brazilian Portuguese, by its code. `{name}` is the first thing the server names. */

import type { ProblemWords } from "../dictionaries";

export const findings: Readonly<Record<string, ProblemWords>> = {
  broken_template: { message: "O arquivo não serve como está.", broad: true },
  id_taken: { message: "Este id já é de outro modelo de fluxo.", spoken: true },
  too_many_steps: { message: "Há passos demais.", hint: "Repita um passo sobre uma lista com for_each." },
  duplicate_step: { message: "Dois passos têm o mesmo id.", named: "Dois passos se chamam “{name}”.", hint: "Renomeie um deles." },
  retry_without_effect: { message: "Aqui “retry” não tem efeito.", named: "Em “{name}”, “retry” não tem efeito.", hint: "Ponha “retry” nos passos de dentro." },
  unknown_step: { message: "Espera por um passo que não existe.", named: "“{name}” espera por um passo que não existe.", hint: "Use o id de um passo." },
  cycle: { message: "Estes passos esperam um pelo outro.", broad: true, hint: "Tire uma das dependências." },
  invalid_check: { message: "A verificação deste passo não serve como está.", named: "A verificação de “{name}” não serve como está.", hint: "Confira os passos de que ela é feita.", broad: true },
  unknown_key: { message: "Escreve algo que não foi declarado.", named: "“{name}” escreve algo que não foi declarado.", hint: "Declare em state." },
  two_writers: { message: "Dois passos escrevem a mesma coisa.", broad: true, hint: "Dê a cada um a sua própria chave em state." },
  incomplete: { message: "Falta algo neste passo.", named: "Falta algo no passo “{name}”.", broad: true },
  unclear_repeat: { message: "Não está claro quantas vezes repetir.", named: "Não está claro quantas vezes repetir “{name}”.", hint: "Use repeat ou for_each, um dos dois." },
  unknown_agent: { message: "Este agente não existe.", named: "Não há um agente para “{name}”.", broad: true },
  invalid_condition: { message: "Não dá para entender esta condição.", broad: true },
  invalid_binding: { message: "Não dá para entender o que é procurado aqui.", broad: true },
  unknown_binding: { message: "Isto não é conhecido aqui.", named: "“{name}” não é conhecido aqui.", hint: "Declare, ou corrija o nome." },
  not_before: { message: "Olha para um passo sem esperar por ele.", named: "“{name}” olha para um passo sem esperar por ele.", hint: "Acrescente esse passo em depends_on." },
  never_written: { message: "Ninguém escreve isto.", named: "Ninguém escreve “{name}”.", hint: "Deixe um passo escrever, com writes." },
  wrong_inputs: { message: "O que é dado aos passos de dentro não combina.", broad: true },
  too_deep: { message: "Há fluxos demais um dentro do outro.", hint: "Junte alguns níveis." },
  unclear_step: { message: "Não está claro o que este passo faz.", named: "Não está claro o que o passo “{name}” faz.", hint: "Dê a ele exatamente um: capability, prompt, ask, if, workflow ou steps." },
  misplaced: { message: "Isto não diz nada aqui.", named: "“{name}” não diz nada aqui.", broad: true },
  wrong_type: { message: "Este valor não é do tipo certo.", named: "O valor de “{name}” não é do tipo certo.", broad: true },
  invalid_schema: { message: "Este esquema não vale.", broad: true },
  invalid_input: { message: "Este valor não serve.", named: "O valor de “{name}” não serve.", broad: true },
  missing_input: { message: "Falta um valor.", named: "Falta o valor de “{name}”.", hint: "Dê um valor, ou declare um padrão." },
  unknown_input: { message: "Este fluxo não pede isto.", named: "Este fluxo não pede “{name}”.", hint: "Corrija o nome, ou tire." },
  unknown_project: { message: "Este projeto não existe.", named: "O projeto “{name}” não existe." },
};
