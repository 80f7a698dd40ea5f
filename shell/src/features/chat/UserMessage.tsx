import { useState } from "react";

import { useT } from "@/i18n";
import { Button, classes } from "@/ui";

const SHOWN = 2_000;

/** What the person said. Long words are folded: a pasted book should not bury the answer. */
export function UserMessage({ text, pending }: { readonly text: string; readonly pending?: boolean }) {
  const t = useT();
  const [whole, setWhole] = useState(false);
  const long = text.length > SHOWN && !whole;
  return (
    <article
      aria-label={t("chat.you")}
      className={classes(
        "max-w-[88%] animate-rise self-end rounded-lg rounded-br-sm bg-hover px-3 py-2 text-md break-words whitespace-pre-wrap",
        pending && "opacity-60",
      )}
    >
      {long ? `${text.slice(0, SHOWN)}…` : text}
      {long && (
        <Button tone="quiet" size="sm" onClick={() => setWhole(true)} className="mt-1 -ml-1.5 block">
          {t("words.more")}
        </Button>
      )}
    </article>
  );
}
