/** Names of what is cached: every query key of the app, in one place. */

export const keys = {
  health: ["health"],
  home: ["home"],
  runs: ["runs"],
  run: (id: string) => ["run", id],
  runGraph: (id: string) => ["run", id, "graph"],
  runStep: (id: string, place: string) => ["run", id, "step", place],
  approvals: ["approvals"],
  approval: (id: string) => ["approval", id],
  changes: ["changes"],
  undo: ["undo"],
  workflows: ["workflows"],
  plans: ["plans"],
  plan: (id: string) => ["plan", id],
  report: (run: string) => ["report", run],
  schedules: ["schedules"],
  conversations: ["conversations"],
  conversation: (id: string) => ["conversation", id],
  personas: ["personas"],
  models: ["models"],
  recommended: ["recommended"],
  capabilities: ["capabilities"],
  calls: ["calls"],
  settings: ["settings"],
  secrets: ["secrets"],
  projects: ["projects"],
  artifacts: ["artifacts"],
  memory: ["memory"],
  search: ["search"],
} as const;

export type QueryKey = readonly string[];
