import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useLocation } from "wouter";

import { type Agent, isProblem, useCreatePersona, useSavePersona } from "@/api";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { toast } from "@/ui";
import { forget, recall, remember, type Unsaved } from "./drafts";
import { asNew, FRESH, merge, type Part, type Persona, personaOf, same } from "./persona";

export const NEW = "new";

export interface Editor {
  readonly draft: Persona;
  readonly set: <P extends Part>(part: P, value: Persona[P]) => void;
  readonly dirty: boolean;
  /** Whether leaving now would lose something: there is more than what is already on its way to the server. */
  readonly atRisk: boolean;
  /** Whether this edit was found again after the page was left. */
  readonly restored: boolean;
  /** What somebody else changed as well, in another way. */
  readonly clashes: readonly Part[];
  readonly theirs: Persona;
  readonly keepMine: () => void;
  readonly discard: () => void;
  readonly save: () => void;
  readonly saving: boolean;
  readonly error: Error | null;
  /** Whether somebody tried to save it without a name. */
  readonly nameless: boolean;
}

const startOf = (agent: Agent | null): Unsaved => {
  const base = agent === null ? FRESH : personaOf(agent);
  return { version: agent?.version ?? 0, base, mine: base };
};

/** Editing one persona, or making one: the draft outlives the page, and two edits of the same thing are brought together. */
export function useEditor(agent: Agent | null, refetch?: () => void): Editor {
  const t = useT();
  const [, go] = useLocation();
  const id = agent?.id ?? NEW;
  const start = useMemo(() => startOf(agent), [agent]);
  const [kept] = useState(() => recall(id));
  const [edit, setEdit] = useState<Unsaved>(kept ?? start);
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState<Persona | null>(null);
  const [again, askAgain] = useState(false);
  const create = useCreatePersona();
  const replace = useSavePersona();
  const saving = create.isPending || replace.isPending;
  const refused = create.error ?? replace.error;
  const dirty = !same(edit.base, edit.mine);
  const behind = edit.version !== start.version;
  const { merged, clashes } = useMemo(() => merge(edit.base, edit.mine, start.base), [edit, start]);

  useEffect(() => {
    if (dirty) remember(id, edit);
    else forget(id);
  }, [id, edit, dirty]);

  useEffect(() => {
    if (!behind || clashes.length > 0) return;
    if (dirty && !same(edit.mine, merged)) toast(t("agents.clash.merged"));
    setEdit({ ...start, mine: merged });
  }, [behind, clashes.length, dirty, edit.mine, merged, start, t]);

  const save = () => {
    const name = edit.mine.name.trim();
    setTried(true);
    // Asked while the last save is under way, the next one follows it.
    askAgain(saving);
    if (name === "" || saving) return;
    setSent(edit.mine);
    if (agent === null) {
      create.mutate(asNew(edit.mine), {
        onSuccess: (saved, here) => {
          forget(NEW);
          toast.success(t("agents.created", { name: saved.name }));
          if (here) go(`/agents/${saved.id}`, { replace: true });
        },
      });
      return;
    }
    replace.mutate(
      { ...agent, ...edit.mine, name, version: edit.version },
      {
        onSuccess: (saved) => {
          const next = startOf(saved);
          // What was written since it was sent stays.
          setEdit((now) => ({ ...next, mine: merge(edit.mine, now.mine, next.base).merged }));
          setTried(false);
          announce(t("agents.saved"));
          toast.success(t("agents.saved"));
        },
        onError: (error) => isProblem(error) && error.status === 412 && refetch?.(),
      },
    );
  };

  const saveAgain = useEffectEvent(() => {
    askAgain(false);
    if (dirty && refused === null) save();
  });
  useEffect(() => {
    if (again && !saving && !behind) saveAgain();
  }, [again, saving, behind]);

  return {
    draft: edit.mine,
    set: (part, value) => setEdit((now) => ({ ...now, mine: { ...now.mine, [part]: value } })),
    dirty,
    atRisk: dirty && !(saving && sent !== null && same(sent, edit.mine)),
    restored: kept !== undefined,
    clashes: behind ? clashes : [],
    theirs: start.base,
    keepMine: () => setEdit({ ...start, mine: merged }),
    discard: () => {
      setEdit(start);
      create.reset();
      replace.reset();
    },
    save,
    saving,
    // A stale edit is told by the clash, with both versions to look at.
    error: isProblem(refused) && refused.status === 412 ? null : refused,
    nameless: tried && edit.mine.name.trim() === "",
  };
}
