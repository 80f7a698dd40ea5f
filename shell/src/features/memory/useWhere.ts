import { type MemoryItem, useProjects } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { refOf } from "./memory";

/** Where a memory counts, in words. */
export function useWhere(): (item: Pick<MemoryItem, "scope">) => string {
  const t = useT();
  const { data: projects = [] } = useProjects();
  return ({ scope }) => {
    const { kind, id } = refOf(scope);
    switch (kind) {
      case "project": {
        const found = projects.find(({ project }) => project.id === id);
        return found ? projectNameOf(found.project, t) : id;
      }
      case "conversation":
        return t("memory.where.conversation");
      case "run":
        return t("memory.where.run");
      default:
        return t("memory.where.everywhere");
    }
  };
}
