import { Pencil } from "lucide-react";
import { lazy, Suspense, useState } from "react";

import type { Message } from "@/api";
import { useI18n } from "@/i18n";
import type { Attached } from "@/state";
import { Button, classes, CopyButton, IconButton } from "@/ui";

const Attachments = lazy(() => import("./Attachments").then((module) => ({ default: module.Attachments })));

const SHOWN = 2_000;

interface UserMessageProps {
  /** What was said; without an id it is still on its way. */
  readonly message: { readonly content: string; readonly refs: readonly Attached[] } & Partial<Pick<Message, "id" | "ts">>;
  /** Take it up again; what follows it will be set aside. */
  readonly onEdit?: () => void;
}

/** What the person said. Long words are folded: a pasted book should not bury the answer. */
export function UserMessage({ message, onEdit }: UserMessageProps) {
  const { t } = useI18n();
  const [whole, setWhole] = useState(false);
  const { id, content, refs } = message;
  const long = content.length > SHOWN && !whole;
  return (
    <article aria-label={t("chat.you")} className="group/said flex animate-rise flex-col items-end gap-1">
      <Suspense>{refs.length > 0 && <Attachments items={refs} />}</Suspense>
      <div
        className={classes(
          "max-w-[88%] rounded-lg rounded-br-sm bg-hover px-3 py-2 text-md break-words whitespace-pre-wrap",
          id === undefined && "opacity-60",
        )}
      >
        {long ? `${content.slice(0, SHOWN)}…` : content}
        {long && (
          <Button tone="quiet" size="sm" onClick={() => setWhole(true)} className="mt-1 -ml-1.5 block">
            {t("words.more")}
          </Button>
        )}
      </div>
      {onEdit && <SaidActions content={content} ts={message.ts} onEdit={onEdit} />}
    </article>
  );
}

interface SaidActionsProps {
  readonly content: string;
  readonly ts: string | undefined;
  readonly onEdit: () => void;
}

/** What one can do with one's own words. Quiet until pointed at. */
function SaidActions({ content, ts, onEdit }: SaidActionsProps) {
  const { t, format } = useI18n();
  return (
    <footer className="-mb-4 flex h-6 items-center gap-0.5 text-2xs text-muted opacity-0 transition-opacity duration-100 group-focus-within/said:opacity-100 group-hover/said:opacity-100 pointer-coarse:opacity-100">
      {ts && (
        <time dateTime={ts} title={format.moment(ts)} className="mr-1 tabular-nums">
          {format.time(ts)}
        </time>
      )}
      <CopyButton text={content} label={t("chat.copy.message")} />
      <IconButton size="sm" icon={Pencil} label={t("chat.edit")} onClick={onEdit} />
    </footer>
  );
}
