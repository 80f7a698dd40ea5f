import { useState } from "react";

import { type ForgedTool, useRestoreTool, useToolDifference, useToolVersions } from "@/api";
import { useT } from "@/i18n";
import { Section, tellTrouble, Trouble } from "@/stage";
import { Badge, Button, Diff, RelativeTime, Skeleton, toast } from "@/ui";

/** Every version of a tool: what changed since, and the way back. */
export function VersionsPart({ tool }: { readonly tool: ForgedTool }) {
  const t = useT();
  const { data = [] } = useToolVersions(tool.name);
  const [compared, compare] = useState<number>();
  const { mutateAsync: restore, isPending } = useRestoreTool();
  const back = (version: number) =>
    void restore({ name: tool.name, version }).then(
      () => toast(t("tools.restored", { version })),
      (error: Error) => tellTrouble(error, t),
    );
  return (
    <Section title={t("tools.versions")}>
      <ul aria-label={t("tools.versions")} className="flex flex-col divide-y rounded-md border border-line">
        {data.map(({ version, updated_at: changed }) => (
          <li key={version} className="flex flex-wrap items-center gap-3 px-3 py-2 text-sm">
            <span className="font-medium">{t("tools.version", { version })}</span>
            <RelativeTime iso={changed} className="text-muted" />
            {version === tool.version ? (
              <Badge>{t("tools.current")}</Badge>
            ) : (
              <span className="ml-auto flex flex-wrap gap-2">
                <Button size="sm" aria-pressed={compared === version} onClick={() => compare(compared === version ? undefined : version)}>
                  {t("tools.compare")}
                </Button>
                <Button size="sm" disabled={isPending} onClick={() => back(version)}>
                  {t("tools.restore")}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {compared !== undefined && <Difference name={tool.name} before={compared} after={tool.version} />}
    </Section>
  );
}

function Difference({ name, before, after }: { readonly name: string; readonly before: number; readonly after: number }) {
  const { data, error, refetch } = useToolDifference(name, before, after);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-24 rounded-lg" />;
  return (
    <div className="flex flex-col gap-3">
      {data.map((file) => (
        <Diff key={file.path} path={file.path} diff={file.diff} isNew={file.is_new} />
      ))}
    </div>
  );
}
