import { ExternalLink, PackagePlus, Plus, RefreshCw, Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { type CatalogueEntryDetail, isProblem, useCatalogueEntry, useFreshCatalogue } from "@/api";
import { EffectBadge } from "@/catalog";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { Fold, Page, Section, Trouble, useUndoToast } from "@/stage";
import { Badge, Button, CodeBlock, Diff, EmptyState, ForeignText, Skeleton } from "@/ui";
import { BackToCatalogue } from "./BackToCatalogue";
import { EntryFacts } from "./EntryFacts";
import { STATE_TONES } from "./filters";

interface EntryPageProps {
  readonly source: string;
  readonly kind: string;
  readonly name: string;
}

/** One entry: what it will be able to do, what it would change, where it comes from, and the ways to add and remove it. */
export function EntryPage({ source, kind, name }: EntryPageProps) {
  const t = useT();
  const { data: entry, error, refetch } = useCatalogueEntry(source, kind, name);
  if (entry !== undefined) return <Shown entry={entry} />;
  return (
    <Page title={name} above={<BackToCatalogue />}>
      {error === null ? (
        <Skeleton className="h-40 rounded-lg" />
      ) : isProblem(error, "not_found") ? (
        <EmptyState icon={PackagePlus} title={t("catalogue.missing")} />
      ) : (
        <Trouble error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function Shown({ entry }: { readonly entry: CatalogueEntryDetail }) {
  const t = useT();
  const isFine = entry.state === "update" || entry.state === "told";
  const warnings = [...(entry.why && !isFine ? [entry.why] : []), ...entry.notes];
  return (
    <Page title={entry.title} about={<ForeignText>{entry.description}</ForeignText>} above={<BackToCatalogue />} aside={<Actions entry={entry} />}>
      <div className="flex flex-col gap-8">
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-1.5">
            {entry.is_built_in ? <Badge>{t("catalogue.builtin")}</Badge> : <Badge tone={STATE_TONES[entry.state]}>{t(`catalogue.state.${entry.state}`)}</Badge>}
            {entry.effects.map((effect) => (
              <EffectBadge key={effect} effect={effect} />
            ))}
            <code className="font-mono text-xs text-muted">{entry.name}</code>
          </div>
          {isFine && entry.why && <p className="text-sm text-muted">{entry.why}</p>}
          {warnings.map((warning) => (
            <p key={warning} className="flex items-start gap-2 text-sm text-warn-text">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              <ForeignText>{warning}</ForeignText>
            </p>
          ))}
        </div>
        {entry.reaches.length > 0 && (
          <Section title={t("catalogue.reaches")} about={t("catalogue.reaches.about")}>
            <ul className="flex list-disc flex-col gap-1 pl-5 text-sm wrap-anywhere">
              {entry.reaches.map((sentence) => (
                <li key={sentence} className="whitespace-pre-line">
                  <ForeignText>{sentence}</ForeignText>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {entry.difference && (
          <Section title={t("catalogue.difference")}>
            <Diff path={entry.name} diff={entry.difference} />
          </Section>
        )}
        {entry.source !== "here" && (
          <Section title={t("catalogue.facts")}>
            <EntryFacts entry={entry} />
          </Section>
        )}
        <div className="flex flex-col gap-3">
          {entry.text && (
            <Fold title={t("catalogue.text")}>
              <CodeBlock code={entry.text} language="text" numbers />
            </Fold>
          )}
          {entry.said && (
            <Fold title={t("catalogue.said")}>
              <CodeBlock code={entry.said} language="json" />
            </Fold>
          )}
        </div>
      </div>
    </Page>
  );
}

/** What can be done with an entry. Each is a call of the app it is for, whose card is shown before it. */
function Actions({ entry }: { readonly entry: CatalogueEntryDetail }) {
  const t = useT();
  const [, go] = useLocation();
  const told = useUndoToast();
  const fresh = useFreshCatalogue();
  const [asking, ask] = useState<"add" | "remove">();
  // What is shown in the dialog stays while the list behind it moves on.
  const [call, keep] = useState(entry.add);
  const adds = entry.state === "update" ? "update" : entry.state === "differs" ? "replace" : "add";
  const begin = (what: "add" | "remove") => {
    keep(entry[what]);
    ask(what);
  };
  return (
    <div className="flex flex-wrap gap-2">
      {entry.page && (entry.state === "added" || entry.state === "update") && (
        <Button icon={ExternalLink} onClick={() => go(entry.page ?? "/catalogue")}>
          {t("words.open")}
        </Button>
      )}
      {entry.remove && (
        <Button icon={Trash2} onClick={() => begin("remove")}>
          {t("catalogue.remove")}
        </Button>
      )}
      {entry.add && (
        <Button tone="primary" icon={adds === "add" ? Plus : RefreshCw} onClick={() => begin("add")}>
          {t(`catalogue.${adds}`)}
        </Button>
      )}
      {call && (
        <HandDialog
          open={asking !== undefined}
          capability={call.capability}
          params={call.params}
          title={t(asking === "remove" ? "catalogue.remove.title" : `catalogue.${adds}.title`, { name: entry.title })}
          onClose={(outcome) => {
            ask(undefined);
            if (outcome === undefined) return;
            fresh();
            if (outcome.change !== undefined) told(t(asking === "remove" ? "catalogue.removed" : "catalogue.added", { name: entry.title }), outcome.change);
            if (asking === "remove" && entry.source === "here") go("/catalogue");
          }}
        />
      )}
    </div>
  );
}
