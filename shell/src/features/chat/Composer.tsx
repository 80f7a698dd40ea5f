import { ArrowUp, Square } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";

import { useCancelRun } from "@/api";
import { useT } from "@/i18n";
import { FRESH, useComposer } from "@/state";
import { IconButton, toast } from "@/ui";
import type { Chat } from "./model";
import { openTurn } from "./select";
import { MAX_MESSAGE } from "./useSend";

interface ComposerProps {
  readonly chat: Chat | null;
  readonly onSend: (text: string) => void;
}

/** The field to say something: Enter sends, Shift+Enter breaks the line. */
export function Composer({ chat, onSend }: ComposerProps) {
  const t = useT();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useComposer((state) => state.drafts[state.conversation ?? FRESH] ?? "");
  const draft = useComposer((state) => state.draft);
  const wish = useComposer((state) => state.focusWish);
  const cancel = useCancelRun();
  const turn = chat && openTurn(chat);
  const excess = text.trim().length - MAX_MESSAGE;

  useEffect(() => {
    if (wish === 0 || field.current === null) return;
    field.current.focus();
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [wish]);

  const press = (event: KeyboardEvent) => {
    // While an input method composes, Enter picks a candidate.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSend(text);
  };
  const stop = () =>
    turn && cancel.mutate(turn.id, { onError: (error) => toast.error(error.message || t("error.network")) });
  const placeholder = t(
    turn?.run.status === "waiting"
      ? "chat.composer.waiting"
      : turn
        ? "chat.composer.steer"
        : "chat.composer.placeholder",
  );

  return (
    <div className="shrink-0 px-2.5 pb-2.5">
      <div className="relative rounded-lg border border-line-strong bg-raised shadow-raised transition-colors duration-100 focus-within:border-accent focus-within:ring-1 focus-within:ring-accent">
        <textarea
          ref={field}
          rows={2}
          value={text}
          onChange={(event) => draft(event.target.value)}
          onKeyDown={press}
          aria-label={t("chat.composer.label")}
          aria-describedby={excess > 0 ? "composer-excess" : undefined}
          aria-invalid={excess > 0}
          placeholder={placeholder}
          className="field-sizing-content block max-h-56 min-h-[76px] w-full resize-none bg-transparent px-3 pt-2.5 pb-9 text-md outline-none placeholder:text-muted"
        />
        <div className="absolute right-2 bottom-2 flex items-center gap-1.5">
          {excess > 0 && (
            <span id="composer-excess" role="alert" className="rounded-sm bg-raised px-1 text-xs text-bad-text tabular-nums">
              {t("chat.composer.long", { count: excess })}
            </span>
          )}
          {turn && (
            <IconButton
              icon={Square}
              label={t("chat.composer.stop")}
              side="top"
              onClick={stop}
              className="border border-line-strong bg-raised text-fg [&_svg]:size-3 [&_svg]:fill-current"
            />
          )}
          {(!turn || text.trim() !== "") && (
            <IconButton
              icon={ArrowUp}
              label={t("chat.composer.send")}
              side="top"
              disabled={text.trim() === "" || excess > 0}
              onClick={() => onSend(text)}
              className="bg-accent text-on-accent hover:bg-accent-hover hover:text-on-accent disabled:bg-active disabled:text-muted disabled:opacity-100"
            />
          )}
        </div>
      </div>
    </div>
  );
}
