import { Search, X } from "lucide-react";
import { type Ref, useRef } from "react";

import { useT } from "@/i18n";
import { classes } from "./classes";
import { FIELD } from "./Input";
import { Kbd } from "./Kbd";

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is searched: read aloud, and shown while the field is empty. */
  readonly label: string;
  /** The shortcut that leads here, shown while the field is empty. */
  readonly keys?: string;
  readonly className?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Narrows what is shown while one types. Escape empties it. */
export function SearchField({ value, onChange, label, keys, className, ref }: SearchFieldProps) {
  const t = useT();
  const box = useRef<HTMLSpanElement>(null);
  const clear = () => {
    onChange("");
    box.current?.querySelector("input")?.focus();
  };
  return (
    <span ref={box} className={classes("relative inline-flex min-w-0 items-center", className)}>
      <Search aria-hidden className="pointer-events-none absolute left-2 size-3.5 text-muted" />
      <input
        ref={ref}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || value === "") return;
          event.preventDefault();
          event.stopPropagation();
          clear();
        }}
        className={classes(FIELD, "h-7 pointer-coarse:h-9 pr-7 pl-7 text-sm text-ellipsis")}
      />
      {value !== "" ? (
        <button
          type="button"
          aria-label={t("ui.clear")}
          title={t("ui.clear")}
          onClick={clear}
          className="absolute right-0.5 inline-flex size-6 items-center justify-center rounded-sm text-muted hover:text-fg"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : (
        keys && (
          <span aria-hidden className="pointer-events-none absolute right-1 hidden sm:inline-flex">
            <Kbd>{keys}</Kbd>
          </span>
        )
      )}
    </span>
  );
}
