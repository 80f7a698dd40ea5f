/** Problems of tools made here, in Brazilian Portuguese; most are told by the server in the person's language. */

import type { ProblemWords } from "../dictionaries";

export const toolProblems: Readonly<Record<string, ProblemWords>> = {
  bad_address: { message: "Este endereço não pode ser lido por uma ferramenta.", spoken: true },
  bad_formula: { message: "A fórmula não pode ser lida.", spoken: true },
  bad_name: { message: "Este nome não serve para uma ferramenta.", spoken: true },
  bad_schema: { message: "O esquema não serve.", spoken: true },
  bad_tool_file: { message: "Isto não é um arquivo de ferramenta.", spoken: true },
  bad_value: { message: "O que foi preenchido não serve.", spoken: true },
  forge_missing: {
    message: "Ferramentas feitas aqui precisam do interpretador pydantic-monty, que não está instalado.",
    hint: "Instale: `pip install \"aule[forge]\"`.",
  },
  hidden_characters: { message: "Há caracteres que ninguém vê.", spoken: true },
  no_model_for_tool: { message: "Nenhum modelo de ferramenta serve, e não há modelo de linguagem conectado.", spoken: true },
  no_tests: { message: "Uma ferramenta precisa de pelo menos um exemplo ou teste.", spoken: true },
  no_walls: {
    message: "Esta máquina não tem paredes para código que alguém escreveu: ferramentas feitas aqui não rodam nela.",
    hint: "Instale o bubblewrap ou use um Linux com Landlock.",
  },
  not_written: { message: "O modelo não escreveu uma ferramenta que desse para testar.", spoken: true },
  other_project: { message: "A ferramenta é de outro projeto.", spoken: true },
  tests_failed: { message: "Há testes que falham.", spoken: true },
  tool_result: { message: "O que a ferramenta deu não cabe no esquema.", spoken: true },
  tool_revoked: { message: "A ferramenta não está em uso.", spoken: true },
  tool_stopped: {
    message: "A chamada foi encerrada: a ferramenta foi revogada ou mudou.",
    hint: "Peça de novo, se a ferramenta ainda existir.",
  },
};
