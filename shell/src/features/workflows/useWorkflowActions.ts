import { useLocation } from "wouter";

import { readDocument, useCreateWorkflow, useDeleteWorkflow, useWorkflows, type Workflow } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";
import { toast } from "@/ui";
import { forget, NEW, remember } from "./drafts";
import { freeId } from "./steps";
import { useOpenFile } from "./useOpenFile";

interface WorkflowActions {
  readonly duplicate: (workflow: Workflow) => void;
  readonly remove: (workflow: Workflow) => void;
  /** Open a file of this machine as a new workflow: it is looked at before anything of it is kept. */
  readonly open: (file: File) => void;
}

/** Duplicating leads to the copy; deleting leads back and can be undone; a file leads to the page of a new one. */
export function useWorkflowActions(): WorkflowActions {
  const t = useT();
  const [path, go] = useLocation();
  const { data: all = [] } = useWorkflows();
  const { mutateAsync: create } = useCreateWorkflow();
  const { mutateAsync: drop } = useDeleteWorkflow();
  const told = useUndoToast();
  const onError = (error: unknown) => tellTrouble(error, t);

  const copy = async ({ id, title }: Workflow) => {
    const document = JSON.parse(await readDocument(id, "json")) as Record<string, unknown>;
    const wished = { ...document, id: freeId(id, new Set(all.map(({ workflow }) => workflow.id))), title: t("workflows.copy", { title }).slice(0, 200) };
    const saved = await create(JSON.stringify(wished, null, 2));
    toast(t("workflows.duplicated"));
    go(`/workflows/${saved.id}`);
  };
  const open = useOpenFile((text, name) => {
    remember(NEW, { version: 0, base: "", mine: text, file: name });
    go(`/workflows/${NEW}`);
  });
  return {
    duplicate: (workflow) => void copy(workflow).catch(onError),
    // The page of a workflow goes away with it, before its own callbacks would be called: the promise outlives it.
    remove: (workflow) =>
      void drop(workflow).then(({ change }) => {
        forget(workflow.id);
        if (path.startsWith(`/workflows/${workflow.id}`)) go("/workflows");
        told(t("workflows.deleted", { title: workflow.title }), change);
      }, onError),
    open,
  };
}
