import type { ui as English } from "../en/ui";
import type { Words } from "../phrases";

export const ui = {
  "ui.copy": "Copiar",
  "ui.copy.failed": "O navegador não deixou copiar",
  "ui.wrap": "Quebrar linhas",
  "ui.code": "Código",
  "ui.clear": "Limpar",
  "ui.remove": "Remover {name}",
  "ui.menu": "Mais ações",
  "ui.less": "Menos",
  "ui.more": "Mais",
  "ui.toolbar": "Ferramentas",
  "ui.tags.hint": "Tecle Enter depois de cada um.",
  "ui.drop": "Solte para adicionar",
  "ui.json.items": { one: "{count} item", other: "{count} itens" },
  "ui.json.fields": { one: "{count} campo", other: "{count} campos" },
  "ui.json.rest": { one: "Mostrar mais {count}", other: "Mostrar mais {count}" },
  "ui.task.done": "Feito",
  "ui.task.open": "A fazer",
  "ui.table": "Tabela",
  "ui.image.remote": "Imagem de {host}, não carregada",
} satisfies Words<typeof English>;
