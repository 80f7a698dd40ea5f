import { CornerLeftUp, History } from "lucide-react";

import { type CallRecord, useCalls, usePersonas } from "@/api";
import type { Json } from "@/forms";
import { type Locale, messageOf, nameOf, paramOf, useI18n, useT } from "@/i18n";
import { Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { Button, IconButton, RelativeTime, Row, type Status, StatusDot } from "@/ui";

interface CallListProps {
  readonly name: string;
  /** Take the parameters of an earlier call up again. */
  readonly onReuse: (params: Readonly<Record<string, Json>>) => void;
}

/** The latest calls, by whoever made them; a new one appears by itself. */
export function CallList({ name, onReuse }: CallListProps) {
  const t = useT();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCalls(name);
  const calls = data?.pages.flatMap((page) => page.items);
  return (
    <Section title={t("capabilities.calls")}>
      {calls === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={3} />
        )
      ) : calls.length === 0 ? (
        <p className="flex items-center gap-2 text-sm text-muted">
          <History aria-hidden className="size-4" />
          {t("capabilities.calls.empty")}
        </p>
      ) : (
        <Rows label={t("capabilities.calls")}>
          {calls.map((call) => (
            <CallRow key={call.id} call={call} onReuse={() => onReuse(call.params as Readonly<Record<string, Json>>)} />
          ))}
        </Rows>
      )}
      {hasNextPage && (
        <Button tone="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="self-center">
          {t("words.more")}
        </Button>
      )}
    </Section>
  );
}

const DOTS: Readonly<Record<CallRecord["status"], Status>> = { running: "run", done: "ok", failed: "bad" };

function CallRow({ call, onReuse }: { readonly call: CallRecord; readonly onReuse: () => void }) {
  const { t, format, locale } = useI18n();
  const { data: personas } = usePersonas();
  const agent = personas?.find(({ id }) => id === call.agent);
  const who = agent ? nameOf(agent, t) : (call.agent ?? t("capabilities.calls.you"));
  const facts = [
    call.changes.length > 0 && t("capabilities.calls.changes", { count: call.changes.length }),
    call.artifacts.length > 0 && t("capabilities.calls.artifacts", { count: call.artifacts.length }),
    call.duration_ms !== null && format.duration(call.duration_ms),
  ].filter((fact) => typeof fact === "string");
  return (
    <Row
      href={`/activity/${call.run}`}
      leading={<StatusDot status={DOTS[call.status]} label={t(`capabilities.calls.status.${call.status}`)} />}
      title={who}
      detail={call.error ? messageOf(call.error, t) : brief(call.params, locale)}
      trailing={
        <>
          <span className="max-sm:hidden">{facts.join(" · ")}</span>
          <RelativeTime iso={call.ts} className="max-sm:hidden" />
          <IconButton icon={CornerLeftUp} size="sm" label={t("capabilities.calls.again")} onClick={onReuse} />
        </>
      }
    />
  );
}

/** Parameters in a line: `Path: a.md, Lines: 3`; what was left empty says nothing. */
function brief(params: CallRecord["params"], locale: Locale): string {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return Object.entries(params)
    .filter(([, value]) => value !== "" && value !== null)
    .map(([name, value]) => `${paramOf(name, locale)}: ${text(value)}`)
    .join(", ")
    .slice(0, 200);
}
