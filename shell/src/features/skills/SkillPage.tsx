import { BookOpenCheck } from "lucide-react";

import { isProblem, type SkillDetail, useSkill } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Section, Trouble } from "@/stage";
import { Badge, CodeBlock, EmptyState, ForeignText } from "@/ui";
import { BackToSkills } from "./BackToSkills";
import { FilesPart } from "./FilesPart";
import { SkillActions } from "./SkillActions";

/** One accepted skill: what it may do, its words and its files. */
export function SkillPage({ id }: { readonly id: string }) {
  const t = useT();
  const { data: skill, error, refetch } = useSkill(id);
  if (skill !== undefined) return <Shown skill={skill} />;
  return (
    <Page title={t("skills.title")} above={<BackToSkills />}>
      {error ? isProblem(error, "not_found") ? <EmptyState icon={BookOpenCheck} title={t("skills.missing")} /> : <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />}
    </Page>
  );
}

/** The file of a skill that holds its words. */
const BODY = "SKILL.md";

function Shown({ skill }: { readonly skill: SkillDetail }) {
  const t = useT();
  return (
    <Page wide title={skill.name} about={<ForeignText>{skill.description}</ForeignText>} above={<BackToSkills />} aside={<SkillActions skill={skill} />}>
      <div className="flex flex-col gap-8">
        <div className="flex flex-wrap items-center gap-1.5 text-sm">
          <Badge tone="ok">{t("skills.state.accepted")}</Badge>
          <Badge>{t(`skills.origin.${skill.origin}`)}</Badge>
          <Badge>{t("skills.files", { count: skill.files })}</Badge>
          <code className="font-mono text-xs text-muted">{skill.capability}</code>
        </div>
        <MayPart skill={skill} />
        <Section title={t("skills.words")}>
          <CodeBlock code={skill.body} language="md" title={BODY} wrap />
          {(skill.cut ?? 0) > 0 && <p className="mt-2 text-sm text-muted">{t("skills.cut", { count: skill.cut ?? 0 })}</p>}
        </Section>
        <FilesPart skill={skill} />
      </div>
    </Page>
  );
}

/** What a skill narrows a turn to, and its scripts. */
function MayPart({ skill }: { readonly skill: SkillDetail }) {
  const t = useT();
  return (
    <Section title={t("skills.may")}>
      <div className="flex flex-col gap-2 text-sm">
        {skill.allows === null ? (
          <p>{t("skills.narrows.not")}</p>
        ) : (
          <>
            <p id="skill-narrows">{t("skills.narrows")}</p>
            <ul aria-labelledby="skill-narrows" className="flex flex-wrap gap-1.5">
              {skill.allows.map((name) => (
                <li key={name}>
                  <Badge>{name}</Badge>
                </li>
              ))}
            </ul>
          </>
        )}
        {skill.unknown_tools.length > 0 && (
          <p className="text-muted">
            <ForeignText>{t("skills.unknown", { names: skill.unknown_tools.join(" ") })}</ForeignText>
          </p>
        )}
        <p className="text-muted">{skill.scripts.length === 0 ? t("skills.scripts", { count: 0 }) : t("skills.scripts.about")}</p>
        {skill.scripts.length > 0 && (
          <ul className="flex flex-wrap gap-1.5 font-mono text-xs">
            {skill.scripts.map((path) => (
              <li key={path} className="rounded-sm bg-hover px-1.5 py-0.5">
                <ForeignText place="name">{path}</ForeignText>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
