import { useState } from "react";
import { useLocation } from "wouter";

import { useCreateTeam } from "@/api";
import { useT } from "@/i18n";
import { EMPTY } from "./drafts";
import { TeamForm } from "./TeamForm";

/** The form of a team that is not there yet. */
export function NewTeam() {
  const t = useT();
  const [, go] = useLocation();
  const [draft, setDraft] = useState(EMPTY);
  const create = useCreateTeam();
  return (
    <TeamForm
      title={t("teams.new")}
      saveWord={t("teams.create")}
      draft={draft}
      onChange={setDraft}
      error={create.error}
      saving={create.isPending}
      onSave={() => create.mutate(draft, { onSuccess: ({ id }) => go(`/teams/${id}`) })}
      onCancel={() => go("/teams")}
    />
  );
}
