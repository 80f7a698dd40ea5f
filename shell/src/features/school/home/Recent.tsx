import { FilePenLine } from "lucide-react";

import type { SchoolAtividadeResumo } from "@/api";
import { useT } from "@/i18n";
import { Rows, Section } from "@/stage";
import { RelativeTime, Row } from "@/ui";
import { pathTo } from "../paths";

/** The activities that were made last. */
export function Recent({ activities }: { readonly activities: readonly SchoolAtividadeResumo[] }) {
  const t = useT();
  if (activities.length === 0) return null;
  return (
    <Section title={t("school.recent")}>
      <Rows label={t("school.recent")}>
        {activities.map((activity) => (
          <Row
            key={activity.id}
            href={pathTo("atividades", activity.id)}
            leading={<FilePenLine aria-hidden className="size-4 shrink-0 text-muted" />}
            title={activity.titulo}
            detail={[activity.tipo_nome, activity.turma, t("school.questions.count", { count: activity.n_questoes })].filter(Boolean).join(" · ")}
            trailing={activity.created_at !== "" && <RelativeTime iso={activity.created_at} />}
          />
        ))}
      </Rows>
    </Section>
  );
}
