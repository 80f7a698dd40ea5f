import { Suspense } from "react";

import { NewAgentTrial } from "@/evaluations";
import { useT } from "@/i18n";
import { AgentEditor } from "./AgentEditor";
import { triedFields } from "./tried";
import { useEditor } from "./useEditor";

/** Making an agent; it can be tried before it is there. */
export function NewAgent() {
  const t = useT();
  const editor = useEditor(null);
  const below = (
    <Suspense>
      <NewAgentTrial draft={triedFields(editor.draft)} />
    </Suspense>
  );
  return <AgentEditor editor={editor} title={t("agents.new")} saveWord={t("agents.create")} below={below} />;
}
