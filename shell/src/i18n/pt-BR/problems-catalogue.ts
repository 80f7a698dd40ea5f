/** Problems of the catalogue, in Brazilian Portuguese; the server tells them in the person's language. */

import type { ProblemWords } from "../dictionaries";

export const catalogueProblems: Readonly<Record<string, ProblemWords>> = {
  agent_exists: { message: "Já existe um agente com este nome.", spoken: true },
  bad_index: { message: "Isto não é um índice de catálogo.", spoken: true },
  bad_key: { message: "Isto não é uma chave pública do minisign.", spoken: true },
  catalogue_owner_only: { message: "Só o dono altera as fontes do catálogo.", spoken: true },
  entry_added: { message: "Esta entrada já está aqui.", spoken: true },
  entry_available: { message: "Esta entrada ainda não está aqui.", spoken: true },
  entry_differs: { message: "Já existe aqui outra coisa com este nome.", spoken: true },
  entry_refused: { message: "Esta entrada não pode ser adicionada.", spoken: true },
  entry_told: { message: "Isto não se adiciona pelo catálogo.", spoken: true },
  entry_unknown: { message: "Esta entrada não é entendida aqui.", spoken: true },
  entry_update: { message: "Há uma atualização desta entrada.", spoken: true },
  large_file: { message: "O arquivo é grande demais.", spoken: true },
  large_index: { message: "O índice é grande demais.", spoken: true },
  no_file: { message: "Não há este arquivo na fonte.", spoken: true },
  signature_missing: { message: "O índice não está mais assinado.", spoken: true },
  signature_wrong: { message: "A assinatura do índice não confere.", spoken: true },
  source_exists: { message: "Já existe uma fonte com este nome.", spoken: true },
  template_exists: { message: "Já existe um modelo com este id.", spoken: true },
};
