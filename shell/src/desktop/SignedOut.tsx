import { KeyRound } from "lucide-react";

import { useT } from "@/i18n";
import { Button, EmptyState } from "@/ui";

/** Calm words for a browser that has no session. */
export function SignedOut() {
  const t = useT();
  return (
    <main className="grid h-full place-items-center">
      <EmptyState
        icon={KeyRound}
        heading
        title={t("session.out")}
        action={<Button onClick={() => location.reload()}>{t("words.retry")}</Button>}
      >
        <p>{t("session.out.about")}</p>
        <code className="my-3 inline-block rounded-sm bg-hover px-2 py-1">aule open</code>
        <p>{t("session.out.then")}</p>
      </EmptyState>
    </main>
  );
}
