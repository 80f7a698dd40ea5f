import type { PlanView } from "@/api";
import { useT } from "@/i18n";
import { Fold } from "@/stage";
import { ForeignText } from "@/ui";

type Source = NonNullable<PlanView["source"]>;

/** What became of the file a plan came from: every value the plan says, and every one that is kept as it was. */
export function SourcePanel({ source }: { readonly source: Source }) {
  const t = useT();
  return (
    <section aria-label={t("plans.source")} className="flex flex-col gap-2 rounded-lg border border-line bg-raised px-4 py-3 text-sm">
      <p className="font-medium">{t("plans.source")}</p>
      <p className="text-muted">{t("plans.source.about", { read: source.read_count, kept: source.kept_count })}</p>
      <Values title={t("plans.source.kept", { count: source.kept_count })} values={source.kept} count={source.kept_count} />
      <Values title={t("plans.source.read", { count: source.read_count })} values={source.read} count={source.read_count} />
    </section>
  );
}

interface ValuesProps {
  readonly title: string;
  readonly values: Source["kept"];
  readonly count: number;
}

function Values({ title, values, count }: ValuesProps) {
  const t = useT();
  if (count === 0) return null;
  return (
    <Fold title={title}>
      <dl className="flex flex-col gap-1.5">
        {values.map(({ path, value, field }, place) => (
          <div key={`${path} ${place}`}>
            <dt className="font-mono text-2xs break-all text-muted">{field === null ? path : t("plans.source.place", { path, field })}</dt>
            <dd className="break-words whitespace-pre-wrap">
              <ForeignText>{value}</ForeignText>
            </dd>
          </div>
        ))}
      </dl>
      {count > values.length && <p className="mt-1.5 text-muted">{t("plans.source.more", { count: count - values.length })}</p>}
    </Fold>
  );
}
