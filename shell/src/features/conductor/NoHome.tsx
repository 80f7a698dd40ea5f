import { Drama, RefreshCw } from "lucide-react";

import { useConductor } from "@/api";
import { useT } from "@/i18n";
import { Button, CodeBlock, EmptyState } from "@/ui";

const EXAMPLE = `workspaces:
  develop: ~/code/develop
  main:
    root: ~/code/main
    protected: true
`;

/** Before there is a home: what it is for, an example to copy and where it goes, and looking again. */
export function NoHome() {
  const t = useT();
  const { data: view, isFetching, refetch } = useConductor();
  return (
    <EmptyState
      icon={Drama}
      title={t("conductor.empty")}
      action={
        <Button icon={RefreshCw} busy={isFetching} onClick={() => void refetch()}>
          {t("conductor.empty.action")}
        </Button>
      }
    >
      <span className="flex flex-col gap-3">
        <span>
          {t("conductor.empty.about")} <span className="font-mono text-2xs break-all">{view?.home}/config/workspaces.yaml</span>
        </span>
        <span className="text-left">
          <CodeBlock code={EXAMPLE} language="yaml" title="workspaces.yaml" />
        </span>
      </span>
    </EmptyState>
  );
}
