import { CircleCheck } from "lucide-react";

import { useT } from "@/i18n";
import { useComposer } from "@/state";
import { Button, EmptyState } from "@/ui";
import type { View } from "./inbox";

/** Nothing waits, and how to see what an approval looks like. */
export function EmptyInbox({ view }: { readonly view: View }) {
  const t = useT();
  const fill = useComposer((composer) => composer.fill);
  if (view === "decided") return <EmptyState icon={CircleCheck} title={t("approvals.decided.empty")} />;
  return (
    <EmptyState
      icon={CircleCheck}
      title={t("approvals.empty")}
      action={<Button onClick={() => fill(t("approvals.empty.ask"))}>{t("approvals.empty.action")}</Button>}
    >
      {t("approvals.empty.about")}
    </EmptyState>
  );
}
