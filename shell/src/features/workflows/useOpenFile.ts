import { useLocation } from "wouter";

import { isProblem, readWorkflowFile, type WorkflowImport } from "@/api";
import { draftOf } from "@/flow";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { toast } from "@/ui";
import { NEW, remember } from "./drafts";

/** The largest document the server takes. */
const LARGEST = 2_000_000;

/** Open a file of this machine: what another program wrote leads to its drawing, a document of ours is handed on. Nothing is kept or run. */
export function useOpenFile(onDocument: (text: string, name: string) => void): (file: File) => void {
  const t = useT();
  const [, go] = useLocation();
  const open = async (file: File) => {
    if (file.size > LARGEST) return toast.error(t("workflows.file.large", { name: file.name }));
    const text = await file.text();
    const found = await read(text, file.name);
    if (found === null || found.format === "aule") return onDocument(text, file.name);
    const mine = draftOf({ ...found.workflow, id: "" });
    const { format, left_out, notes } = found;
    remember(NEW, { version: 0, base: "", mine: "", drawn: { base: mine, mine }, brought: { name: file.name, format, left_out, notes } });
    return go(`/workflows/${NEW}/canvas`);
  };
  return (file) =>
    void open(file).catch((error: unknown) => (error instanceof DOMException ? toast.error(t("workflows.file.unread")) : tellTrouble(error, t)));
}

/** What a file tells; nothing where it cannot be read: its text shows what is wrong with it. */
async function read(text: string, name: string): Promise<WorkflowImport | null> {
  try {
    return await readWorkflowFile(text, name);
  } catch (error) {
    if (isProblem(error) && error.status < 500) return null;
    throw error;
  }
}
