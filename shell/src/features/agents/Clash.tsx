import { titleOf } from "@/graphs";
import { useT } from "@/i18n";
import { TwoVersions } from "@/stage";
import type { Part, Persona } from "./persona";
import type { Editor } from "./useEditor";

/** Two edits of the same parts of an agent, and the choice between them. */
export function Clash({ editor }: { readonly editor: Editor }) {
  const t = useT();
  const { clashes, draft, theirs } = editor;
  return (
    <TwoVersions
      title={t("agents.clash")}
      about={t("agents.clash.about")}
      pairs={clashes.map((part) => ({ name: t(`agents.part.${part}`), mine: shown(draft, part), theirs: shown(theirs, part) }))}
      onKeep={editor.keepMine}
      onTake={editor.discard}
    />
  );
}

function shown(persona: Persona, part: Part): string {
  const value = persona[part];
  if (typeof value === "string") return value;
  if (part === "flow_graph") return persona.flow_graph?.nodes.map(titleOf).join(" → ") ?? "—";
  const line = ([name, each]: [string, unknown]) => `${name}: ${Array.isArray(each) ? each.join(", ") || "—" : String(each ?? "—")}`;
  return Object.entries(value ?? {}).map(line).join("\n");
}
