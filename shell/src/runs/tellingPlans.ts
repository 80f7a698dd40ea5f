/** What happens to plans while a run makes them or carries them out, in plain words. Pure. */

import type { Fact } from "@/api";
import type { Translate } from "@/i18n";
import type { Line } from "./line";

/** A fact about a plan or a report as a line; undefined when it is about something else. */
export function tellPlan(fact: Fact, t: Translate): Line | undefined {
  switch (fact.type) {
    case "plan.saved":
      // What the run itself writes into it is told by its steps.
      return fact.author === "executor" ? undefined : { status: "idle", title: t("event.plan.saved", { version: fact.plan.version }), detail: fact.reason };
    case "plan.reviewed": {
      const open = fact.findings.filter(({ status }) => status === "open");
      const grave = open.some(({ severity }) => severity === "critical");
      const detail = open.map(({ issue }) => issue).join("\n");
      return { status: grave ? "warn" : "ok", title: t("event.plan.reviewed", { count: open.length }), detail: detail || undefined };
    }
    case "plan.replanned":
      return { status: "warn", title: t(fact.within ? "event.plan.replanned.within" : "event.plan.replanned.beyond"), detail: fact.reason || undefined };
    case "plan.broken":
      return { status: "bad", title: t("event.plan.broken"), detail: fact.message };
    case "report.written":
      return { status: "ok", title: t("event.report.written"), detail: fact.report.title };
    default:
      return undefined;
  }
}
