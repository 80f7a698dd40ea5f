import { useState } from "react";

import { type AgentTeam, isProblem, useSaveTeam } from "@/api";
import { useT } from "@/i18n";
import { Button, toast } from "@/ui";
import { draftOf } from "./drafts";
import { TeamForm } from "./TeamForm";

/** The form of a team; what somebody else saved meanwhile is never overwritten. */
export function EditTeam({ team, onDone }: { readonly team: AgentTeam; readonly onDone: () => void }) {
  const t = useT();
  const [edited, setEdited] = useState(team);
  const [draft, setDraft] = useState(() => draftOf(team));
  const save = useSaveTeam();
  const isStale = save.error !== null && isProblem(save.error, "stale");
  const reload = () => {
    setEdited(team);
    setDraft(draftOf(team));
    save.reset();
  };
  return (
    <TeamForm
      title={edited.name}
      saveWord={t("teams.save")}
      draft={draft}
      onChange={setDraft}
      error={isStale ? null : save.error}
      notice={
        isStale && (
          <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text">
            {t("teams.stale")}
            <Button size="sm" onClick={reload}>
              {t("teams.reload")}
            </Button>
          </div>
        )
      }
      saving={save.isPending}
      onSave={() =>
        save.mutate(
          { id: edited.id, version: edited.version, draft },
          {
            onSuccess: () => {
              toast(t("teams.saved"));
              onDone();
            },
          },
        )
      }
      onCancel={onDone}
    />
  );
}
