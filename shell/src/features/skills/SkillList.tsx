import { BookOpenCheck, Plus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { useProjects, useSkills } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { CardGrid, Loaded, Page, RowsSkeleton, Section } from "@/stage";
import { Button, EmptyState, ForeignText, Select } from "@/ui";
import { AddSkill } from "./AddSkill";
import { FoundCard } from "./FoundCard";
import { SkillCard } from "./SkillCard";
import { type Wanted, wantedFound } from "./wanted";

/** Accepted skills, and those that lie in folders and wait for the owner. */
export function SkillList() {
  const t = useT();
  const [, go] = useLocation();
  const { data: projects } = useProjects();
  const [project, choose] = useState<string>();
  const query = useSkills(project);
  const [adding, add] = useState(false);
  const [wanted, want] = useState<Wanted>();
  const button = (
    <Button tone="primary" icon={Plus} onClick={() => add(true)}>
      {t("skills.add")}
    </Button>
  );
  return (
    <Page wide title={t("skills.title")} about={t("skills.about")} aside={query.data?.items.length ? button : undefined}>
      <Loaded query={query} waiting={<RowsSkeleton />}>
        {(data) => (
          <div className="flex flex-col gap-8">
            {data.items.length === 0 ? (
              <EmptyState icon={BookOpenCheck} title={t("skills.none")} action={button}>
                {t("skills.none.about")}
              </EmptyState>
            ) : (
              <CardGrid label={t("skills.list")} items={data.items} keyOf={(skill) => skill.id}>
                {(skill) => <SkillCard skill={skill} />}
              </CardGrid>
            )}
            {(projects?.length ?? 0) > 1 && (
              <Select
                label={t("skills.project")}
                className="max-w-xs"
                value={project ?? projects?.[0]?.project.id ?? ""}
                options={(projects ?? []).map((each) => ({ value: each.project.id, label: each.project.name }))}
                onChange={choose}
              />
            )}
            {data.found && data.found.length > 0 && (
              <Section title={t("skills.waiting")} about={t("skills.waiting.about")}>
                <CardGrid label={t("skills.waiting")} items={data.found} keyOf={(skill) => skill.found}>
                  {(skill) => <FoundCard skill={skill} onAccept={() => want(wantedFound(skill, project))} />}
                </CardGrid>
              </Section>
            )}
            {data.notes && data.notes.length > 0 && (
              <Section title={t("skills.notes")}>
                <ul className="list-disc pl-5 text-sm text-muted">
                  {data.notes.map((note) => (
                    <li key={note}>
                      <ForeignText>{note}</ForeignText>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </div>
        )}
      </Loaded>
      <AddSkill
        open={adding}
        onClose={(chosen) => {
          add(false);
          if (chosen !== undefined) want(chosen);
        }}
      />
      {wanted !== undefined && (
        <HandDialog
          open
          capability={wanted.capability}
          params={wanted.params}
          title={t("skills.accept.title", { name: wanted.name })}
          onClose={(outcome) => {
            want(undefined);
            const made = outcome?.data as { readonly id?: string } | undefined;
            if (made?.id !== undefined) go(`/skills/${made.id}`);
          }}
        />
      )}
    </Page>
  );
}
