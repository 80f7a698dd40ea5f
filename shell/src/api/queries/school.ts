/** School Power: the teacher's home, classes and students. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { spoken } from "../spoken";

/** The teacher's home: today, the classes, what needs attention. */
export function useSchoolHome() {
  return useQuery({
    queryKey: [...keys.school, "inicio", spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/inicio", { params: { query: { locale: spoken() } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** A class with its figures, in a period and a subject if they are named. */
export function useSchoolClass(id: string, periodo: string, materia?: string) {
  return useQuery({
    queryKey: [...keys.school, "turma", id, periodo, materia ?? "", spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/turma", { params: { query: { id, periodo, materia, locale: spoken() } }, signal })),
    // The same class in another period stays in sight until it is there; another class does not.
    placeholderData: (before) => (before?.turma.id === id ? before : undefined),
  });
}

/** All classes side by side, in a period. */
export function useSchoolPerformance(periodo: string) {
  return useQuery({
    queryKey: [...keys.school, "desempenho", periodo, spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/desempenho", { params: { query: { periodo, locale: spoken() } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The register of a class on a day, of one subject or of the day as a whole. */
export function useSchoolRegister(turma: string, data: string, materia: string) {
  return useQuery({
    queryKey: [...keys.school, "chamada", turma, data, materia, spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/chamada", { params: { query: { turma, data, materia, locale: spoken() } }, signal })),
    enabled: data !== "",
  });
}

/** One student. */
export function useSchoolStudent(id: string) {
  return useQuery({
    queryKey: [...keys.school, "aluno", id, spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/aluno", { params: { query: { id, locale: spoken() } }, signal })),
  });
}

/** Where the school's data come from, and what a platform would be read and written for. */
export function useSchoolSource() {
  return useQuery({
    queryKey: [...keys.school, "fonte", spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/school/fonte", { params: { query: { locale: spoken() } }, signal })),
  });
}
