import { KeyRound, RotateCw } from "lucide-react";
import { useState } from "react";

import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button } from "@/ui";
import { ApiKeyForm } from "./ApiKeyForm";
import { FoundRows } from "./FoundRows";
import { serversIn } from "./found";
import { useConnect } from "./useConnect";

/** Step one: what is here, a key perhaps, or neither. */
export function ConnectStep({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const { rows, error, busy, best, enabled, look, use } = useConnect();
  const [keying, setKeying] = useState(false);
  return (
    <div className="flex flex-col gap-5">
      <section aria-label={t("welcome.results")} className="flex flex-col gap-2.5">
        <div className="flex min-h-7 items-center justify-between gap-4">
          <p role="status" className="text-sm text-muted">
            {rows === undefined ? t("welcome.looking") : t("welcome.found", { count: serversIn(rows).length })}
          </p>
          {rows !== undefined && (
            <Button size="sm" tone="quiet" icon={RotateCw} onClick={look}>
              {t("welcome.again")}
            </Button>
          )}
        </div>
        {error ? (
          <Trouble error={error} onRetry={look} />
        ) : (
          <FoundRows rows={rows} enabled={enabled} onUse={use} />
        )}
      </section>
      {keying ? (
        <ApiKeyForm onClose={() => setKeying(false)} />
      ) : (
        <Button icon={KeyRound} className="self-start" onClick={() => setKeying(true)}>
          {t("welcome.key")}
        </Button>
      )}
      <footer className="mt-2 flex flex-col gap-3 border-t border-line pt-5">
        <div className="flex flex-wrap gap-2">
          {best !== undefined && (
            <Button tone="primary" size="lg" busy={busy} onClick={() => use(best.provider, best.model, onDone)}>
              {t("welcome.continue", { model: best.model })}
            </Button>
          )}
          <Button size="lg" tone={best === undefined && rows !== undefined ? "primary" : "plain"} onClick={onDone}>
            {t("welcome.skip")}
          </Button>
        </div>
        <p className="text-xs text-muted">{t("welcome.skip.about")}</p>
      </footer>
    </div>
  );
}
