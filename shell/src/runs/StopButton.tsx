import { Square } from "lucide-react";

import { type Run, useCancelRun } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { Button } from "@/ui";
import { titleOf } from "./status";

/** Stops a run and everything below it. */
export function StopButton({ run, size = "sm" }: { readonly run: Run; readonly size?: "sm" | "md" }) {
  const t = useT();
  const cancel = useCancelRun();
  return (
    <Button
      size={size}
      icon={Square}
      busy={cancel.isPending}
      aria-label={t("home.running.stop", { title: titleOf(run, t) })}
      onClick={() => cancel.mutate(run.id, { onError: (error) => tellTrouble(error, t) })}
    >
      {t("words.stop")}
    </Button>
  );
}
