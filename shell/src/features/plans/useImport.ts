import { useLocation } from "wouter";

import { useImportPlan } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { toast } from "@/ui";

/** More than this is no plan that people write. */
const LARGEST = 2_000_000;

/** Files of this machine as a plan: one of ours, a checklist, or what another tool wrote. Nothing of it runs. */
export function useImport(): (files: readonly File[]) => void {
  const t = useT();
  const [, go] = useLocation();
  const { mutateAsync } = useImportPlan();
  const take = async (files: readonly File[]) => {
    const large = files.find(({ size }) => size > LARGEST);
    if (large !== undefined) return toast.error(t("plans.import.large", { name: large.name }));
    const texts = await Promise.all(files.map(async (file) => [file.webkitRelativePath || file.name, await file.text()] as const));
    const { plan } = await mutateAsync({ files: Object.fromEntries(texts) });
    return go(`/plans/${plan.id}`);
  };
  return (files) => {
    if (files.length > 0) void take(files).catch((error: unknown) => tellTrouble(error, t));
  };
}
