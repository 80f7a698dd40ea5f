/** What an import of marks, attendance or a roster tells: the data of its result, before and after. */

import type { SchoolNome } from "./school";

export type SchoolImportKind = "notas" | "frequencia" | "oneroster";

export interface SchoolCounts {
  readonly criar: number;
  readonly alterar: number;
  readonly iguais: number;
  readonly rejeitadas: number;
  /** How many go, which only rosters tell. */
  readonly remover?: number;
}

/** What a column of the file is taken for. */
export interface SchoolImportColumn {
  readonly coluna: number;
  readonly cabecalho: string;
  readonly papel: string;
  readonly titulo: string;
  /** What stands over it and the columns beside it. */
  readonly grupo: string;
}

/** A test the file has marks of. */
export interface SchoolImportTest extends SchoolCounts {
  readonly id: string | null;
  readonly titulo: string;
  readonly materia: string;
  readonly data: string;
  readonly peso: number;
  readonly valor_maximo: number;
  readonly nova: boolean;
}

export interface SchoolImportDay extends SchoolCounts {
  readonly data: string;
}

export interface SchoolImportCell {
  readonly linha: number;
  readonly coluna: number;
  readonly aluno: string;
  readonly avaliacao?: string;
  readonly data?: string;
  readonly op: "criar" | "alterar" | "igual" | "rejeitada";
  readonly antes: string | null;
  readonly depois: string | null;
  readonly motivo: string;
}

export interface SchoolImportPerson {
  readonly linha: number;
  readonly nome: string;
  readonly matricula: string;
  readonly motivo: string;
}

/** A cell nothing is made of, and why. */
export interface SchoolImportLeft {
  readonly linha: number;
  readonly cabecalho: string;
  /** The file of an archive. */
  readonly arquivo?: string;
  readonly valor: string;
  readonly motivo: string;
}

/** Out of how much marks are whose test says nothing of it, and how that is known. */
export interface SchoolImportScale {
  readonly maximo: number;
  readonly origem: "informada" | "deduzida" | "escola";
}

/** What a gradebook or an attendance sheet would do, or did. */
export interface SchoolImported {
  readonly modo: "previa" | "aplicar";
  readonly arquivo: string;
  readonly formato: string;
  readonly planilha: string;
  readonly planilhas: readonly string[];
  readonly turma: SchoolNome;
  readonly turma_nova: boolean;
  readonly materia: SchoolNome | null;
  readonly colunas: readonly SchoolImportColumn[];
  readonly avaliacoes?: readonly SchoolImportTest[];
  readonly dias?: readonly SchoolImportDay[];
  readonly contagem: SchoolCounts;
  readonly celulas: readonly SchoolImportCell[];
  readonly total_celulas: number;
  readonly nao_encontrados: readonly SchoolImportPerson[];
  readonly duplicados: readonly SchoolImportPerson[];
  readonly alunos_novos: readonly string[];
  readonly escala?: SchoolImportScale;
  /** Imports of former versions did not tell it. */
  readonly deixados?: readonly SchoolImportLeft[];
  readonly total_deixados?: number;
  readonly avisos: readonly string[];
  readonly resumo: string;
}

/** What a roster would do, or did. */
export interface SchoolRoster {
  readonly modo: "previa" | "aplicar";
  readonly versao: string;
  readonly tipo: string;
  readonly tabelas: Readonly<Record<string, SchoolCounts>>;
  readonly orfaos: readonly { readonly arquivo: string; readonly linha: number; readonly motivo: string; readonly valores?: string }[];
  /** Imports of former versions did not tell it. */
  readonly deixados?: readonly SchoolImportLeft[];
  readonly total_deixados?: number;
  readonly avisos: readonly string[];
  readonly resumo: string;
}
