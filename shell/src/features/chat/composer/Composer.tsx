import { ArrowUp, Square } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, lazy, Suspense, useLayoutEffect, useRef, useState } from "react";

import { prepareUnderstanding, useCancelRun } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { type Attached, placeOf, useComposer } from "@/state";
import { IconButton } from "@/ui";
import type { Chat, RunView } from "../model";
import { askedOf, type Outgoing, thingsOf } from "../outgoing";
import { againOf, lastSaid, openQuestion, openTurn, takesWords } from "../select";
import { pastedFiles } from "../uploads";
import { MAX_MESSAGE } from "../useSend";
import type { Uploads } from "../useUploads";
import { AttachButton } from "./AttachButton";
import type { PickerOption } from "./options";
import { replaceTrigger, type Trigger } from "./trigger";
import { usePicker } from "./usePicker";

// Shown when somebody asks for them: the first page does without.
const Beside = lazy(() => import("./Beside").then((module) => ({ default: module.Beside })));
const EditingBar = lazy(() => import("./EditingBar").then((module) => ({ default: module.EditingBar })));
const PickerList = lazy(() => import("./PickerList").then((module) => ({ default: module.PickerList })));

interface ComposerProps {
  readonly chat: Chat | null;
  /** The project whose files `#` offers. */
  readonly project: string;
  readonly uploads: Uploads;
  readonly onSend: (words: Outgoing) => boolean;
}

const NOTHING: readonly Attached[] = [];

/** The field to say something: Enter sends, Shift+Enter breaks the line, # and @ offer things and agents. */
export function Composer({ chat, project, uploads, onSend }: ComposerProps) {
  const t = useT();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useComposer((state) => state.drafts[placeOf(state)] ?? "");
  const attached = useComposer((state) => state.attached[placeOf(state)] ?? NOTHING);
  const editing = useComposer((state) => state.editing);
  const place = useComposer(placeOf);
  const wish = useComposer((state) => state.focusWish);
  const { draft, attach, detach, clear, edit, stopEditing } = useComposer.getState();
  const [caret, setCaret] = useState<number | null>(null);
  const moveTo = useRef<number | null>(null);
  const cancel = useCancelRun();
  const turn = chat && openTurn(chat);
  const excess = text.trim().length - MAX_MESSAGE;
  const steering = turn !== null && editing === null && !takesWords(turn);
  const underWay = uploads.list.filter((upload) => upload.place === place);
  const hindrance =
    underWay.some(({ state }) => state === "sending" || state === "queued")
      ? t("chat.composer.uploading")
      : turn?.run.status === "executing" && editing !== null
        ? t("chat.composer.busy")
        : steering && attached.length > 0
          ? t("chat.composer.later")
          : null;

  // Before the field is painted: what is typed at once must not be taken for shortcuts.
  useLayoutEffect(() => {
    if (wish === 0 || field.current === null) return;
    field.current.focus();
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
    useComposer.getState().focused();
  }, [wish]);
  useLayoutEffect(() => {
    if (moveTo.current === null) return;
    field.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = null;
  });

  const pick = (option: PickerOption, trigger: Trigger) => {
    const next = replaceTrigger(text, trigger, option.kind === "agent" ? "" : option.title);
    moveTo.current = next.caret;
    draft(next.text);
    setCaret(next.caret);
    const before = askedOf(attached);
    if (option.kind === "agent" && before !== null) detach(`agent:${before}`);
    attach(option.attached);
  };
  const picker = usePicker({ text, caret, project, onPick: pick });

  const send = () => {
    if (hindrance !== null) return;
    if (onSend({ text, attached, replaces: editing ?? undefined, typed: true })) clear();
  };
  const press = (event: KeyboardEvent) => {
    if (picker.press(event)) return event.preventDefault();
    if (event.key === "Escape" && editing !== null) {
      event.preventDefault();
      event.stopPropagation();
      return stopEditing();
    }
    if (event.key === "ArrowUp" && text === "" && editing === null && !event.shiftKey && !turn) {
      const last = chat && lastSaid(chat);
      if (!last) return;
      event.preventDefault();
      return edit({ id: last.id, content: last.content, refs: againOf(chat, last).attached });
    }
    // While an input method composes, Enter picks a candidate.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    uploads.add(pastedFiles(files, new Date()));
  };
  const stop = () => turn && cancel.mutate(turn.id, { onError: (error) => tellTrouble(error, t) });
  const look = () => setCaret(field.current?.selectionStart ?? null);
  const about = [excess > 0 && "composer-excess", hindrance && "composer-hindrance"].filter(Boolean).join(" ");

  return (
    <div
      // On a phone Escape ends what is under way here, not the sheet around it.
      onKeyDown={(event) => event.key === "Escape" && (picker.trigger !== null || editing !== null) && event.preventDefault()}
      className="relative shrink-0 px-2.5 pb-[max(10px,env(safe-area-inset-bottom))]"
    >
      <div className="relative">
        {picker.trigger !== null && (
          <Suspense>
            <PickerList picker={picker} onPick={(option) => picker.trigger && pick(option, picker.trigger)} />
          </Suspense>
        )}
        <div className="rounded-lg border border-line-strong bg-raised shadow-raised transition-colors duration-100 focus-within:border-accent focus-within:ring-1 focus-within:ring-accent">
          <Suspense>{editing !== null && <EditingBar onStop={stopEditing} />}</Suspense>
          <Suspense>
            {(attached.length > 0 || underWay.length > 0) && <Beside attached={attached} uploads={{ ...uploads, list: underWay }} onDetach={detach} />}
          </Suspense>
          <textarea
            ref={field}
            rows={2}
            value={text}
            onChange={(event) => {
              prepareUnderstanding();
              draft(event.target.value);
              setCaret(event.target.selectionStart);
            }}
            onSelect={look}
            onBlur={() => setCaret(null)}
            onKeyDown={press}
            onPaste={paste}
            aria-label={t("chat.composer.label")}
            aria-describedby={about || undefined}
            aria-invalid={excess > 0}
            aria-autocomplete="list"
            aria-controls={picker.trigger === null ? undefined : picker.listId}
            aria-activedescendant={picker.options.length === 0 ? undefined : picker.optionId(picker.active)}
            placeholder={t(placeholderOf(chat, turn))}
            className="field-sizing-content block max-h-[40dvh] min-h-[52px] w-full resize-none bg-transparent px-3 pt-2.5 pb-1 text-md outline-none placeholder:text-muted"
          />
          <div className="flex items-center gap-1.5 px-2 pb-2">
            <AttachButton onFiles={uploads.add} full={thingsOf(attached).length} />
            <span id="composer-hindrance" className="min-w-0 flex-1 truncate text-xs text-muted">
              {hindrance}
            </span>
            {excess > 0 && (
              <span id="composer-excess" role="alert" className="px-1 text-xs text-bad-text tabular-nums">
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
                disabled={text.trim() === "" || excess > 0 || hindrance !== null}
                onClick={send}
                className="bg-accent text-on-accent hover:bg-accent-hover hover:text-on-accent disabled:bg-active disabled:text-muted disabled:opacity-100"
              />
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

function placeholderOf(chat: Chat | null, turn: RunView | null) {
  if (chat === null || turn === null) return "chat.composer.placeholder";
  if (turn.run.status !== "waiting") return "chat.composer.steer";
  if (openQuestion(chat, turn.id) !== null) return "chat.composer.answer";
  return takesWords(turn) ? "chat.composer.change" : "chat.composer.waiting";
}
