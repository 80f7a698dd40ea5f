import { FolderKanban } from "lucide-react";

import { type AtlasCompanyCard, useAtlasProjects } from "@/api";
import { useT } from "@/i18n";
import { Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { Badge, EmptyState, Row } from "@/ui";
import { AddButton } from "../add/AddButton";
import { statusTone, statusWords } from "../bands";
import { ProgressFigure } from "../pieces/Band";

/** The projects of a company, and how far each is. */
export function ProjectsPart({ company }: { readonly company: AtlasCompanyCard }) {
  const t = useT();
  const { data, error, refetch } = useAtlasProjects(company.id);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  if (data.items.length === 0) {
    return (
      <EmptyState icon={FolderKanban} title={t("atlas.projects.none")} action={<AddButton kind="project" company={company.id} />}>
        {t("atlas.projects.none.about")}
      </EmptyState>
    );
  }
  return (
    <Section title={t("atlas.projects")} aside={<AddButton kind="project" company={company.id} />}>
      <Rows label={t("atlas.projects")}>
        {data.items.map((item) => (
          <Row
            key={item.id}
            href={`/atlas/${item.id}`}
            title={item.title}
            trailing={
              <>
                <Badge tone={statusTone(item.status)}>{statusWords(item.status, t)}</Badge>
                <span aria-hidden className="h-1.5 w-20 overflow-hidden rounded-full bg-active max-sm:hidden">
                  <span className="block h-full rounded-full bg-run" style={{ width: `${Math.min(100, item.progress ?? 0)}%` }} />
                </span>
                <ProgressFigure progress={item.progress} className="w-16 text-right" />
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  );
}
