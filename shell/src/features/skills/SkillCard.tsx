import type { ListedSkill } from "@/api";
import { useT } from "@/i18n";
import { Badge, ForeignText, LinkCard } from "@/ui";

/** An accepted skill in the list. */
export function SkillCard({ skill }: { readonly skill: ListedSkill }) {
  const t = useT();
  return (
    <LinkCard href={`/skills/${skill.id}`} title={skill.name}>
      <p className="line-clamp-3 text-sm text-muted">
        <ForeignText still>{skill.description}</ForeignText>
      </p>
      <div className="mt-auto flex flex-wrap gap-1.5 pt-1">
        {skill.changed && <Badge tone="warn">{t("skills.state.changed")}</Badge>}
        <Badge>{t(`skills.origin.${skill.origin}`)}</Badge>
        <Badge>{t("skills.files", { count: skill.files })}</Badge>
        {skill.scripts.length > 0 && <Badge>{t("skills.scripts", { count: skill.scripts.length })}</Badge>}
      </div>
    </LinkCard>
  );
}
