/** School Power: activities, lessons, tests, teaching plans and the calendar. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { spoken } from "../spoken";

/** What narrows a list. */
export interface SchoolWish {
  readonly busca?: string;
  readonly turma?: string;
  readonly limit?: number;
}

const LISTS = {
  atividades: (wish: SchoolWish, signal: AbortSignal) => unwrap(client.GET("/v1/apps/school/atividades", { params: { query: { ...wish, locale: spoken() } }, signal })),
  aulas: (wish: SchoolWish, signal: AbortSignal) => unwrap(client.GET("/v1/apps/school/aulas", { params: { query: { ...wish, locale: spoken() } }, signal })),
  avaliacoes: (wish: SchoolWish, signal: AbortSignal) => unwrap(client.GET("/v1/apps/school/avaliacoes", { params: { query: { ...wish, locale: spoken() } }, signal })),
  planos: ({ turma, limit }: SchoolWish, signal: AbortSignal) => unwrap(client.GET("/v1/apps/school/planos", { params: { query: { turma, limit, locale: spoken() } }, signal })),
} as const;

/** Activities, lessons, tests or plans: those that fit, the latest first. */
export function useSchoolList(name: keyof typeof LISTS, wish: SchoolWish = {}) {
  return useQuery({
    queryKey: [...keys.school, name, JSON.stringify(wish), spoken()],
    queryFn: ({ signal }) => LISTS[name](wish, signal),
    placeholderData: keepPreviousData,
  });
}

/** An activity with everything its editor needs. */
export function useSchoolActivity(id: string) {
  return useQuery({
    queryKey: [...keys.school, "atividade", id, spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/atividade", { params: { query: { id, locale: spoken() } }, signal })),
  });
}

/** A lesson with the names of what it uses. */
export function useSchoolLesson(id: string) {
  return useQuery({
    queryKey: [...keys.school, "aula", id, spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/aula", { params: { query: { id, locale: spoken() } }, signal })),
  });
}

/** A test with its marks. */
export function useSchoolTest(id: string) {
  return useQuery({
    queryKey: [...keys.school, "avaliacao", id, spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/avaliacao", { params: { query: { id, locale: spoken() } }, signal })),
  });
}

/** A teaching plan and how much of the curriculum is in it. */
export function useSchoolTeachingPlan(id: string) {
  return useQuery({
    queryKey: [...keys.school, "plano", id, spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/plano", { params: { query: { id, locale: spoken() } }, signal })),
  });
}

/** What is on between two days. */
export function useSchoolCalendar(de: string, ate: string, turma?: string) {
  return useQuery({
    queryKey: [...keys.school, "calendario", de, ate, turma ?? "", spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/calendario", { params: { query: { de, ate, turma, locale: spoken() } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** All kinds of activities, and the subjects and classes they can be for. */
export function useSchoolCatalog() {
  return useQuery({
    queryKey: [...keys.school, "catalogo", spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/catalogo", { params: { query: { locale: spoken() } }, signal })),
  });
}

/** Skills of the BNCC that a few words or a code find; nothing is asked without any. */
export function useSchoolSkills(busca: string, ano_serie?: string, componente?: string) {
  return useQuery({
    queryKey: [...keys.school, "bncc", busca, ano_serie ?? "", componente ?? ""],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/bncc", { params: { query: { busca, ano_serie, componente, locale: spoken() } }, signal })),
    enabled: busca !== "",
    placeholderData: keepPreviousData,
  });
}

export interface DocumentWish {
  /** What: `atividade:atv_…`. */
  readonly ref: string;
  readonly formato: "pdf" | "docx" | "md" | "gift" | "moodle_xml";
  readonly versao?: "aluno" | "professor";
  readonly variantes?: number;
}

/** Where something of the school can be had as a file. */
export function schoolDocumentUrl({ ref, formato, versao = "aluno", variantes = 1 }: DocumentWish): string {
  return `/v1/apps/school/document?${new URLSearchParams({ ref, formato, versao, variantes: String(variantes), locale: spoken() })}`;
}

/** Where the calendar can be had for other calendars; of one class, if one is named. */
export function schoolCalendarUrl(turma = ""): string {
  return `/v1/apps/school/calendar_file?${new URLSearchParams({ turma, locale: spoken() })}`;
}
