/** What is worth telling somebody who looks elsewhere: a run that ended, something that waits. Pure. */

import type { Event, Run } from "@/api";
import { pathOf } from "@/runs/status";
import { marked } from "@/ui/foreign";

export type NewsKind = "done" | "partly" | "failed" | "approval" | "budget";

export interface News {
  readonly kind: NewsKind;
  /** The run or the approval. */
  readonly id: string;
  readonly title: string;
  /** Where it is seen. */
  readonly path: string;
  readonly conversation: string | null;
  /** The page of the run that an approval belongs to shows it, too. */
  readonly run?: string;
  /** Steps of no workflow: a trial, which is watched where it was begun. */
  readonly isTrial?: true;
}

export type BudgetAlert = Extract<Event["data"], { readonly type: "budget.alerted" }>;
/** Says which budget it is, and how much of it is spent. */
export type SayBudget = (alert: BudgetAlert) => string;

/** Where budgets are seen and changed. */
export const BUDGETS = "/settings/budgets";

/** What somebody has before their eyes. */
export interface View {
  /** Whether this window is looked at. */
  readonly visible: boolean;
  readonly path: string;
  /** The conversation in the open chat. */
  readonly conversation: string | null;
}

/** Runs that a person waits for; calls and undos are watched where they are made, sub-agents by their parents. */
const TOLD: ReadonlySet<Run["kind"]> = new Set(["turn", "plan", "workflow", "one_shot", "import", "schedule"]);

/** What an event has to tell, given the runs one knows of. */
export function newsOf(event: Event, runs: ReadonlyMap<string, Run>, say: SayBudget = () => ""): News | null {
  const { data } = event;
  if (data.type === "approval.requested") {
    const { id, title } = data.approval;
    return { kind: "approval", id, title: marked(title), path: `/approvals/${id}`, conversation: event.session_id ?? null, run: event.run ?? undefined };
  }
  if (data.type === "budget.alerted") return budgetNews(data, say);
  if (data.type !== "run.finished" || event.run == null || data.status === "cancelled") return null;
  const run = runs.get(event.run);
  if (run === undefined || run.parent !== null || !TOLD.has(run.kind)) return null;
  const conversation = event.session_id ?? null;
  return {
    kind: endOf(run.kind, data.status),
    id: run.id,
    title: run.title.trim(),
    path: run.kind === "turn" && conversation !== null ? `/?chat=${conversation}` : pathOf(run),
    conversation,
    ...(run.kind === "workflow" && run.workflow === null ? { isTrial: true as const } : {}),
  };
}

/** A budget of which half, four fifths or all is spent: each is told once, whatever is in view. */
function budgetNews(alert: BudgetAlert, say: SayBudget): News {
  const { of, id, period } = alert.budget;
  return { kind: "budget", id: `${of}/${id}/${period}/${alert.unit}`, title: say(alert), path: BUDGETS, conversation: null };
}

/** How a run ended; of a turn the answer itself tells what failed on the way. */
function endOf(kind: Run["kind"], status: string): NewsKind {
  if (status === "failed") return "failed";
  return status === "done_with_failures" && kind !== "turn" ? "partly" : "done";
}

/** The approval that an event settles, if it does. */
export function settledBy({ data }: Event): string | null {
  switch (data.type) {
    case "approval.granted":
    case "approval.denied":
    case "approval.expired":
    case "approval.superseded":
      return data.approval.id;
    default:
      return null;
  }
}

/** Whether somebody sees it happen anyway. */
export function isInView(news: News, view: View): boolean {
  if (!view.visible) return false;
  if (news.conversation !== null && news.conversation === view.conversation) return true;
  if (view.path === news.path || view.path === `/activity/${news.id}`) return true;
  if (news.isTrial && /^\/(agents|evaluations)\//.test(view.path)) return true;
  if (news.kind !== "approval") return false;
  if (news.run !== undefined && view.path === `/runs/${news.run}`) return true;
  // A call made with a tool's form is decided right below it.
  if (news.conversation === null && view.path.startsWith("/capabilities/")) return true;
  // So is the question whether a folder may be worked in, where an agent was to be run.
  if (news.conversation === null && view.path.startsWith("/conductor")) return true;
  // Home and the inbox show at once what waits.
  return view.path === "/" || view.path.startsWith("/approvals");
}
