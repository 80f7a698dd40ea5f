import { lazy, Suspense } from "react";
import { Link } from "wouter";

import type { ConnectionStatus, Home } from "@/api";
import { useI18n, whyOf } from "@/i18n";
import { RunProgress, titleOf } from "@/runs";
import { classes, type Status, StatusDot, Tooltip } from "@/ui";
import { SandboxFact } from "./SandboxFact";

const MachineFacts = lazy(() => import("./MachineFacts").then((module) => ({ default: module.MachineFacts })));

const DOTS: Readonly<Record<ConnectionStatus, Status>> = { live: "ok", connecting: "run", lost: "bad" };

interface StatusBarProps {
  readonly home: Home | undefined;
  readonly connection: ConnectionStatus;
}

/** The quiet strip below: is it connected, where is the data, what is at work. */
export function StatusBar({ home, connection }: StatusBarProps) {
  const { t, format } = useI18n();
  const tokens = home ? home.today.tokens_in + home.today.tokens_out : 0;
  return (
    <footer
      aria-label={t("frame.status")}
      className={classes(
        "flex h-6 shrink-0 items-center gap-5 overflow-hidden px-3 text-2xs whitespace-nowrap text-muted tabular-nums",
        // A phone has no room for it, but must know when the line is cut.
        connection !== "lost" && "max-sm:hidden",
      )}
    >
      <span role="status" className="flex items-center gap-1.5">
        <StatusDot status={DOTS[connection]} className="size-2" />
        {t(`frame.connection.${connection}`)}
      </span>
      <span className="max-sm:hidden">{t("frame.local")}</span>
      <span className="flex-1" />
      {home && (
        <>
          <Suspense>
            <MachineFacts />
          </Suspense>
          <SandboxFact />
          <Running runs={home.running} total={home.running_total} />
          <span title={format.number(tokens)}>
            {t("frame.tokens.today", { count: tokens })}
            {home.today.cost > 0 && ` · ${format.money(home.today.cost)}`}
          </span>
          <Tooltip label={whyOf(home.model, t)} side="top">
            <Link href="/models" className="max-w-64 truncate rounded-sm hover:text-fg">
              {home.model.tier === 0 ? t("tier.0") : home.model.model}
            </Link>
          </Tooltip>
        </>
      )}
    </footer>
  );
}

/** How much is at work; a single piece of work by its name and how far it is. */
function Running({ runs, total }: { readonly runs: Home["running"]; readonly total: number }) {
  const { t } = useI18n();
  const [only, ...others] = runs;
  if (only === undefined) return <span>{t("frame.running", { count: 0 })}</span>;
  return (
    <Link href="/runs" className="flex max-w-72 gap-1.5 rounded-sm hover:text-fg">
      {others.length > 0 ? (
        t("frame.running", { count: total })
      ) : (
        <>
          <StatusDot status="run" className="mt-1 size-2" />
          <span className="truncate">{titleOf(only, t)}</span>
          <RunProgress run={only} />
        </>
      )}
    </Link>
  );
}
