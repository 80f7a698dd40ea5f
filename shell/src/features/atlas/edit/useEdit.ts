import { useEffect, useEffectEvent, useRef, useState } from "react";

import { type AtlasFields, isProblem, useAppAction } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";
import { entryOf, fieldWith, valueAt } from "./values";

/** What is edited: the action that does it, and the item as it is shown. */
export interface Subject {
  /** `atlas.update_objective` */
  readonly action: string;
  /** How the action names the item: `{ objective_id: "obj-7" }`. */
  readonly names: Readonly<Record<string, string>>;
  readonly title: string;
  readonly fields: AtlasFields;
  readonly stamp: string;
}

export interface Clash {
  readonly field: string;
  readonly label: string;
  readonly mine: unknown;
  /** What stands there now. */
  readonly theirs: unknown;
}

export interface Editing {
  /** The fields as they are shown: those on their way included. */
  readonly fields: AtlasFields;
  /** Writes a field, or one month of a map: `monthly_targets.2026-05`. */
  readonly save: (field: string, value: unknown, label: string) => void;
  /** Writing begins, or nothing is written any more: what stands there now is what a person builds on. */
  readonly begin: (writing: boolean) => void;
  /** A field that somebody else changed in the meantime. */
  readonly clash: Clash | null;
  /** Keep what was typed here, or what stands there. */
  readonly settle: (mine: boolean) => void;
}

/** Editing an item where it stands: seen at once, with the way back; somebody else's edit in between is shown beside it. */
export function useEdit(subject: Subject): Editing {
  const t = useT();
  const action = useAppAction("atlas");
  const told = useUndoToast();
  const [coming, setComing] = useState<AtlasFields>({});
  const [clash, setClash] = useState<Clash | null>(null);
  const [again, setAgain] = useState<(Clash & { readonly stamp: string }) | null>(null);
  // What the next edit builds on: the stamp and the fields that are shown, or the edits made here since.
  const built = useRef({ shown: subject.stamp, stamp: subject.stamp, fields: {} as AtlasFields });
  if (built.current.shown !== subject.stamp) built.current = { shown: subject.stamp, stamp: subject.stamp, fields: {} };
  const shown = { ...subject.fields, ...built.current.fields, ...coming };
  // The fields as they were when somebody began to write: a page that follows live would hide an edit in between.
  const began = useRef<AtlasFields | null>(null);
  const arrived = (field: string) => setComing(({ [field]: _, ...rest }) => rest);
  const save = (field: string, value: unknown, label: string) => {
    const seen = began.current;
    began.current = null;
    const now = valueAt(shown, field);
    if (seen !== null && !same(valueAt(seen, field), now) && !same(value, now)) return setClash({ field, label, mine: value, theirs: now ?? null });
    setClash(null);
    setComing((before) => ({ ...before, [field]: value }));
    action
      .mutateAsync({ name: subject.action, params: () => ({ ...subject.names, ...fieldWith(field, value), expected: built.current.stamp }) })
      .then(({ change }) => {
        if (change === undefined) return;
        built.current = { ...built.current, stamp: change, fields: { ...built.current.fields, [field]: value } };
        told(t("atlas.edited", { title: subject.title }), change);
      })
      .catch((error: unknown) => {
        if (!isProblem(error, "conflict_version")) return tellTrouble(error, t);
        // Somebody changed another field of it: ours is written on top as soon as theirs is here.
        const [name, month] = field.split(".");
        const found = error.values.find((each) => each.path === name);
        const theirs = entryOf(found?.theirs, month) ?? null;
        const two = { field, label, mine: value, theirs };
        if (found !== undefined && same(theirs, now)) setAgain({ ...two, stamp: subject.stamp });
        else setClash(two);
      })
      .finally(() => arrived(field));
  };
  const writeAgain = useEffectEvent((edit: Clash) => {
    setAgain(null);
    save(edit.field, edit.mine, edit.label);
  });
  useEffect(() => {
    if (again !== null && again.stamp !== subject.stamp) writeAgain(again);
  }, [again, subject.stamp]);
  return {
    fields: shown,
    save,
    begin: (writing) => {
      began.current = writing ? shown : null;
    },
    clash,
    settle: (mine) => {
      setClash(null);
      if (mine && clash !== null) save(clash.field, clash.mine, clash.label);
    },
  };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
