/** What looking around this machine came to. Pure. */

import type { Discovery, ModelStatus, ProviderInfo } from "@/api";

/** A line of the list: a server that answers, one that does not, or a key for a remote provider. */
export interface Found {
  readonly place: Discovery;
  readonly kind: "server" | "missing" | "key";
}

/** The usual places, shown even when nothing answers there. */
const USUAL = ["ollama", "lmstudio", "llamacpp"];

const RANKS: Readonly<Record<Found["kind"], number>> = { server: 0, key: 1, missing: 2 };

/** What there is to tell: servers with models first, then keys, then the usual places that are empty. */
export function rowsOf(found: readonly Discovery[], providers: readonly ProviderInfo[]): readonly Found[] {
  const remote = new Set(providers.filter((provider) => !provider.local).map((provider) => provider.id));
  const usual = ({ place }: Found) => (USUAL.indexOf(place.provider) + USUAL.length + 1) % (USUAL.length + 1);
  return found
    .map((place): Found => {
      const kind = remote.has(place.provider) ? "key" : place.reachable ? "server" : "missing";
      return { place, kind };
    })
    .filter(({ kind, place }) => kind !== "missing" || USUAL.includes(place.provider))
    .sort(
      (a, b) =>
        RANKS[a.kind] - RANKS[b.kind] || b.place.models.length - a.place.models.length || usual(a) - usual(b),
    );
}

/** The servers on this machine that answer. */
export function serversIn(rows: readonly Found[]): readonly Discovery[] {
  return rows.filter(({ kind }) => kind === "server").map(({ place }) => place);
}

/** A model to go on with. */
export interface Best {
  readonly provider: string;
  readonly model: string;
}

/** What one would go on with: the model that would answer now, else the ablest of the best server found. */
export function bestOf(rows: readonly Found[], now: ModelStatus | undefined): Best | undefined {
  if (now !== undefined && now.tier > 0) return { provider: now.provider, model: now.model };
  const models = serversIn(rows).find((place) => place.models.length > 0)?.models ?? [];
  const ablest = [...models].sort((a, b) => b.tier - a.tier)[0];
  return ablest && { provider: ablest.provider, model: ablest.id };
}
