import { useLocation } from "wouter";

import { type Trace, useRuns } from "@/api";
import { useI18n } from "@/i18n";
import { dotOf, isFinal } from "@/runs";
import { Rows, RowsSkeleton } from "@/stage";
import { Dialog, RelativeTime, Row, StatusDot } from "@/ui";

interface CompareDialogProps {
  readonly trace: Trace;
  readonly workflow: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Which other run of the workflow this one is held against. */
export function CompareDialog({ trace, workflow, open, onClose }: CompareDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog open={open} onClose={onClose} title={t("traces.compare.title")} about={t("traces.compare.about")}>
      <Others trace={trace} workflow={workflow} onClose={onClose} />
    </Dialog>
  );
}

function Others({ trace, workflow, onClose }: Omit<CompareDialogProps, "open">) {
  const { t, format } = useI18n();
  const [, navigate] = useLocation();
  const { data } = useRuns({ workflow });
  const others = data?.pages.flatMap(({ items }) => items).filter((each) => each.id !== trace.run && isFinal(each));
  if (others === undefined) return <RowsSkeleton count={3} />;
  if (others.length === 0) return <p className="text-sm text-muted">{t("traces.compare.none")}</p>;
  return (
    <Rows label={t("traces.compare.title")}>
      {others.map((other) => (
        <Row
          key={other.id}
          leading={<StatusDot status={dotOf(other.status)} label={t(`status.${other.status}`)} />}
          title={format.moment(other.started_at)}
          trailing={<RelativeTime iso={other.started_at} />}
          onClick={() => {
            onClose();
            const [left, right] = other.started_at < trace.started_at ? [other.id, trace.run] : [trace.run, other.id];
            navigate(`/traces/${left}?with=${right}`);
          }}
        />
      ))}
    </Rows>
  );
}
