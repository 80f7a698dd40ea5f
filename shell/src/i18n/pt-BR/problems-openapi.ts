/** Problems with web APIs in Brazilian Portuguese, by their code. */

import type { ProblemWords } from "../dictionaries";

export const openapiProblems: Readonly<Record<string, ProblemWords>> = {
  bad_arguments: { message: "Os argumentos não correspondem ao documento.", hint: "Veja o que a operação espera.", spoken: true },
  openapi_bad_secret: { message: "O segredo tem caracteres que nenhum cabeçalho pode ter.", hint: "Defina-o de novo.", spoken: true },
  openapi_document: { message: "O documento não pode ser importado.", hint: "Veja o motivo.", spoken: true },
  openapi_no_address: { message: "Falta o endereço da API.", hint: "Informe o endereço.", spoken: true },
  openapi_other_call: { message: "Esta operação usa outra chamada.", hint: "Use a que é indicada.", spoken: true },
  openapi_owner_only: { message: "Só o dono importa APIs.", hint: "Abra APIs da web na área de trabalho ou use `aule openapi`.", spoken: true },
  openapi_secret_missing: { message: "A API quer saber quem pede, e o segredo não está definido.", hint: "Defina-o nos ajustes, entre os segredos.", spoken: true },
  openapi_status: { message: "A API respondeu com um erro.", hint: "Veja o que ela disse.", spoken: true },
  openapi_unknown_scheme: { message: "O documento não tem esse modo de identificação.", hint: "Veja os que ele tem.", spoken: true },
};
