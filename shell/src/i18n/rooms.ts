/**
 * Words that come with their screen: only the files of `features/<room>/` say them, so that nobody else carries them.
 * A word that is said elsewhere too stands in a file that `first.ts` of its language has, or the other screen enters the
 * room as well: agents, models and the welcome say words of the settings.
 */

import type { Locale } from "./locale";
import type { Phrase } from "./phrases";

type Fetch = () => Promise<Readonly<Record<string, Phrase>>>;

export const ROOMS = {
  agents: {
    en: () => import("./en/agents").then((words) => words.agents),
    "pt-BR": () => import("./pt-BR/agents").then((words) => words.agents),
  },
  approvals: {
    en: () => import("./en/approvals").then((words) => words.approvals),
    "pt-BR": () => import("./pt-BR/approvals").then((words) => words.approvals),
  },
  atlas: {
    en: () => import("./en/atlas").then((words) => words.atlas),
    "pt-BR": () => import("./pt-BR/atlas").then((words) => words.atlas),
  },
  capabilities: {
    en: () => import("./en/capabilities").then((words) => words.capabilities),
    "pt-BR": () => import("./pt-BR/capabilities").then((words) => words.capabilities),
  },
  catalogue: {
    en: () => import("./en/catalogue").then((words) => words.catalogue),
    "pt-BR": () => import("./pt-BR/catalogue").then((words) => words.catalogue),
  },
  conductor: {
    en: () => import("./en/conductor").then((words) => words.conductor),
    "pt-BR": () => import("./pt-BR/conductor").then((words) => words.conductor),
  },
  design: {
    en: () => import("./en/design").then((words) => words.design),
    "pt-BR": () => import("./pt-BR/design").then((words) => words.design),
  },
  evaluations: {
    en: () => import("./en/evaluations").then((words) => words.evaluations),
    "pt-BR": () => import("./pt-BR/evaluations").then((words) => words.evaluations),
  },
  files: {
    en: () => import("./en/files").then((words) => words.files),
    "pt-BR": () => import("./pt-BR/files").then((words) => words.files),
  },
  history: {
    en: () => import("./en/history").then((words) => words.history),
    "pt-BR": () => import("./pt-BR/history").then((words) => words.history),
  },
  insights: {
    en: () => import("./en/insights").then((words) => words.insights),
    "pt-BR": () => import("./pt-BR/insights").then((words) => words.insights),
  },
  knowledge: {
    en: () => import("./en/knowledge").then((words) => words.knowledge),
    "pt-BR": () => import("./pt-BR/knowledge").then((words) => words.knowledge),
  },
  openapi: {
    en: () => import("./en/openapi").then((words) => words.openapi),
    "pt-BR": () => import("./pt-BR/openapi").then((words) => words.openapi),
  },
  mcp: {
    en: () => import("./en/mcp").then((words) => words.mcp),
    "pt-BR": () => import("./pt-BR/mcp").then((words) => words.mcp),
  },
  plugins: {
    en: () => import("./en/plugins").then((words) => words.plugins),
    "pt-BR": () => import("./pt-BR/plugins").then((words) => words.plugins),
  },
  memory: {
    en: () => import("./en/memory").then((words) => words.memory),
    "pt-BR": () => import("./pt-BR/memory").then((words) => words.memory),
  },
  models: {
    en: () => import("./en/models").then((words) => words.models),
    "pt-BR": () => import("./pt-BR/models").then((words) => words.models),
  },
  plans: {
    en: () => import("./en/plans").then((words) => words.plans),
    "pt-BR": () => import("./pt-BR/plans").then((words) => words.plans),
  },
  projects: {
    en: () => import("./en/projects").then((words) => words.projects),
    "pt-BR": () => import("./pt-BR/projects").then((words) => words.projects),
  },
  reports: {
    en: () => import("./en/reports").then((words) => words.reports),
    "pt-BR": () => import("./pt-BR/reports").then((words) => words.reports),
  },
  runs: {
    en: () => import("./en/runs").then((words) => words.runs),
    "pt-BR": () => import("./pt-BR/runs").then((words) => words.runs),
  },
  schedules: {
    en: () => import("./en/schedules").then((words) => words.schedules),
    "pt-BR": () => import("./pt-BR/schedules").then((words) => words.schedules),
  },
  school: {
    en: () => import("./en/school").then((words) => words.school),
    "pt-BR": () => import("./pt-BR/school").then((words) => words.school),
  },
  settings: {
    en: () => import("./en/settings").then((words) => words.settings),
    "pt-BR": () => import("./pt-BR/settings").then((words) => words.settings),
  },
  skills: {
    en: () => import("./en/skills").then((words) => words.skills),
    "pt-BR": () => import("./pt-BR/skills").then((words) => words.skills),
  },
  tools: {
    en: () => import("./en/tools").then((words) => words.tools),
    "pt-BR": () => import("./pt-BR/tools").then((words) => words.tools),
  },
  traces: {
    en: () => import("./en/traces").then((words) => words.traces),
    "pt-BR": () => import("./pt-BR/traces").then((words) => words.traces),
  },
  teams: {
    en: () => import("./en/teams").then((words) => words.teams),
    "pt-BR": () => import("./pt-BR/teams").then((words) => words.teams),
  },
  welcome: {
    en: () => import("./en/welcome").then((words) => words.welcome),
    "pt-BR": () => import("./pt-BR/welcome").then((words) => words.welcome),
  },
  workflows: {
    en: () => import("./en/workflows").then((words) => words.workflows),
    "pt-BR": () => import("./pt-BR/workflows").then((words) => words.workflows),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Locale, Fetch>>>>;

/** A room whose words come with its screen. */
export type Room = keyof typeof ROOMS;

export const ROOM_NAMES = Object.keys(ROOMS) as readonly Room[];
