import { useEffect, useState } from "react";
import { useLocation } from "wouter";

import { isProblem, useCreateWorkflow, useSaveWorkflow, type Workflow } from "@/api";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { toast } from "@/ui";
import { forget, NEW, recall, remember, type Unsaved } from "./drafts";

export interface DocumentEdit {
  readonly text: string;
  readonly write: (text: string) => void;
  readonly dirty: boolean;
  /** Whether this edit was found again after the page was left. */
  readonly restored: boolean;
  /** The file it was just opened from. */
  readonly file: string | undefined;
  /** What it says elsewhere by now, when that is neither what this edit began with nor what it says. */
  readonly theirs: string | null;
  readonly keepMine: () => void;
  readonly discard: () => void;
  readonly save: () => void;
  readonly saving: boolean;
  readonly error: Error | null;
}

/** Editing the text of a workflow, or writing one: the draft outlives the page, and a change made elsewhere is never overwritten unseen. */
export function useDocument(workflow: Workflow | null, text: string, refetch?: () => void): DocumentEdit {
  const t = useT();
  const [, go] = useLocation();
  const id = workflow?.id ?? NEW;
  const version = workflow?.version ?? 0;
  const [kept] = useState(() => recall(id));
  const [edit, setEdit] = useState<Unsaved>(kept ?? { version, base: text, mine: text });
  const create = useCreateWorkflow();
  const replace = useSaveWorkflow();
  const saving = create.isPending || replace.isPending;
  const dirty = edit.mine !== edit.base;
  const behind = version > edit.version && text !== edit.base;

  useEffect(() => {
    // Come back to, it is no longer a file just opened.
    if (dirty) remember(id, { ...edit, file: undefined });
    else forget(id);
  }, [id, edit, dirty]);

  useEffect(() => {
    // Nobody typed here, or both say the same: the newer text simply comes in.
    if (behind && (!dirty || edit.mine === text)) setEdit({ version, base: text, mine: text });
  }, [behind, dirty, edit.mine, text, version]);

  const save = () => {
    if (edit.mine.trim() === "" || saving) return;
    const kept = (saved: Workflow) => {
      setEdit({ version: saved.version, base: edit.mine, mine: edit.mine });
      announce(t("workflows.saved"));
      toast.success(t("workflows.saved"));
    };
    if (workflow === null) {
      create.mutate(edit.mine, {
        onSuccess: (saved, here) => {
          kept(saved);
          forget(NEW);
          if (here) go(`/workflows/${saved.id}`, { replace: true });
        },
      });
      return;
    }
    const onError = (error: Error) => isProblem(error) && error.status === 412 && refetch?.();
    replace.mutate({ id, version: edit.version, text: edit.mine }, { onSuccess: kept, onError });
  };

  const refused = create.error ?? replace.error;
  return {
    text: edit.mine,
    write: (mine) => setEdit((now) => ({ ...now, mine })),
    dirty,
    restored: kept !== undefined && kept.file === undefined,
    file: kept?.file,
    theirs: behind && dirty && edit.mine !== text ? text : null,
    keepMine: () => setEdit((now) => ({ version, base: text, mine: now.mine })),
    discard: () => {
      setEdit({ version, base: text, mine: text });
      create.reset();
      replace.reset();
    },
    save,
    saving,
    // A stale edit is told by both texts, to look at.
    error: isProblem(refused) && refused.status === 412 ? null : refused,
  };
}
