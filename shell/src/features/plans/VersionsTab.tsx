import { History } from "lucide-react";
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";

import { type Plan, type PlanVersion, usePlanHistory, useRestorePlan } from "@/api";
import { useT } from "@/i18n";
import { isEditable, planDotOf } from "@/plans/standing";
import { Rows, RowsSkeleton, Section, tellTrouble, Trouble } from "@/stage";
import { announce } from "@/state";
import { Badge, Button, EmptyState, RelativeTime, Row, Select, StatusDot } from "@/ui";
import { reasonWords } from "./reasons";
import { VersionDiff } from "./VersionDiff";

/** Every version of a plan, what differs between any two of them, and the way back to one. */
export function VersionsTab({ plan }: { readonly plan: Plan }) {
  const t = useT();
  const [path, go] = useLocation();
  const asked = new URLSearchParams(useSearch());
  const { data, error, refetch } = usePlanHistory(plan.id);
  const versions = useMemo(() => data?.toSorted((a, b) => b.version - a.version), [data]);
  if (versions === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  if (versions.length === 0) return <EmptyState icon={History} title={t("plans.versions.empty")} />;
  const known = (wish: string | null, otherwise: number) => versions.find(({ version }) => String(version) === wish)?.version ?? otherwise;
  const last = versions[0]?.version ?? 1;
  const to = known(asked.get("to"), last);
  const from = known(asked.get("from"), versions[1]?.version ?? last);
  const compare = (older: number, newer: number) => go(`${path}?from=${older}&to=${newer}`, { replace: true });
  const options = versions.map(({ version }) => ({ value: String(version), label: t("plans.version", { version }) }));
  return (
    <div className="flex flex-col gap-8">
      <Section title={t("plans.versions", { count: versions.length })}>
        <Rows label={t("plans.tab.versions")}>
          {versions.map((version) => (
            <Version key={version.version} plan={plan} version={version} current={version.version === plan.version} onCompare={() => compare(version.version, last)} />
          ))}
        </Rows>
      </Section>
      {versions.length > 1 && (
        <Section title={t("plans.diff")}>
          <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <Select label={t("plans.diff.from")} value={String(from)} onChange={(value) => compare(Number(value), to)} options={options} className="w-32" />
            <span aria-hidden>→</span>
            <Select label={t("plans.diff.to")} value={String(to)} onChange={(value) => compare(from, Number(value))} options={options} className="w-32" />
          </div>
          <VersionDiff plan={plan.id} from={from} to={to} />
        </Section>
      )}
    </div>
  );
}

interface VersionProps {
  readonly plan: Plan;
  readonly version: PlanVersion;
  readonly current: boolean;
  readonly onCompare: () => void;
}

function Version({ plan, version, current, onCompare }: VersionProps) {
  const t = useT();
  const restore = useRestorePlan(plan.id);
  const back = () =>
    restore.mutate(version.version, {
      onSuccess: ({ plan: now }) => announce(t("plans.restored", { version: version.version, now: now.version })),
      onError: (error) => tellTrouble(error, t),
    });
  return (
    <Row
      onClick={onCompare}
      leading={<StatusDot status={planDotOf(version.status)} label={t(`plans.status.${version.status}`)} />}
      title={t("plans.version", { version: version.version })}
      detail={[t(`plans.author.${version.author}`), reasonWords(version.reason, t)].filter(Boolean).join(" · ")}
      trailing={
        <>
          {version.approved && <Badge tone="ok">{t("plans.approved")}</Badge>}
          <RelativeTime iso={version.at} />
          {current ? (
            <Badge>{t("plans.current")}</Badge>
          ) : (
            <Button size="sm" busy={restore.isPending} disabled={!isEditable(plan)} aria-label={t("plans.restore", { version: version.version })} onClick={back}>
              {t("plans.restore.short")}
            </Button>
          )}
        </>
      }
    />
  );
}
