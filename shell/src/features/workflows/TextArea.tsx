import { type Ref, useImperativeHandle, useMemo, useRef } from "react";

import { classes } from "@/ui";

export interface TextAreaHandle {
  /** Put the caret at the beginning of a line, counted from 1. */
  goTo(line: number): void;
}

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Lines with something wrong in them. */
  readonly wrong: ReadonlySet<number>;
  readonly describedBy?: string;
  readonly placeholder?: string;
  readonly ref?: Ref<TextAreaHandle>;
}

const LINES = "font-mono text-xs leading-5";

/** A text of many lines with their numbers beside it. The tab key leaves it, as everywhere. */
export function TextArea({ label, value, onChange, wrong, describedBy, placeholder, ref }: TextAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const count = useMemo(() => value.split("\n").length, [value]);
  useImperativeHandle(ref, () => ({
    goTo: (line) => {
      const before = value.split("\n").slice(0, line - 1);
      const at = before.reduce((sum, each) => sum + each.length + 1, 0);
      field.current?.focus();
      field.current?.setSelectionRange(at, at + (value.split("\n")[line - 1]?.length ?? 0));
    },
  }));
  return (
    <div className="flex min-w-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent">
      <div aria-hidden className={classes("shrink-0 border-r border-line bg-panel py-3 pr-2.5 pl-3 text-right text-muted tabular-nums select-none", LINES)}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={wrong.has(index + 1) ? "font-semibold text-bad-text" : undefined}>
            {index + 1}
          </div>
        ))}
      </div>
      <textarea
        ref={field}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={wrong.size > 0 || undefined}
        value={value}
        rows={12}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        className={classes("field-sizing-content min-h-64 min-w-0 flex-1 resize-none overflow-x-auto bg-raised px-3 py-3 text-fg outline-none placeholder:text-muted", LINES)}
      />
    </div>
  );
}
