import { Trash2 } from "lucide-react";
import { useLocation } from "wouter";

import { type Project, useDeleteProject } from "@/api";
import { useT } from "@/i18n";
import { Section, tellTrouble, useUndoToast } from "@/stage";
import { Button } from "@/ui";

/** Takes a project off the list. Its files stay, and it can be brought back. */
export function RemoveProject({ project }: { readonly project: Project }) {
  const t = useT();
  const [, navigate] = useLocation();
  const remove = useDeleteProject();
  const undoable = useUndoToast();
  if (project.id === "home") return <p className="text-xs text-muted">{t("projects.remove.first")}</p>;
  const take = () =>
    remove
      .mutateAsync(project)
      .then((change) => {
        navigate("/projects");
        undoable(t("projects.removed", { name: project.name }), change);
      })
      .catch((error: unknown) => tellTrouble(error, t));
  return (
    <Section title={t("projects.remove")} about={t("projects.remove.about")}>
      <div>
        <Button tone="danger" icon={Trash2} busy={remove.isPending} onClick={() => void take()}>
          {t("projects.remove.action")}
        </Button>
      </div>
    </Section>
  );
}
