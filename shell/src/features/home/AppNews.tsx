import type { UseQueryResult } from "@tanstack/react-query";

import type { News, NewsItem } from "@/api";
import { useI18n } from "@/i18n";
import { Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { Badge, ForeignText, RelativeTime, Row, type Status, StatusDot } from "@/ui";
import { Ideas } from "./Ideas";
import { More } from "./More";

interface AppNewsProps {
  readonly app: string;
  /** What the app is called. */
  readonly name: string;
  readonly news: UseQueryResult<News>;
}

const DOTS: Readonly<Record<NewsItem["tone"], Status>> = { ok: "ok", attention: "warn", danger: "bad" };

/** What one app tells: its lines, nothing to tell, or what went wrong with it alone. */
export function AppNews({ app, name, news: { data, error, refetch } }: AppNewsProps) {
  const { t } = useI18n();
  const shown = data?.items.length ?? 0;
  const open = data && data.total > shown ? t("home.news.all", { count: data.total }) : t("home.news.open", { app: name });
  return (
    <Section title={name} aside={<More href={`/${app}`} words={open} />}>
      {data === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )
      ) : data.is_empty ? (
        <Nothing app={app} words={t("home.news.empty", { app: name })} />
      ) : shown === 0 ? (
        <p className="rounded-lg border border-line bg-raised px-4 py-3 text-sm text-muted shadow-raised">{t("home.news.quiet")}</p>
      ) : (
        <Rows label={name}>
          {data.items.map((item, place) => (
            <NewsRow key={`${place} ${item.path}`} item={item} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function NewsRow({ item: { title, detail, tone, path, count, when } }: { readonly item: NewsItem }) {
  const { t, format } = useI18n();
  return (
    <Row
      href={path}
      leading={<StatusDot status={DOTS[tone]} label={t(`home.news.tone.${tone}`)} />}
      title={
        <>
          <ForeignText still>{title}</ForeignText>
          {detail && (
            <span className="ml-2 text-xs text-muted max-sm:ml-0 max-sm:block max-sm:leading-snug">
              <ForeignText still>{detail}</ForeignText>
            </span>
          )}
        </>
      }
      trailing={
        <>
          {count !== null && <Badge>{format.number(count)}</Badge>}
          {when !== null && (when.length > 10 ? <RelativeTime iso={when} /> : format.due(when))}
        </>
      }
    />
  );
}

/** An app with nothing in it yet: the next step, in words that work. */
function Nothing({ app, words }: { readonly app: string; readonly words: string }) {
  return (
    <div className="flex flex-col gap-2.5 rounded-lg border border-dashed border-line-strong px-4 py-4">
      <p className="text-sm text-muted">{words}</p>
      <Ideas app={app} />
    </div>
  );
}
