/** Problems of plugins, in Brazilian Portuguese; most are told by the server in the person's language. */

import type { ProblemWords } from "../dictionaries";

export const pluginProblems: Readonly<Record<string, ProblemWords>> = {
  archive_bomb: { message: "O arquivo se expande demais.", spoken: true },
  bad_descriptor: { message: "O descritor do plugin diz algo que não pode ser.", spoken: true },
  bad_entry: { message: "O arquivo contém algo que leva a outro lugar.", spoken: true },
  bad_module: { message: "O arquivo não é um módulo que possa rodar aqui.", hint: "Compile um módulo de comando WASI, por exemplo para wasm32-wasip1." },
  component_not_built: { message: "O plugin não pôde ser construído.", broad: true, hint: "Olhe o que o código importa." },
  no_archive: { message: "Isto não é um zip nem um tar legível.", spoken: true },
  no_command: { message: "O módulo não é um comando WASI.", hint: "Compile um programa com função principal." },
  no_descriptor: { message: "Falta o plugin.toml.", spoken: true },
  no_folder: { message: "A pasta não pode ser lida.", spoken: true },
  no_module: { message: "Falta o módulo do plugin.", spoken: true },
  no_plain_file: { message: "Um arquivo do plugin é um link.", spoken: true },
  no_python_compiler: { message: "O que faz de uma ferramenta um plugin não está instalado aqui.", hint: "Instale: `pip install \"aule[wasm-python]\"`, e tente de novo." },
  not_approved: { message: "O plugin nunca foi aprovado.", spoken: true },
  not_sandboxed: { message: "Aqui só se usam ferramentas que rodam em sandbox.", hint: "Use um plugin ou uma ferramenta feita aqui." },
  one_source: { message: "Diga um arquivo ou uma pasta.", spoken: true },
  other_name: { message: "O nome no descritor não é o da pasta.", spoken: true },
  plugin_changed: { message: "O plugin mudou desde a aprovação.", hint: "Veja a diferença e aprove.", spoken: true },
  plugin_disabled: { message: "O plugin está desativado.", hint: "Ative o plugin.", spoken: true },
  plugin_missing: { message: "Não há esse plugin.", spoken: true },
  plugin_owner_only: { message: "Só o dono pode fazer isso.", spoken: true },
  tool_calls: { message: "Uma ferramenta que chama outras não pode ser um plugin.", spoken: true },
  tool_null: { message: "O esquema da ferramenta tem um valor nulo, que um plugin não pode ter.", spoken: true },
  two_modules: { message: "O arquivo contém vários módulos.", spoken: true },
  undeclared_function: { message: "O módulo pede algo que o descritor não declara.", hint: "Declare `domains`, `secrets` ou `kv` no plugin.toml.", spoken: true },
  undeclared_host: { message: "Este site não está entre os que podem ser alcançados." },
  unknown_import: { message: "O módulo importa algo que plugins não recebem." },
  wasm_missing: { message: "A parte que roda plugins não está instalada.", hint: "Instale `aule[wasm]`." },
};
