/** What the screens are called: dock, palette and breadcrumb say it before any of them is entered. */
export const titles = {
  "home.title": "Home",
  "projects.title": "Projects",
  "artifacts.title": "Artifacts",
  "agents.title": "Agents",
  "capabilities.title": "Tools",
  "workflows.title": "Workflows",
  "models.title": "Models",
  "memory.title": "Memory",
  "runs.title": "Runs",
  "schedules.title": "Schedules",
  "activity.title": "Activity",
  "approvals.title": "Approvals",
  "history.title": "History",
  "settings.title": "Settings",
  "welcome.title": "Welcome to auleOS",
  "design.title": "Design",
} as const;
