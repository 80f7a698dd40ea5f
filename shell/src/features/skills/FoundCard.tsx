import { ShieldCheck } from "lucide-react";

import type { FoundSkill } from "@/api";
import { useT } from "@/i18n";
import { Badge, Button, Card, ForeignText } from "@/ui";
import { Findings } from "./Findings";

const TONES = { new: "accent", changed: "warn", refused: "bad", accepted: "ok" } as const;

interface FoundCardProps {
  readonly skill: FoundSkill;
  readonly onAccept: () => void;
}

/** A skill that lies in a folder: nothing of it is used before it is accepted. */
export function FoundCard({ skill, onAccept }: FoundCardProps) {
  const t = useT();
  const scripts = skill.scripts?.length ?? 0;
  return (
    <Card className="flex w-full flex-col gap-2 p-4">
      <h3 className="text-md leading-5 font-semibold">
        <ForeignText place="name">{skill.header.name || skill.found}</ForeignText>
      </h3>
      <p className="line-clamp-3 text-sm text-muted">
        <ForeignText>{skill.header.description ?? ""}</ForeignText>
      </p>
      <code className="truncate font-mono text-xs text-muted" title={skill.place}>
        <ForeignText place="name" still>
          {skill.place}
        </ForeignText>
      </code>
      <div className="flex flex-wrap gap-1.5">
        <Badge tone={TONES[skill.state]}>{t(`skills.state.${skill.state}`)}</Badge>
        <Badge>{t("skills.files", { count: skill.files?.length ?? 0 })}</Badge>
        {scripts > 0 && <Badge>{t("skills.scripts", { count: scripts })}</Badge>}
      </div>
      <Findings findings={skill.findings ?? []} />
      {skill.state !== "refused" && (
        <div className="mt-auto pt-1">
          <Button icon={ShieldCheck} onClick={onAccept}>
            {t("skills.accept")}
          </Button>
        </div>
      )}
    </Card>
  );
}
