import { useState } from "react";

import { type SkillDetail, useSkillFile } from "@/api";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { CodeBlock, Select, Skeleton } from "@/ui";

/** The files of a skill, one at a time, as they were accepted. */
export function FilesPart({ skill }: { readonly skill: SkillDetail }) {
  const t = useT();
  const files = skill.skill.files?.filter(({ path }) => path !== "SKILL.md") ?? [];
  const [path, choose] = useState(files[0]?.path);
  if (path === undefined) return null;
  const file = files.find((each) => each.path === path);
  return (
    <Section title={t("skills.files.title")}>
      <div className="flex flex-col gap-3">
        <Select label={t("skills.file.pick")} className="max-w-md" value={path} options={files.map((each) => ({ value: each.path, label: each.path }))} onChange={choose} />
        {file?.is_text ? <Shown id={skill.id} path={path} /> : <p className="text-sm text-muted">{t("skills.file.other", { path })}</p>}
      </div>
    </Section>
  );
}

function Shown({ id, path }: { readonly id: string; readonly path: string }) {
  const t = useT();
  const { data, error, refetch } = useSkillFile(id, path);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-32 rounded-md" />;
  return (
    <>
      <CodeBlock code={data.text} language={path.split(".").at(-1)} title={path} wrap />
      {(data.cut ?? 0) > 0 && <p className="text-sm text-muted">{t("skills.cut", { count: data.cut ?? 0 })}</p>}
    </>
  );
}
