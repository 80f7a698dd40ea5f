import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { isProblem, keys, type Project, useEditProject } from "@/api";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { contested, type Draft, edits, type FieldName, type Fields, touched, wished } from "./projects";

export interface ProjectForm {
  readonly fields: Fields;
  readonly change: (field: FieldName, value: string | null) => void;
  /** Fields that somebody else changed meanwhile, to something else. */
  readonly contested: readonly FieldName[];
  /** Let the other's words stand. */
  readonly yield: (field: FieldName) => void;
  readonly dirty: boolean;
  readonly busy: boolean;
  readonly saved: boolean;
  readonly error: Error | null;
  readonly save: () => void;
  readonly discard: () => void;
}

/** Editing a project while others may edit it too: what they change elsewhere in it is kept, what both change is shown. */
export function useProjectForm(project: Project): ProjectForm {
  const t = useT();
  const cache = useQueryClient();
  const edit = useEditProject();
  const [draft, setDraft] = useState<Draft>({});
  const sent = edits(draft, project);
  const dirty = Object.keys(sent).length > 0;
  const stale = isProblem(edit.error) && edit.error.status === 412;
  return {
    fields: wished(draft, project),
    change: (field, value) => {
      edit.reset();
      setDraft(touched(draft, project, field, value));
    },
    contested: contested(draft, project),
    yield: (field) => setDraft(({ [field]: _, ...others }) => others),
    dirty,
    busy: edit.isPending,
    saved: edit.isSuccess && !dirty,
    error: stale ? null : edit.error,
    save: () => {
      if (!dirty || edit.isPending) return;
      edit.mutate(
        { project, ...sent },
        {
          onSuccess: () => {
            setDraft({});
            announce(t("projects.saved"));
          },
          // Somebody was faster: their words come in, and what both changed is shown beside its field.
          onError: (error) => {
            if (isProblem(error) && error.status === 412) void cache.invalidateQueries({ queryKey: keys.projects });
          },
        },
      );
    },
    discard: () => {
      edit.reset();
      setDraft({});
    },
  };
}
