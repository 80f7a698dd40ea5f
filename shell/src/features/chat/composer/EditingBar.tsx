import { Pencil, X } from "lucide-react";

import { useT } from "@/i18n";
import { IconButton } from "@/ui";

/** Says what writing a message anew does, before it is sent. */
export function EditingBar({ onStop }: { readonly onStop: () => void }) {
  const t = useT();
  return (
    <div className="flex items-start gap-2 border-b border-line bg-hover py-1.5 pr-1.5 pl-3 text-xs first:rounded-t-lg">
      <Pencil aria-hidden className="mt-[3px] size-3 shrink-0 text-accent-text" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{t("chat.editing")}</span>
        <span className="block text-muted">{t("chat.editing.about")}</span>
      </p>
      <IconButton icon={X} size="sm" label={t("chat.editing.stop")} keys="Esc" onClick={onStop} />
    </div>
  );
}
