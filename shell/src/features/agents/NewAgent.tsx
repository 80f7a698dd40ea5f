import { useT } from "@/i18n";
import { AgentEditor } from "./AgentEditor";
import { useEditor } from "./useEditor";

/** Making an agent. */
export function NewAgent() {
  const t = useT();
  const editor = useEditor(null);
  return <AgentEditor editor={editor} title={t("agents.new")} saveWord={t("agents.create")} />;
}
