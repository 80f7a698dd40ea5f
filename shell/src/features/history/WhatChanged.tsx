import { type Change, useChangeDiff } from "@/api";
import { AppFields, appOf, DocumentDiff, fieldsOf } from "@/decisions";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Card, Diff, Skeleton } from "@/ui";
import { kindOf, pathOf } from "./history";

/** Before and after: of an app's records field by field, of everything else line by line. */
export function WhatChanged({ change }: { readonly change: Change }) {
  return appOf(change) === undefined ? <Lines change={change} /> : <Fields change={change} />;
}

function Fields({ change }: { readonly change: Change }) {
  const t = useT();
  const fields = fieldsOf(change);
  return (
    <Section title={t("history.diff")}>
      <Card className="px-4 py-3 text-sm text-muted">
        {fields.length === 0 ? t("history.diff.same") : <AppFields fields={fields} fresh={change.before === null} />}
      </Card>
    </Section>
  );
}

function Lines({ change }: { readonly change: Change }) {
  const t = useT();
  const { data: diff, error, refetch } = useChangeDiff(change.id);
  return (
    <Section title={t("history.diff")}>
      {diff === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40 rounded-lg" />
        )
      ) : !diff.text ? (
        <Card className="px-4 py-3 text-sm text-muted">{t(`history.diff.${diff.note ?? "same"}`)}</Card>
      ) : kindOf(change) === "file" ? (
        <Diff path={pathOf(change)} diff={diff.text} isNew={change.before === null && change.undoes === null} />
      ) : (
        <DocumentDiff name={change.title} diff={diff.text} />
      )}
    </Section>
  );
}
