import { type Change, usePersonas } from "@/api";
import { nameOf, residentName, useT } from "@/i18n";

/** Who made a change, in words. */
export function useWho(): (change: Change) => string {
  const t = useT();
  const { data: agents = [] } = usePersonas();
  return ({ actor }) => {
    if (actor.id.startsWith("token:")) return t("history.token");
    if (actor.type === "user") return t("history.you");
    if (actor.type === "system") return t("history.system");
    const agent = agents.find(({ id }) => id === actor.id);
    return agent ? nameOf(agent, t) : residentName(actor.id);
  };
}
