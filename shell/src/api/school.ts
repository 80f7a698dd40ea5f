/** The nouns of School Power, as the server tells them. The names are those of its wire. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type SchoolNome = Schemas["SchoolNome"];
export type SchoolAviso = Schemas["SchoolAviso"];
export type SchoolInicio = Schemas["SchoolInicio"];
export type SchoolTurmaResumo = Schemas["SchoolTurmaResumo"];
export type SchoolAtencao = Schemas["SchoolAtencao"];
/** How a class stands in a skill; the interval is its two ends. */
export type SchoolGap = Omit<Schemas["SchoolGap"], "intervalo"> & { readonly intervalo: readonly number[] | null };
export type SchoolPaginaTurma = Omit<Schemas["SchoolPaginaTurma"], "gaps"> & { readonly gaps: readonly SchoolGap[] };
export type SchoolAlunoLinha = Schemas["SchoolAlunoLinha"];
export type SchoolAvaliacaoColuna = Schemas["SchoolAvaliacaoColuna"];
export type SchoolNotaCelula = Schemas["SchoolNotaCelula"];
export type SchoolFaixa = Schemas["SchoolFaixa"];
export type SchoolPonto = Schemas["SchoolPonto"];
export type SchoolEngajamento = Schemas["SchoolEngajamento"];
export type SchoolAlertaFrequencia = Schemas["SchoolAlertaFrequencia"];
export type SchoolMateriaCritica = Schemas["SchoolMateriaCritica"];
export type SchoolPaginaAluno = Schemas["SchoolPaginaAluno"];
export type SchoolHabilidadeDominio = Schemas["SchoolHabilidadeDominio"];
export type SchoolNotaDoAluno = Schemas["SchoolNotaDoAluno"];
export type SchoolDesempenho = Schemas["SchoolDesempenho"];
export type SchoolTurmaDesempenho = Schemas["SchoolTurmaDesempenho"];
export type SchoolMateriaDesempenho = Schemas["SchoolMateriaDesempenho"];
export type SchoolPeriodoOpcao = Schemas["SchoolPeriodoOpcao"];
/** Whether somebody was there. */
export type SchoolPresenca = NonNullable<Schemas["SchoolAlunoChamada"]["presenca"]>;
export type SchoolPaginaChamada = Schemas["SchoolPaginaChamada"];
export type SchoolPaginaFonte = Schemas["SchoolPaginaFonte"];
export type SchoolRecurso = Schemas["SchoolRecurso"];
export type SchoolEscala = Schemas["SchoolEscala"];
/** What a mark stands at: given, still missing, absent … */
export type SchoolSituacao = SchoolNotaCelula["situacao"];
