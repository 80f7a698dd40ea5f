/** What happens in teams, in plain words. Pure. */

import type { Fact } from "@/api";
import type { Translate } from "@/i18n";
import type { Line } from "./line";

/** A fact about a team as a line; undefined when it is about something else. */
export function tellTeam(fact: Fact, t: Translate): Line | undefined {
  switch (fact.type) {
    case "team.routed":
      return { status: "idle", title: t("event.team.routed", { agent: fact.agent }), detail: fact.reason };
    case "team.handed_over":
      return { status: "idle", title: t("event.team.handed_over", { giver: fact.from_agent, receiver: fact.to_agent }), detail: fact.brief.goal, data: fact.brief };
    case "team.reported":
      return { status: "idle", title: t("event.team.reported", { agent: fact.agent }), detail: [fact.topic, fact.confidence].filter((each) => each != null && each !== "").join(" · ") };
    case "team.reviewed":
      return { status: "idle", title: t("event.team.reviewed", { agent: fact.reviewer, worker: fact.worker }), detail: [fact.score, fact.comments].join(" · ") };
    case "team.stopped":
      return { status: "warn", title: t("event.team.stopped"), detail: fact.reason };
    case "team.finished": {
      const told = fact.members.map(({ agent, outcome }) => t(`event.team.outcome.${outcome}`, { agent }));
      return { status: "idle", title: t("event.team.finished"), detail: told.join(" · ") };
    }
    default:
      return undefined;
  }
}
