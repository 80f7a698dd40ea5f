import { Inbox } from "lucide-react";

import { useI18n, useT } from "@/i18n";
import { Badge, Button, EmptyState, Meter, PersonaMark, Progress, RelativeTime, Skeleton, Spinner, StatusDot, TINTS } from "@/ui";
import { Line } from "../Line";
import type { Group } from "../specimen";

const TONES = ["neutral", "accent", "ok", "run", "warn", "bad"] as const;
const STATUSES = ["idle", "run", "wait", "ok", "warn", "bad", "off"] as const;
const MARKS = ["sparkles", "search", "palette", "code", "heart", "music", "leaf", "bot"] as const;

const Badges = () => (
  <Line>
    {TONES.map((tone) => (
      <Badge key={tone} tone={tone}>
        {tone}
      </Badge>
    ))}
  </Line>
);

const Dots = () => (
  <Line>
    {STATUSES.map((status) => (
      <span key={status} className="inline-flex items-center gap-1.5 text-xs">
        <StatusDot status={status} />
        {status}
      </span>
    ))}
  </Line>
);

const Marks = () => (
  <>
    <Line>
      {TINTS.map((tint, index) => (
        <PersonaMark key={tint} icon={MARKS[index] ?? "bot"} color={tint} />
      ))}
    </Line>
    <Line>
      {(["xs", "sm", "md", "lg"] as const).map((size) => (
        <PersonaMark key={size} icon="compass" color="teal" size={size} />
      ))}
    </Line>
  </>
);

function Bars() {
  const t = useT();
  return (
    <div className="flex flex-col gap-3">
      <Progress label={t("words.loading")} value={0.4} />
      <Progress label={t("words.loading")} value={1} />
      <Progress label={t("words.loading")} />
    </div>
  );
}

function Meters() {
  const { t, format } = useI18n();
  const words = (share: number) => `${format.number(share)} / 100`;
  return (
    <div className="flex flex-col gap-3">
      {[30, 85, 100].map((share) => (
        <Meter key={share} label={t("words.steps", { count: share })} value={share} max={100} words={words(share)} />
      ))}
    </div>
  );
}

function Nothing() {
  const t = useT();
  return (
    <EmptyState icon={Inbox} title={t("design.none")} action={<Button tone="primary">{t("words.retry")}</Button>}>
      {t("design.about")}
    </EmptyState>
  );
}

const Skeletons = () => (
  <div className="flex flex-col gap-2">
    <Skeleton className="h-4 w-1/2" />
    <Skeleton className="h-3 w-4/5" />
    <Skeleton className="h-16 w-full" />
  </div>
);

const Spinners = () => (
  <Line>
    <Spinner />
    <Spinner className="size-5 text-run" />
  </Line>
);

const Times = () => (
  <Line>
    <RelativeTime iso="2025-01-05T10:00:00Z" className="text-xs text-muted" />
  </Line>
);

export const STATUS: Group = {
  id: "status",
  titleKey: "design.status",
  specimens: [
    { names: ["Badge"], Show: Badges },
    { names: ["StatusDot"], Show: Dots },
    { names: ["PersonaMark"], Show: Marks },
    { names: ["Progress"], Show: Bars },
    { names: ["Meter"], Show: Meters },
    { names: ["EmptyState"], Show: Nothing },
    { names: ["Skeleton"], Show: Skeletons },
    { names: ["Spinner"], Show: Spinners },
    { names: ["RelativeTime"], Show: Times },
  ],
};
