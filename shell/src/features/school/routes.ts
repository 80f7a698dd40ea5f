/** What each address of School Power shows: a section for its tab, and the pages of single things. */

import { type ComponentType, lazy, type LazyExoticComponent } from "react";

import type { SchoolInicio } from "@/api";
import type { Aside, Part } from "./paths";

export interface PartProps {
  /** The teacher's home, which every section has at hand: classes, schools, today. */
  readonly home: SchoolInicio;
}

export interface PageProps {
  readonly id: string;
  /** What stands after the id in the address: `editar`. */
  readonly more: string | undefined;
}

interface Route {
  /** The section, inside the frame with the tabs. */
  readonly part?: LazyExoticComponent<ComponentType<PartProps>>;
  /** One thing of it, on a page of its own. */
  readonly page?: LazyExoticComponent<ComponentType<PageProps>>;
}

export const ROUTES: Readonly<Record<Part | Aside, Route>> = {
  inicio: { part: lazy(() => import("./home/HomePart").then((module) => ({ default: module.HomePart }))) },
  turmas: {
    part: lazy(() => import("./classes/ClassesPart").then((module) => ({ default: module.ClassesPart }))),
    page: lazy(() => import("./classes/ClassPage").then((module) => ({ default: module.ClassPage }))),
  },
  alunos: { page: lazy(() => import("./students/StudentPage").then((module) => ({ default: module.StudentPage }))) },
  atividades: {
    part: lazy(() => import("./activities/ActivitiesPart").then((module) => ({ default: module.ActivitiesPart }))),
    page: lazy(() => import("./activities/ActivityPage").then((module) => ({ default: module.ActivityPage }))),
  },
  aulas: {
    part: lazy(() => import("./lessons/LessonsPart").then((module) => ({ default: module.LessonsPart }))),
    page: lazy(() => import("./lessons/LessonPage").then((module) => ({ default: module.LessonPage }))),
  },
  avaliacoes: {
    part: lazy(() => import("./tests/TestsPart").then((module) => ({ default: module.TestsPart }))),
    page: lazy(() => import("./tests/TestPage").then((module) => ({ default: module.TestPage }))),
  },
  planos: {
    part: lazy(() => import("./plans/PlansPart").then((module) => ({ default: module.PlansPart }))),
    page: lazy(() => import("./plans/PlanPage").then((module) => ({ default: module.PlanPage }))),
  },
  calendario: {
    part: lazy(() => import("./calendar/CalendarPart").then((module) => ({ default: module.CalendarPart }))),
  },
  desempenho: { part: lazy(() => import("./performance/PerformancePart").then((module) => ({ default: module.PerformancePart }))) },
  fonte: { part: lazy(() => import("./connection/ConnectionPart").then((module) => ({ default: module.ConnectionPart }))) },
  importar: { part: lazy(() => import("./import/ImportPart").then((module) => ({ default: module.ImportPart }))) },
};
