import { Info } from "lucide-react";
import { useEffect, useRef } from "react";

import type { UnderstoodCall, UnderstoodValue } from "@/api";
import { useI18n } from "@/i18n";
import type { Chat, RunView } from "../model";
import type { Outgoing } from "../outgoing";
import { OtherReadings } from "./OtherReadings";
import { changedValue, otherReading, type ToldCall, toldOf } from "./reading";
import { UnusedWords } from "./UnusedWords";
import { ValueChip } from "./ValueChip";
import { wordsOf } from "./values";

interface UnderstoodRowProps {
  readonly chat: Chat;
  readonly view: RunView;
  /** Whether nothing was said after it. */
  readonly last: boolean;
  readonly onAsk: (words: Outgoing) => void;
}

/** Marks such a row in the page. */
const ROW = "data-understood";

/** What was understood, beside the card or the answer it led to: values to put right, words that were not used, other readings. */
export function UnderstoodRow({ chat, view, last, onAsk }: UnderstoodRowProps) {
  const i18n = useI18n();
  const row = useRef<HTMLDivElement>(null);
  const told = toldOf(chat, view, last);
  const isShown = told !== null;
  useEffect(() => {
    // Who changed something in the row before goes on in this one.
    const held = document.activeElement;
    if (last && held !== row.current && held?.hasAttribute(ROW)) row.current?.focus({ preventScroll: true });
  }, [last, isShown]);
  if (told === null) return null;
  const ask = (words: Outgoing) => {
    // What was pressed may go away with the card: the row keeps the focus.
    row.current?.focus({ preventScroll: true });
    onAsk(words);
  };
  const change = (call: UnderstoodCall) => (value: UnderstoodValue, to: unknown) =>
    ask(changedValue(chat, view, call, { value, to, words: wordsOf({ ...value, value: to, said: "" }, i18n) }));
  const notes = new Set(told.calls.flatMap(({ values }) => values.map(({ note }) => note)).filter(Boolean));
  return (
    <div
      ref={row}
      {...{ [ROW]: "" }}
      role="group"
      aria-label={i18n.t("chat.understood.label")}
      tabIndex={-1}
      className="-mx-1.5 -my-1 flex flex-col gap-1.5 rounded-md px-1.5 py-1"
    >
      {told.calls.map((each, index) => (
        <Values key={`${each.call.capability} ${index}`} told={each} named={told.calls.length > 1} onChange={change(each.call)} />
      ))}
      {[...notes].map((note) => (
        <p key={note} className="flex items-start gap-1.5 text-xs text-muted">
          <Info aria-hidden className="mt-0.5 size-3 shrink-0" />
          <span className="min-w-0 break-words">{note}</span>
        </p>
      ))}
      <UnusedWords words={told.unused} />
      {told.others.length > 0 && (
        <OtherReadings readings={told.others} undecided={told.undecided} onTake={(reading) => ask(otherReading(chat, view, reading))} />
      )}
    </div>
  );
}

interface ValuesProps {
  readonly told: ToldCall;
  /** Whether it is said which call they belong to. */
  readonly named: boolean;
  readonly onChange: (value: UnderstoodValue, to: unknown) => void;
}

function Values({ told, named, onChange }: ValuesProps) {
  const { call, values, open } = told;
  if (values.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      {named && <p className="truncate text-xs font-medium">{call.title}</p>}
      <ul aria-label={call.title} className="flex max-w-full min-w-0 flex-wrap gap-1">
        {values.map((value) => (
          <li key={value.param} className="flex max-w-full min-w-0">
            <ValueChip value={value} app={call.capability.split(".", 1)[0] ?? ""} onChange={open ? (to) => onChange(value, to) : undefined} />
          </li>
        ))}
      </ul>
    </div>
  );
}
