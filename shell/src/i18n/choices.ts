/**
 * What the values of closed sets are called: levels, kinds, spans of time, colours. Pure.
 * Who needs them imports this file: the first words do without.
 */

import type { Locale } from "./locale";

type Said = readonly [english: string, portuguese: string];

const CHOICES: Readonly<Record<string, Said>> = {
  none: ["Never", "Nunca"],
  daily: ["Every day", "Todo dia"],
  weekly: ["Every week", "Toda semana"],
  facil: ["Easy", "Fácil"],
  medio: ["Medium", "Médio"],
  dificil: ["Hard", "Difícil"],
  misto: ["Mixed", "Misto"],
  multipla_escolha: ["Multiple choice", "Múltipla escolha"],
  verdadeiro_falso: ["True or false", "Verdadeiro ou falso"],
  lacuna: ["Fill in the gaps", "Preencher lacunas"],
  associacao: ["Matching", "Associação"],
  ordenacao: ["Ordering", "Ordenação"],
  dissertativa: ["Essay", "Dissertativa"],
  numerica: ["Numeric", "Numérica"],
  diagnostica: ["Diagnostic", "Diagnóstica"],
  formativa: ["Formative", "Formativa"],
  somativa: ["Summative", "Somativa"],
  recuperacao: ["Resit", "Recuperação"],
  trabalho: ["Project", "Trabalho"],
  rascunho: ["Draft", "Rascunho"],
  revisada: ["Reviewed", "Revisada"],
  publicada: ["Published", "Publicada"],
  planejada: ["Planned", "Planejada"],
  dada: ["Taught", "Dada"],
  arquivada: ["Archived", "Arquivada"],
  ano: ["School year", "Ano letivo"],
  semestre: ["Semester", "Semestre"],
  trimestre: ["Three-month term", "Trimestre"],
  bimestre: ["Two-month term", "Bimestre"],
  "lista-exercicios": ["Exercise list", "Lista de exercícios"],
  "plano-aula": ["Lesson plan", "Plano de aula"],
  "sequencia-didatica": ["Lesson sequence", "Sequência didática"],
  "flash-cards": ["Flash cards", "Flash cards"],
  "tese-redacao": ["Essay thesis", "Tese de redação"],
  "prova-personalizada": ["Test", "Prova"],
  simulado: ["Mock exam", "Simulado"],
  "multipla-escolha": ["Multiple choice", "Múltipla escolha"],
  "verdadeiro-falso": ["True or false", "Verdadeiro ou falso"],
  "preencher-lacunas": ["Fill in the gaps", "Preencher lacunas"],
  "exercicio-associacao": ["Matching", "Associação de colunas"],
  "exercicio-ordenacao": ["Ordering", "Ordenação"],
  "questoes-dissertativas": ["Essay questions", "Questões dissertativas"],
  manhã: ["Morning", "Manhã"],
  tarde: ["Afternoon", "Tarde"],
  noite: ["Evening", "Noite"],
  integral: ["Full day", "Integral"],
  presente: ["Present", "Presente"],
  falta: ["Absent", "Falta"],
  falta_justificada: ["Excused absence", "Falta justificada"],
  atraso: ["Late", "Atraso"],
};

const COLOURS: Readonly<Record<string, Said>> = {
  "#3B82F6": ["Blue", "Azul"],
  "#0EA5E9": ["Light blue", "Azul-claro"],
  "#10B981": ["Green", "Verde"],
  "#F59E0B": ["Yellow", "Amarelo"],
  "#F97316": ["Orange", "Laranja"],
  "#EF4444": ["Red", "Vermelho"],
  "#8B5CF6": ["Purple", "Roxo"],
  "#EC4899": ["Pink", "Rosa"],
  "#6B7280": ["Grey", "Cinza"],
  "#14B8A6": ["Teal", "Turquesa"],
  "#111827": ["Black", "Preto"],
};

const SPANS: Readonly<Record<string, Said>> = {
  bimestre_atual: ["This two-month term", "Este bimestre"],
  trimestre_atual: ["This three-month term", "Este trimestre"],
  semestre_atual: ["This semester", "Este semestre"],
  ano_letivo: ["School year", "Ano letivo"],
  mes_atual: ["This month", "Este mês"],
  mes_anterior: ["Last month", "Mês passado"],
  ultimo_mes: ["Last 30 days", "Últimos 30 dias"],
  ultima_semana: ["Last 7 days", "Últimos 7 dias"],
  tudo: ["Everything", "Tudo"],
};

const PARTS: Readonly<Record<string, Said>> = {
  bimestre: ["Two-month term {n}", "{n}º bimestre"],
  trimestre: ["Three-month term {n}", "{n}º trimestre"],
  semestre: ["Semester {n}", "{n}º semestre"],
};

/** Spans one usually chooses from, the present ones first. */
export const USUAL_SPANS: readonly string[] = [
  ...["bimestre_atual", "bimestre:1", "bimestre:2", "bimestre:3", "bimestre:4"],
  ...["trimestre:1", "trimestre:2", "trimestre:3", "ano_letivo", "mes_atual", "mes_anterior", "ultima_semana"],
];

const inWords = (said: Said | undefined, locale: Locale): string | undefined => said?.[locale === "en" ? 0 : 1];

const among = (words: Readonly<Record<string, Said>>, value: string): Said | undefined => (Object.hasOwn(words, value) ? words[value] : undefined);

/** Multiple choice: what a value of a closed set is called; nothing if nobody knows it. */
export function choiceOf(value: string, locale: Locale): string | undefined {
  return inWords(among(CHOICES, value), locale);
}

/** The place of a value among those that have an order, such as easy before hard; values without one come last. */
export function choiceRank(value: unknown): number {
  const place = [...Object.keys(CHOICES), ...Object.keys(COLOURS)].findIndex((each) => each === value);
  return place === -1 ? Number.POSITIVE_INFINITY : place;
}

/** Purple: what a colour is called; nothing if it has no name. */
export function colourOf(value: string, locale: Locale): string | undefined {
  return inWords(among(COLOURS, value.toUpperCase()), locale);
}

/** 3º bimestre: what a span of time is called; nothing if nobody knows it. */
export function spanOf(value: string, locale: Locale): string | undefined {
  const [part = "", number] = value.split(":");
  if (number === undefined) return inWords(among(SPANS, value), locale);
  return /^\d$/.test(number) ? inWords(among(PARTS, part), locale)?.replace("{n}", number) : undefined;
}
