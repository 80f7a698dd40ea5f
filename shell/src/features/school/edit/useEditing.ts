import { useRef, useState } from "react";

import { useAct } from "@/apps";
import { useT } from "@/i18n";

export interface Editing<T> {
  /** As it is shown: what is on its way included. */
  readonly shown: T;
  /** Writes fields by their names. */
  readonly save: (patch: Partial<T>) => void;
  /** Does something else to it: what is sent, and what it looks like until that has come back. */
  readonly send: (params: Readonly<Record<string, unknown>>, look: (before: T) => T) => Promise<boolean>;
}

/** Editing something where it stands: seen at once, told with the way back, as it was again if the server refuses. */
export function useEditing<T extends { readonly id: string }>(kept: T, action: string, named: string, title: string): Editing<T> {
  const t = useT();
  const act = useAct("school");
  const count = useRef(0);
  const [coming, setComing] = useState<readonly { readonly key: number; readonly look: (before: T) => T }[]>([]);
  const send = (params: Readonly<Record<string, unknown>>, look: (before: T) => T) => {
    const key = ++count.current;
    setComing((before) => [...before, { key, look }]);
    return act(action, { [named]: kept.id, ...params }, t("school.work.saved", { title })).finally(() => setComing((before) => before.filter((each) => each.key !== key)));
  };
  return {
    shown: coming.reduce((before, { look }) => look(before), kept),
    send,
    save: (patch) => void send(patch, (before) => ({ ...before, ...patch })),
  };
}
