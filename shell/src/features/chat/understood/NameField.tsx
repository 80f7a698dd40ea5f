import { Check } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";

import { useKnownNames } from "@/api";
import { useT } from "@/i18n";
import { classes, Floating, Input } from "@/ui";
import type { DraftProps } from "./ValueEditor";
import { namesWith } from "./values";

interface NameFieldProps extends DraftProps {
  readonly app: string;
  /** The kind of thing it names. */
  readonly kind: string;
  /** The name that stands there now: while it does, all are offered. */
  readonly was: string;
  readonly onTake: (name: string) => void;
}

/** A name: typed freely, with those that are on record to choose from. */
export function NameField({ label, draft, onDraft, invalid, app, kind, was, onTake }: NameFieldProps) {
  const t = useT();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const [here, setHere] = useState(true);
  const [moved, reach] = useState<number | null>(null);
  const { data = [] } = useKnownNames(app, kind);
  const titles = [...new Set(data.map(({ title }) => title))];
  const names = draft === was ? titles : namesWith(titles, draft);
  const open = here && names.length > 0;
  // Until the keys have moved: the one that stands there, or the first that fits.
  const reached = moved ?? (draft === was ? names.indexOf(was) : 0);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = open ? names[reached] : undefined;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setHere(true);
      reach(Math.max(0, Math.min(names.length - 1, reached + (event.key === "ArrowDown" ? 1 : -1))));
    } else if (event.key === "Enter" && chosen !== undefined) onTake(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        ref={field}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && reached >= 0 ? `${list}-${reached}` : undefined}
        aria-invalid={invalid || undefined}
        value={draft}
        onChange={(event) => {
          onDraft(event.target.value);
          setHere(true);
          reach(null);
        }}
        onFocus={(event) => {
          setHere(true);
          event.currentTarget.select();
        }}
        onBlur={() => setHere(false)}
        onClick={() => setHere(true)}
        onKeyDown={press}
        className="w-48 max-w-full min-w-0"
      />
      {open && (
        <Floating
          anchor={field}
          id={list}
          role="listbox"
          aria-label={t("chat.understood.names", { label })}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          className="max-h-56 min-w-[anchor-size(width)] animate-pop overflow-y-auto rounded-md bg-raised p-1 shadow-float"
        >
          {names.map((name, index) => (
            <div
              key={name}
              id={`${list}-${index}`}
              ref={(row) => {
                if (index === reached) row?.scrollIntoView?.({ block: "nearest" });
              }}
              role="option"
              aria-selected={index === reached}
              onPointerMove={(event) => event.pointerType !== "touch" && reach(index)}
              onClick={() => onTake(name)}
              className={classes("flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 text-sm text-fg", index === reached && "bg-hover")}
            >
              <span className="flex size-3.5 shrink-0 items-center">{name === was && <Check aria-hidden className="size-3.5" />}</span>
              <span className="min-w-0 break-words">{name}</span>
            </div>
          ))}
        </Floating>
      )}
    </>
  );
}
