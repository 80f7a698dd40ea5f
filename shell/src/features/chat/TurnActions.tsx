import { Check, Copy } from "lucide-react";
import { useState } from "react";

import { useI18n } from "@/i18n";
import { announce } from "@/state";
import { IconButton } from "@/ui";
import type { RunView } from "./model";
import { isFinal } from "./select";

/** What one can do with an answer, and when it came. Quiet until pointed at. */
export function TurnActions({ view, answer }: { readonly view: RunView; readonly answer: string }) {
  const { t, format } = useI18n();
  const [copied, setCopied] = useState(false);
  if (!isFinal(view.run.status) || answer === "") return null;
  const copy = async () => {
    await navigator.clipboard.writeText(answer);
    setCopied(true);
    announce(t("words.copied"));
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <footer className="-mt-1 -ml-1 flex items-center gap-1.5 text-2xs text-muted opacity-0 transition-opacity duration-100 group-focus-within/turn:opacity-100 group-hover/turn:opacity-100">
      <IconButton icon={copied ? Check : Copy} size="sm" label={t(copied ? "words.copied" : "chat.copy")} onClick={() => void copy()} />
      {view.run.finished_at && <time dateTime={view.run.finished_at}>{format.time(view.run.finished_at)}</time>}
    </footer>
  );
}
