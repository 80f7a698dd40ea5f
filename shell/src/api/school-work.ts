/** What a teacher makes and plans, as the server tells it: activities, lessons, tests, plans, days. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type SchoolEventoCalendario = Schemas["SchoolEventoCalendario"];
export type SchoolAtividadeResumo = Schemas["SchoolAtividadeResumo"];
export type SchoolAtividade = Schemas["SchoolAtividade"];
export type SchoolSecao = Schemas["SchoolSecao"];
export type SchoolQuestao = Schemas["SchoolQuestao"];
export type SchoolGrade = Schemas["SchoolGrade"];
export type SchoolTipoQuestao = SchoolQuestao["tipo"];
export type SchoolDificuldade = SchoolAtividade["dificuldade"];
export type SchoolMomento = Schemas["SchoolMomento"];
export type SchoolUnidade = Schemas["SchoolUnidade"];
export type SchoolAlunoNota = Schemas["SchoolAlunoNota"];
export type SchoolHabilidadeNome = Schemas["SchoolHabilidadeNome"];
export type SchoolHabilidadeAchada = Schemas["SchoolHabilidadeAchada"];
export type SchoolAulaResumo = Schemas["SchoolAulaResumo"];
export type SchoolAvaliacaoResumo = Schemas["SchoolAvaliacaoResumo"];
export type SchoolPlanoResumo = Schemas["SchoolPlanoResumo"];
export type SchoolEventoNoDia = Schemas["SchoolEventoNoDia"];
export type SchoolTipoAtividade = Schemas["SchoolTipoAtividade"];
export type SchoolLista = Schemas["SchoolLista"];
export type SchoolPaginaAtividade = Schemas["SchoolPaginaAtividade"];
export type SchoolPaginaAula = Schemas["SchoolPaginaAula"];
export type SchoolPaginaAvaliacao = Schemas["SchoolPaginaAvaliacao"];
export type SchoolPaginaPlano = Schemas["SchoolPaginaPlano"];
export type SchoolCalendario = Schemas["SchoolCalendario"];
export type SchoolCatalogo = Schemas["SchoolCatalogo"];
export type SchoolBncc = Schemas["SchoolBncc"];
