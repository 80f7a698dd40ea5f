/** Words on their way out, and what goes with them. Pure. */

import type { Meant } from "@/api";
import type { Attached } from "@/state";

export interface Outgoing {
  readonly text: string;
  /** What goes with it; `agent:<id>` among them says who answers this one message. */
  readonly attached: readonly Attached[];
  /** The calls that were chosen in place of what was understood: these words are about them, and never an answer or an addition. */
  readonly meant?: Meant;
  /** The message it stands in for. */
  readonly replaces?: string;
  /** Whether it stood in the field, and goes back there when it could not be sent. */
  readonly typed?: true;
}

const AGENT = "agent:";
const TEAM = "team:";

/** A persona as something laid beside the words. */
export function asked(id: string, name: string): Attached {
  return { ref: AGENT + id, title: name, mime: null, size: null };
}

/** The persona that is asked by what lies beside the words, if any. */
export function askedOf(attached: readonly Attached[]): string | null {
  return attached.find(({ ref }) => ref.startsWith(AGENT))?.ref.slice(AGENT.length) ?? null;
}

/** A team as something laid beside the words. */
export function askedTeam(id: string, name: string): Attached {
  return { ref: TEAM + id, title: name, mime: null, size: null };
}

/** The team that is asked by what lies beside the words, if any. */
export function teamOf(attached: readonly Attached[]): string | null {
  return attached.find(({ ref }) => ref.startsWith(TEAM))?.ref.slice(TEAM.length) ?? null;
}

/** Everything beside the words that is neither persona nor team. */
export function thingsOf(attached: readonly Attached[]): readonly Attached[] {
  return attached.filter(({ ref }) => !ref.startsWith(AGENT) && !ref.startsWith(TEAM));
}
