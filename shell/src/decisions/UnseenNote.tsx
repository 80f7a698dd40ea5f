import { EyeOff } from "lucide-react";

import { useT } from "@/i18n";
import { Button, showUnseen, useUnseen } from "@/ui";

/** What tells why nothing can be approved yet; buttons name it as their description. */
export const unseenNoteOf = (id: string): string => `${id}-unseen`;

/** Says that something long was not seen to its end, and leads there; nothing once all of it was. */
export function UnseenNote({ id, card }: { readonly id: string; readonly card: () => Element | null }) {
  const t = useT();
  if (!useUnseen()) return null;
  return (
    <p role="status" className="flex items-center gap-2 text-xs text-warn-text">
      <EyeOff aria-hidden className="size-3.5 shrink-0" />
      <span id={unseenNoteOf(id)} className="min-w-0 flex-1">
        <span className="font-medium">{t("decisions.unseen")}</span> {t("decisions.unseen.about")}
      </span>
      <Button size="sm" onClick={() => showUnseen(card())}>
        {t("decisions.unseen.show")}
      </Button>
    </p>
  );
}
