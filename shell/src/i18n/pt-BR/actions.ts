import type { actions as English } from "../en/actions";
import type { Words } from "../phrases";

export const actions = {
  "actions.open-palette": "Buscar ou executar um comando",
  "actions.toggle-chat": "Mostrar ou esconder a conversa",
  "actions.ask": "Perguntar a um agente",
  "actions.new-conversation": "Nova conversa",
  "actions.toggle-theme": "Alternar entre claro e escuro",
  "actions.follow-system-theme": "Aparência como no sistema",
  "actions.speak-portuguese": "Idioma: Português (Brasil)",
  "actions.speak-english": "Language: English",
  "actions.show-shortcuts": "Atalhos de teclado",
  "actions.review-approvals": "Revisar o que espera por você",
} satisfies Words<typeof English>;
