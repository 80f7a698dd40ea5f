import { Link } from "wouter";

import type { ListedSkill } from "@/api";
import { useT } from "@/i18n";
import { Badge, Card, ForeignText } from "@/ui";

/** An accepted skill in the list. */
export function SkillCard({ skill }: { readonly skill: ListedSkill }) {
  const t = useT();
  return (
    <Card className="relative flex w-full flex-col gap-2 p-4 transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong">
      <h2 className="text-md leading-5 font-semibold">
        <Link href={`/skills/${skill.id}`} className="block truncate after:absolute after:inset-0 after:rounded-lg">
          {skill.name}
        </Link>
      </h2>
      <p className="line-clamp-3 text-sm text-muted">
        <ForeignText still>{skill.description}</ForeignText>
      </p>
      <div className="mt-auto flex flex-wrap gap-1.5 pt-1">
        {skill.changed && <Badge tone="warn">{t("skills.state.changed")}</Badge>}
        <Badge>{t(`skills.origin.${skill.origin}`)}</Badge>
        <Badge>{t("skills.files", { count: skill.files })}</Badge>
        {skill.scripts.length > 0 && <Badge>{t("skills.scripts", { count: skill.scripts.length })}</Badge>}
      </div>
    </Card>
  );
}
