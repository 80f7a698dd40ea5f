import { RefreshCw, Square, Trash2 } from "lucide-react";
import { useState } from "react";

import { type CatalogueSource, useFreshCatalogue } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { Trouble, useUndoToast } from "@/stage";
import { announce } from "@/state";
import { Badge, Button, Card, ForeignText, Progress, RelativeTime, toast, type Tone } from "@/ui";
import { useAsking } from "./useAsking";

const TONES: Readonly<Record<NonNullable<CatalogueSource["signature"]>, Tone>> = { none: "warn", signed: "ok", no_key: "warn", built_in: "neutral" };

/** One source: where it is, what it had when it was last asked, and how it is signed. */
export function SourceCard({ source }: { readonly source: CatalogueSource }) {
  const t = useT();
  return (
    <Card role="group" aria-label={source.title || source.id} className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-md font-semibold">
          <ForeignText>{source.title || source.id}</ForeignText>
        </h2>
        <code className="font-mono text-xs text-muted">{source.id}</code>
        {source.signature && <Badge tone={TONES[source.signature]}>{t(`catalogue.signature.${source.signature}`)}</Badge>}
      </div>
      <p className="font-mono text-xs text-muted wrap-anywhere">
        <ForeignText place="code" still>
          {source.address}
        </ForeignText>
      </p>
      <p className="text-sm text-muted">
        {source.signature === null ? (
          t("catalogue.source.never")
        ) : (
          <>
            {t("catalogue.source.entries", { count: source.entries })}
            {source.not_usable > 0 && <>, {t("catalogue.source.unusable", { count: source.not_usable })}</>}
            {source.fetched_at && (
              <>
                {" · "}
                {t("catalogue.source.asked")} <RelativeTime iso={source.fetched_at} />
              </>
            )}
          </>
        )}
      </p>
      {source.key_from && <p className="text-xs text-muted">{t(source.key_from === "owner" ? "catalogue.source.pinned.owner" : "catalogue.source.pinned.source")}</p>}
      {source.notes.length > 0 && (
        <p className="text-xs text-warn-text">
          <ForeignText>{t("catalogue.source.notes", { names: source.notes.join(", ") })}</ForeignText>
        </p>
      )}
      {!source.is_built_in && <SourceActions source={source} />}
    </Card>
  );
}

function SourceActions({ source: { id } }: { readonly source: CatalogueSource }) {
  const t = useT();
  const told = useUndoToast();
  const fresh = useFreshCatalogue();
  const { refresh, isAsking, progress, stop, canStop } = useAsking(id);
  const [removing, remove] = useState(false);
  const ask = () =>
    refresh.mutate(undefined, {
      onSuccess: (came) => {
        const words = t("catalogue.source.told", { fresh: came.new.length, changed: came.changed.length, gone: came.gone.length });
        toast(`${id}: ${words}`);
        announce(words);
      },
    });
  return (
    <>
      {isAsking && (
        <div className="flex flex-col gap-1.5 text-xs text-muted">
          <span className="truncate">{progress?.message ?? t("catalogue.source.asking", { source: id })}</span>
          <Progress value={progress?.fraction ?? undefined} label={t("catalogue.source.asking", { source: id })} />
        </div>
      )}
      {refresh.error && <Trouble error={refresh.error} />}
      <div className="flex flex-wrap gap-2">
        {isAsking ? (
          <Button size="sm" icon={Square} disabled={!canStop} onClick={stop}>
            {t("words.stop")}
          </Button>
        ) : (
          <Button size="sm" icon={RefreshCw} onClick={ask}>
            {t("catalogue.source.ask")}
          </Button>
        )}
        <Button size="sm" icon={Trash2} disabled={isAsking} onClick={() => remove(true)}>
          {t("catalogue.remove")}
        </Button>
      </div>
      <HandDialog
        open={removing}
        capability="additions.remove_source"
        params={{ source: id }}
        title={t("catalogue.source.remove.title", { source: id })}
        onClose={(outcome) => {
          remove(false);
          if (outcome === undefined) return;
          fresh();
          if (outcome.change !== undefined) told(t("catalogue.source.removed", { source: id }), outcome.change);
        }}
      />
    </>
  );
}
