import { Cpu, KeyRound, RotateCw } from "lucide-react";
import { useState } from "react";

import { useHome } from "@/api";
import { useT } from "@/i18n";
import { Fold, Trouble } from "@/stage";
import { Button, Card, type Purpose, StatusDot } from "@/ui";
import { ApiKeyForm } from "./ApiKeyForm";
import { FoundRows } from "./FoundRows";
import { serversIn } from "./found";
import { MachineAdvice } from "./MachineAdvice";
import type { Connect } from "./useConnect";

interface ModelOfferProps {
  readonly purpose: Purpose;
  readonly connect: Connect;
}

/** What works without a model, said plainly; one that was found, with one click; and how to get one. */
export function ModelOffer({ purpose, connect }: ModelOfferProps) {
  const t = useT();
  const { data: home } = useHome();
  const { best, busy, use } = connect;
  const [keying, setKeying] = useState(false);
  const answers = home !== undefined && home.model.tier > 0 ? home.model.model : undefined;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Cpu aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-sm font-semibold text-fg">{t("welcome.without")}</h2>
          <p className="mt-0.5 text-sm text-pretty text-muted">{t(`welcome.without.${purpose}`)}</p>
        </div>
        {answers !== undefined ? (
          <p role="status" className="flex items-center gap-2 text-sm">
            <StatusDot status="ok" />
            {t("welcome.answers", { model: answers })}
          </p>
        ) : (
          best !== undefined && (
            <Button busy={busy} onClick={() => use(best.provider, best.model)}>
              {t("welcome.continue", { model: best.model })}
            </Button>
          )
        )}
      </div>
      <Fold title={t("welcome.model")}>
        <div className="flex flex-col gap-4 pt-1.5">
          <MachineAdvice />
          <Found connect={connect} />
          {keying ? (
            <ApiKeyForm onClose={() => setKeying(false)} />
          ) : (
            <Button icon={KeyRound} className="self-start" onClick={() => setKeying(true)}>
              {t("welcome.key")}
            </Button>
          )}
        </div>
      </Fold>
    </Card>
  );
}

function Found({ connect: { rows, error, enabled, look, use } }: { readonly connect: Connect }) {
  const t = useT();
  return (
    <section aria-label={t("welcome.results")} className="flex flex-col gap-2">
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
      {error ? <Trouble error={error} onRetry={look} /> : <FoundRows rows={rows} enabled={enabled} onUse={use} />}
    </section>
  );
}
