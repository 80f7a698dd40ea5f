import { X } from "lucide-react";

import { useT } from "@/i18n";
import { IconButton, Progress } from "@/ui";
import { AskedFirst } from "../AskedFirst";
import type { Regeneration } from "./useRegeneration";

/** How making it once more stands: under way, or waiting for a yes. */
export function Again({ regeneration }: { readonly regeneration: Regeneration }) {
  const t = useT();
  const { working, approval, end, dismiss } = regeneration;
  if (working) return <Progress label={t("viewer.again.working")} className="rounded-none" />;
  if (approval === null) return null;
  return (
    <section aria-label={t("viewer.again")} className="flex max-h-[60%] shrink-0 items-start gap-2 overflow-y-auto border-b border-line bg-panel p-4">
      <div className="mx-auto w-full max-w-2xl">
        <AskedFirst approval={approval} onEnd={end} />
      </div>
      <IconButton icon={X} label={t("words.close")} onClick={dismiss} />
    </section>
  );
}
