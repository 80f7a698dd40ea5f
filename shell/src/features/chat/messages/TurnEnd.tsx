import { CircleAlert, CircleStop, CornerRightDown, Gauge, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";

import { hintOf, messageOf, useT } from "@/i18n";
import { Button, classes } from "@/ui";
import type { Chat, Note, RunView } from "../model";
import type { Outgoing } from "../outgoing";
import { againOf, questionOf, wasChanged } from "../select";

interface TurnEndProps {
  readonly chat: Chat;
  readonly view: RunView;
  readonly guard: Extract<Note, { kind: "guard" }> | undefined;
  readonly onAsk: (words: Outgoing) => void;
}

const GUARDS = ["max_turns", "repeated_call", "max_tokens", "max_cost", "max_seconds", "depth"] as const;

/** Why a turn did not come to a good end, and the way on. */
export function TurnEnd({ chat, view, guard, onAsk }: TurnEndProps) {
  const t = useT();
  if (view.run.status === "cancelled") {
    const changed = wasChanged(chat, view);
    const Icon = changed ? CornerRightDown : CircleStop;
    return (
      <p className="flex items-center gap-1.5 text-xs text-muted">
        <Icon aria-hidden className="size-3.5" />
        {t(changed ? "chat.changed" : "chat.stopped")}
      </p>
    );
  }
  if (view.run.status !== "failed") return null;
  const question = questionOf(chat, view.id);
  const again = question !== null && (
    <Button size="sm" icon={RotateCcw} onClick={() => onAsk(againOf(chat, question))}>
      {t("chat.retry")}
    </Button>
  );
  if (guard) {
    const known = GUARDS.find((name) => name === guard.guard);
    return (
      <Ending icon={<Gauge aria-hidden className="mt-0.5 size-4 shrink-0" />} tone="warn" action={again}>
        <p className="font-medium">{known ? t(`chat.guard.${known}`) : t("chat.note.guard")}</p>
        <p>{guard.detail}</p>
      </Ending>
    );
  }
  const error = view.run.error;
  const interrupted = error?.code === "interrupted";
  return (
    <Ending
      icon={<CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
      tone={interrupted ? "warn" : "bad"}
      action={again}
    >
      <p className="font-medium">{interrupted ? t("chat.interrupted") : (error ? messageOf(error, t) : t("chat.error"))}</p>
      {interrupted && <p>{messageOf(error, t)}</p>}
      {error && hintOf(error, t) && <p>{hintOf(error, t)}</p>}
    </Ending>
  );
}

interface EndingProps {
  readonly icon: ReactNode;
  readonly tone: "warn" | "bad";
  readonly action: ReactNode;
  readonly children: ReactNode;
}

function Ending({ icon, tone, action, children }: EndingProps) {
  return (
    <div
      className={classes(
        "flex flex-wrap items-start gap-x-2.5 gap-y-2 rounded-md px-3 py-2.5 text-sm",
        tone === "warn" ? "bg-warn-soft text-warn-text" : "bg-bad-soft text-bad-text",
      )}
    >
      {icon}
      <div className="min-w-0 flex-[1_1_14rem] break-words">{children}</div>
      {action}
    </div>
  );
}
