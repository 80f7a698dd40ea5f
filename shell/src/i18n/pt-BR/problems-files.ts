/** Problems with files and the store in Brazilian Portuguese, by their code. */

import type { ProblemWords } from "../dictionaries";

export const fileProblems: Readonly<Record<string, ProblemWords>> = {
  changed_meanwhile: {
    message: "Isto foi alterado enquanto era feito. Nada foi escrito.",
    named: "“{name}” foi alterado enquanto isto era feito. Ficou como está.",
    hint: "Veja o arquivo como está agora e tente de novo.",
  },
  folder_locked: {
    message: "Nada foi escrito: outro programa está usando a pasta.",
    named: "“{name}” não foi escrito: outro programa está usando a pasta.",
    hint: "Espere ele terminar e tente de novo.",
  },
  autorun_unseen: {
    message: "Nada foi escrito: uma ferramenta executa este arquivo sozinha, e ninguém foi consultado.",
    named: "“{name}” não foi escrito: uma ferramenta o executa sozinha, e ninguém foi consultado.",
    hint: "Escreva-o antes, em uma chamada própria que mostre o arquivo.",
  },
  store_missing: {
    message: "O banco de dados que estava aqui sumiu, está vazio ou é outro. Nada foi mudado.",
    hint: "Devolva o banco de dados, de uma cópia se for preciso. Para começar um novo: `aule up --new-store`.",
  },
  encrypted_document: {
    message: "O documento está protegido por senha.",
    named: "“{name}” está protegido por senha.",
    hint: "Salve uma cópia sem a senha e adicione essa cópia.",
  },
  broken_document: {
    message: "O documento está danificado e não pôde ser lido.",
    named: "“{name}” está danificado e não pôde ser lido.",
    hint: "Abra-o no programa de onde veio, salve de novo e adicione essa cópia.",
  },
  document_too_large: {
    message: "O documento é grande demais para ser lido.",
    named: "“{name}” é grande demais para ser lido.",
    hint: "Divida-o em partes menores e adicione cada uma.",
  },
  unsupported_document: {
    message: "Este tipo de arquivo não pode ser lido.",
    named: "“{name}” não é um tipo de arquivo que possa ser lido.",
    hint: "Adicione um PDF, Word, PowerPoint, Excel, CSV, HTML, Markdown, texto, EPUB ou e-mail.",
  },
  extraction_stopped: {
    message: "A leitura do documento foi interrompida.",
    named: "A leitura de “{name}” foi interrompida.",
    hint: "Leia de novo; se voltar a acontecer, salve uma cópia em outro formato.",
  },
};
