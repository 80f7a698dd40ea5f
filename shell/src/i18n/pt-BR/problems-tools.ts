/** Problems of tools made here, in Brazilian Portuguese; most are told by the server in the person's language. */

import type { ProblemWords } from "../dictionaries";

export const toolProblems: Readonly<Record<string, ProblemWords>> = {
  asks_question: { message: "Uma das chamadas faz uma pergunta, e uma ferramenta não pode esperar a resposta.", named: "“{name}” faz uma pergunta, e uma ferramenta não pode esperar a resposta.", hint: "Diga exatamente o que se quer, ou faça essa chamada à parte." },
  bad_address: { message: "Este endereço não pode ser lido por uma ferramenta.", spoken: true },
  bad_formula: { message: "A fórmula não pode ser lida.", spoken: true },
  bad_name: { message: "Este nome não serve para uma ferramenta.", spoken: true },
  bad_request: { message: "Isso não existe aqui.", named: "“{name}” não existe aqui." },
  bad_schema: { message: "O esquema não serve.", spoken: true },
  bad_stand_in: { message: "Um teste dá a uma chamada um resultado que ela não pode ter.", spoken: true },
  bad_tool_file: { message: "Isto não é um arquivo de ferramenta.", spoken: true },
  bad_value: { message: "O que foi preenchido não serve.", spoken: true },
  call_ring: { message: "A ferramenta chamaria a si mesma.", named: "“{name}” chamaria a si mesma.", hint: "Tire essa chamada da ferramenta." },
  fetch_or_calls: { message: "Uma ferramenta lê um endereço ou chama outras, não as duas coisas.", spoken: true },
  forge_missing: {
    message: "Ferramentas feitas aqui precisam do interpretador pydantic-monty, que não está instalado.",
    hint: "Instale: `pip install \"aule[forge]\"`.",
  },
  hidden_characters: { message: "Há caracteres que ninguém vê.", spoken: true },
  no_box: { message: "Esta máquina não tem onde isolar Python completo que alguém escreveu: falta o bubblewrap ou ele não é permitido.", hint: "Instale o bubblewrap ou escreva a ferramenta para o interpretador pequeno." },
  no_inner_calls: { message: "Aqui não se pode chamar nada.", named: "“{name}” não pode chamar nada aqui." },
  no_model_for_tool: { message: "Nenhum modelo de ferramenta serve, e não há modelo de linguagem conectado.", spoken: true },
  no_tests: { message: "Uma ferramenta precisa de pelo menos um exemplo ou teste.", spoken: true },
  no_walls: {
    message: "Esta máquina não tem paredes para código que alguém escreveu: ferramentas feitas aqui não rodam nela.",
    hint: "Instale o bubblewrap ou use um Linux com Landlock.",
  },
  not_callable: { message: "Uma ferramenta não pode chamar isso.", spoken: true },
  not_written: { message: "O modelo não escreveu uma ferramenta que desse para testar.", spoken: true },
  other_project: { message: "A ferramenta é de outro projeto.", spoken: true },
  tests_failed: { message: "Há testes que falham.", spoken: true },
  too_many_calls: { message: "São chamadas demais no decorrer de uma só.", hint: "Faça o trabalho em partes." },
  tool_failed: { message: "A ferramenta não deu certo.", spoken: true },
  tool_replay: { message: "Ao ser retomada, a ferramenta fez outra chamada do que antes.", hint: "Nada mais foi chamado. Uma ferramenta precisa fazer sempre as mesmas chamadas na mesma ordem." },
  tool_result: { message: "O que a ferramenta deu não cabe no esquema.", spoken: true },
  tool_revoked: { message: "A ferramenta não está em uso.", spoken: true },
  tool_stopped: {
    message: "A chamada foi encerrada: a ferramenta foi revogada ou mudou.",
    hint: "Peça de novo, se a ferramenta ainda existir.",
  },
  undeclared_call: { message: "A ferramenta não pode fazer essa chamada: ela não a declara.", named: "“{name}” não pode fazer essa chamada: não a declara.", hint: "Declare-a entre as chamadas da ferramenta; ela então aparece no cartão." },
  wasm_python_missing: {
    message: "Python completo em WebAssembly precisa de um compilador e de um motor que não estão instalados.",
    hint: "Instale: `pip install \"aule[wasm-python]\"`, ou escreva a ferramenta em Python pequeno.",
  },
};
