import type { ReactNode } from "react";

import type { Run } from "@/api";
import { useT } from "@/i18n";
import { Row, StatusDot } from "@/ui";
import { Elapsed } from "./Elapsed";
import { RunProgress } from "./RunProgress";
import { dotOf, pathOf, titleOf } from "./status";

interface RunRowProps {
  readonly run: Run;
  readonly detail?: ReactNode;
  /** Buttons behind the duration. */
  readonly actions?: ReactNode;
}

/** A run as one line: how it stands, what it is, how far it is, how long it took. Leads to its page. */
export function RunRow({ run, detail, actions }: RunRowProps) {
  const t = useT();
  return (
    <Row
      href={pathOf(run)}
      leading={<StatusDot status={dotOf(run.status)} label={t(`status.${run.status}`)} />}
      title={titleOf(run, t)}
      detail={detail}
      trailing={
        <>
          <RunProgress run={run} />
          {run.status === "waiting" ? t("status.waiting") : <Elapsed run={run} />}
          {actions}
        </>
      }
    />
  );
}
