import { useState } from "react";

import { useT } from "@/i18n";
import { classes } from "@/ui";

/** What the model thought: the last lines while it thinks, the first ones afterwards, all of it on a click. */
export function Thought({ text, live }: { readonly text: string; readonly live: boolean }) {
  const t = useT();
  const [whole, setWhole] = useState(false);
  return (
    <li>
      <button
        type="button"
        aria-expanded={whole}
        aria-label={t("chat.step.thought")}
        onClick={() => setWhole(!whole)}
        className="w-full rounded-sm py-0.5 text-left hover:text-fg"
      >
        <span
          className={classes(
            "block whitespace-pre-wrap italic",
            !whole && (live ? "flex max-h-[72px] flex-col-reverse overflow-hidden" : "line-clamp-2"),
          )}
        >
          <span className="block">{text.trim()}</span>
        </span>
      </button>
    </li>
  );
}
