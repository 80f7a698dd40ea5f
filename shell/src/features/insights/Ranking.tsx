import { useI18n } from "@/i18n";
import { Section } from "@/stage";
import { Card, ForeignText } from "@/ui";

export interface Ranked {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly about: string;
  /** How long its bar is, from 0 to 1. */
  readonly share: number;
}

/** A short list with a bar behind each name: who took most, who did best. */
export function Ranking({ title, items }: { readonly title: string; readonly items: readonly Ranked[] }) {
  const { t } = useI18n();
  return (
    <Section title={title}>
      <Card className="flex min-h-28 flex-col gap-3 p-4">
        {items.length === 0 && <p className="m-auto text-sm text-muted">{t("insights.nothing")}</p>}
        <ol className="flex flex-col gap-3">
          {items.map((item) => (
            <li key={item.key} className="flex flex-col gap-1">
              <div className="flex items-baseline justify-between gap-3 text-sm">
                <span className="min-w-0 truncate text-fg">
                  <ForeignText still>{item.name}</ForeignText>
                </span>
                <span className="shrink-0 text-fg tabular-nums">{item.value}</span>
              </div>
              <div aria-hidden className="h-1 overflow-hidden rounded-full bg-active">
                <div className="h-full rounded-full bg-accent" style={{ width: `${Math.max(1, item.share * 100)}%` }} />
              </div>
              <span className="text-2xs text-muted tabular-nums">{item.about}</span>
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}
