/** An edit that is not saved, as a trial takes it. Pure. */

import type { AgentFields } from "@/api";
import type { Persona } from "./persona";

/** What of an edit can be tried; a name is needed only to save it. */
export function triedFields({ persona_text, capabilities, name, ...others }: Persona): AgentFields {
  return {
    ...others,
    name: name.trim() || null,
    system_prompt: persona_text,
    tools: [...capabilities.allow],
    denied_tools: [...capabilities.deny],
  };
}
