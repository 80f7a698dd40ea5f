import type { design as English } from "../en/design";
import type { Words } from "../phrases";

export const design = {
  "design.about": "Todos os controles da área de trabalho, em todos os estados e nos dois temas.",
  "design.search": "Buscar um controle",
  "design.none": "Nenhum controle tem esse nome.",
  "design.theme": "Temas à vista",
  "design.both": "Os dois",
  "design.light": "Claro",
  "design.dark": "Escuro",
  "design.actions": "Fazer",
  "design.fields": "Digitar",
  "design.choices": "Escolher",
  "design.status": "Como as coisas estão",
  "design.overlays": "Sobre a página",
  "design.lists": "Listas",
  "design.reading": "Ler",
  "design.tokens": "Cores e tipografia",
} satisfies Words<typeof English>;
