import { useState } from "react";
import { useLocation } from "wouter";

import { type ResidentView, useBeginSession } from "@/api";
import { useI18n } from "@/i18n";
import { announce, useComposer, useLayout } from "@/state";
import type { spotsOf } from "../places";
import { choicesOf, type Mode, type OnWrite, usualOf } from "./policy";

type Spot = ReturnType<typeof spotsOf>[number];

interface Draft {
  readonly spot: number;
  readonly mode: Mode;
  readonly message: string;
  /** What becomes of writes; null as the manifest and the mode say. */
  readonly onWrite: OnWrite | null;
  readonly confirm: string;
  readonly allow: boolean;
}

export interface RunForm {
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
  readonly spot: Spot | undefined;
  readonly onWrite: OnWrite;
  readonly choices: readonly OnWrite[];
  readonly ready: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly start: (how?: { readonly fork: boolean }) => void;
}

const EMPTY: Draft = { spot: 0, mode: "repl", message: "", onWrite: null, confirm: "", allow: false };

/** What a session is opened with, and opening it: it goes on in the chat, or on the page of its run. */
export function useRunDialog(agent: ResidentView, spots: readonly Spot[], onClose: () => void): RunForm {
  const { t, locale } = useI18n();
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const { mutate, isPending, error } = useBeginSession();
  const spot = spots[draft.spot];
  const choices = choicesOf(agent.on_write ?? null);
  const onWrite = draft.onWrite ?? usualOf(agent.on_write ?? null, draft.mode);
  const message = draft.message.trim();
  const confirmed = !spot?.isProtected || draft.confirm === spot.environment;
  const ready = spot !== undefined && confirmed && (message !== "" || agent.task !== "");
  const start: RunForm["start"] = (how) => {
    if (spot === undefined || !ready || isPending) return;
    mutate(
      {
        environment: spot.environment,
        project: spot.project,
        agent: agent.id,
        mode: draft.mode,
        on_write: agent.scope.length > 0 ? onWrite : undefined,
        confirm_environment: spot.isProtected ? draft.confirm : undefined,
        allow_protected_writes: spot.isProtected && onWrite === "apply" && draft.allow,
        fork_state: how?.fork === true,
        locale,
        message: message || undefined,
        onOpened: ({ conversation }) => {
          if (draft.mode === "one_shot") return;
          useComposer.getState().open(conversation);
          useLayout.getState().showChat(true);
        },
      },
      {
        onSuccess: ({ run }, here) => {
          announce(t("conductor.run.began", { agent: agent.id }));
          onClose();
          if (here && draft.mode === "one_shot") navigate(`/activity/${run}`);
        },
      },
    );
  };
  return { draft, set: (part) => setDraft((before) => ({ ...before, ...part })), spot, onWrite, choices, ready, busy: isPending, error, start };
}
