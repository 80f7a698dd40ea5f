import { Download, FolderOpen, GitCompareArrows } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { type Trace, traceFileUrl } from "@/api";
import { useT } from "@/i18n";
import { Button, type MenuItem, MenuButton } from "@/ui";
import { CompareDialog } from "./CompareDialog";

/** What one can do with a trace: have it as a file, hold it against another run, look at one from a file. */
export function TraceActions({ trace }: { readonly trace: Trace }) {
  const t = useT();
  const [, navigate] = useLocation();
  const [comparing, setComparing] = useState(false);
  const items: MenuItem[] = [
    { id: "bare", label: t("traces.save.bare"), icon: Download, onSelect: () => save(trace.run, false) },
    { id: "open", label: t("traces.open"), icon: FolderOpen, onSelect: () => navigate("/traces") },
  ];
  return (
    <div className="flex flex-wrap items-center gap-2">
      {trace.workflow !== null && (
        <Button icon={GitCompareArrows} onClick={() => setComparing(true)}>
          {t("traces.compare")}
        </Button>
      )}
      <Button icon={Download} onClick={() => save(trace.run, true)}>
        {t("traces.save")}
      </Button>
      <MenuButton items={items} />
      {trace.workflow !== null && <CompareDialog trace={trace} workflow={trace.workflow} open={comparing} onClose={() => setComparing(false)} />}
    </div>
  );
}

/** Have the trace as a file of this machine. */
function save(run: string, contents: boolean): void {
  const link = document.createElement("a");
  link.href = traceFileUrl(run, contents);
  link.download = `trace-${run}.json`;
  link.click();
}
