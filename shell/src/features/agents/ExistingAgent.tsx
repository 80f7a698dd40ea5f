import { MessageSquare } from "lucide-react";
import { Suspense } from "react";

import type { Agent } from "@/api";
import { AgentTrials } from "@/evaluations";
import { nameOf, useT } from "@/i18n";
import { useComposer } from "@/state";
import { Button } from "@/ui";
import { AgentEditor } from "./AgentEditor";
import { AgentMenu } from "./AgentMenu";
import { triedFields } from "./tried";
import { useEditor } from "./useEditor";
import { Versions } from "./Versions";

/** Editing an agent of one's own. */
export function ExistingAgent({ agent, refetch }: { readonly agent: Agent; readonly refetch: () => void }) {
  const t = useT();
  const editor = useEditor(agent, refetch);
  const begin = useComposer((composer) => composer.begin);
  const aside = (
    <div className="flex items-center gap-2">
      <Button icon={MessageSquare} onClick={() => begin({ agent: agent.id })}>
        {t("agents.try")}
      </Button>
      <AgentMenu agent={agent} />
    </div>
  );
  return (
    <AgentEditor
      agent={agent.id}
      editor={editor}
      title={nameOf(agent, t)}
      saveWord={t("agents.save")}
      aside={aside}
      below={
        <>
          <Suspense>
            <AgentTrials agent={agent} draft={editor.dirty ? triedFields(editor.draft) : null} />
          </Suspense>
          <Versions agent={agent} />
        </>
      }
    />
  );
}
