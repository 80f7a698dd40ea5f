/** Names of what is cached: every query key of the app, in one place. */

export const keys = {
  health: ["health"],
  home: ["home"],
  runs: ["runs"],
  run: (id: string) => ["run", id],
  approvals: ["approvals"],
  approval: (id: string) => ["approval", id],
  changes: ["changes"],
  undo: ["undo"],
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
