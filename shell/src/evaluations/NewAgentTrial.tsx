import type { AgentFields } from "@/api";
import { TryOut } from "./TryOut";

/** The id of an agent that nobody saved: nothing is kept under it. */
const UNSAVED = "new-agent";

/** Trying an agent that is only written yet; it needs a name to answer. */
export function NewAgentTrial({ draft }: { readonly draft: AgentFields }) {
  return draft.name ? <TryOut agent={UNSAVED} draft={draft} states="draft" /> : null;
}
