import { useLocation } from "wouter";

import { type Agent, type AgentFormat, useClonePersona, useDeletePersona, useExportAgent } from "@/api";
import { nameOf, useI18n } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";
import { toast } from "@/ui";
import { forget } from "./drafts";
import { saveFile } from "./saveFile";

interface AgentActions {
  readonly clone: (agent: Agent) => void;
  readonly cloning: boolean;
  readonly remove: (agent: Agent) => void;
  /** Keep it as a file; what the format cannot say is told. */
  readonly save: (agent: Agent, format: AgentFormat) => void;
}

/** Cloning leads to the copy; deleting leads back and can be undone. */
export function useAgentActions(): AgentActions {
  const { t, locale } = useI18n();
  const [path, go] = useLocation();
  const { mutate: make, isPending: cloning } = useClonePersona();
  const { mutateAsync: drop } = useDeletePersona();
  const { mutate: write } = useExportAgent(locale);
  const told = useUndoToast();
  const onError = (error: Error) => tellTrouble(error, t);

  const clone = (agent: Agent) => {
    const onSuccess = (copy: Agent) => {
      toast(t("agents.cloned"));
      go(`/agents/${copy.id}`);
    };
    make({ id: agent.id, name: t("agents.clone.name", { name: nameOf(agent, t) }).slice(0, 80) }, { onSuccess, onError });
  };
  // The page of an agent goes away with it, before its own callbacks would be called: the promise outlives it.
  const remove = (agent: Agent) =>
    void drop(agent).then(({ change }) => {
      forget(agent.id);
      if (path === `/agents/${agent.id}`) go("/agents");
      told(t("agents.deleted", { name: agent.name }), change);
    }, onError);
  const save = (agent: Agent, format: AgentFormat) =>
    write(
      { id: agent.id, format },
      {
        onSuccess: ({ filename, content, notes }) => {
          saveFile(filename, content);
          if (notes.length > 0) toast(t("agents.exported", { notes: notes.join(" ") }));
        },
        onError,
      },
    );
  return { clone, cloning, remove, save };
}
