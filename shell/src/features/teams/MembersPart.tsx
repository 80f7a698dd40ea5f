import { X } from "lucide-react";

import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Card, IconButton, Input, PersonaMark, Select, TagInput } from "@/ui";
import { editMember, withMember, withoutMember } from "./drafts";
import type { PartProps } from "./TeamForm";
import { useMembers } from "./useMembers";

/** Who is in the team, what for, and what each is good at. */
export function MembersPart({ draft, onChange }: PartProps) {
  const t = useT();
  const { all, whoIs, called } = useMembers();
  const free = all.filter(({ id }) => draft.agents.every(({ agent }) => agent !== id));
  return (
    <Section title={t("teams.part.members")}>
      <ul className="flex flex-col gap-2">
        {draft.agents.map(({ agent, role, skills }) => {
          const name = called(agent);
          const who = whoIs(agent);
          return (
            <li key={agent}>
              <Card className="flex flex-col gap-2 p-3">
                <div className="flex items-center gap-2">
                  <PersonaMark size="sm" icon={who?.icon ?? "bot"} color={who?.color ?? "gray"} />
                  <span className="min-w-0 flex-1 truncate text-sm font-semibold">{name}</span>
                  <IconButton icon={X} size="sm" label={t("teams.part.remove", { name })} onClick={() => onChange(withoutMember(draft, agent))} />
                </div>
                <Input
                  aria-label={t("teams.part.role", { name })}
                  placeholder={t("teams.part.role", { name })}
                  maxLength={300}
                  value={role ?? ""}
                  onChange={(event) => onChange(editMember(draft, agent, { role: event.target.value }))}
                />
                <TagInput
                  label={t("teams.part.skills", { name })}
                  placeholder={t("teams.part.skills", { name })}
                  value={skills ?? []}
                  onChange={(next) => onChange(editMember(draft, agent, { skills: [...next] }))}
                />
              </Card>
            </li>
          );
        })}
      </ul>
      {free.length > 0 && (
        <Select
          label={t("teams.part.add")}
          placeholder={t("teams.part.add")}
          value=""
          options={free.map(({ id }) => ({ value: id, label: called(id) }))}
          onChange={(agent) => onChange(withMember(draft, agent))}
        />
      )}
    </Section>
  );
}
