import { useMemo } from "react";

import type { Draft } from "@/flow";
import { useT } from "@/i18n";
import { Canvas } from "./Canvas";
import { comparedOf } from "./compared";
import { makeEditor } from "./editor";
import { NO_LOOKS } from "./looks";

interface CompareCanvasProps {
  readonly before: Draft;
  readonly after: Draft;
}

/** Two versions of a workflow in one picture that is only looked at. */
export function CompareCanvas({ before, after }: CompareCanvasProps) {
  const t = useT();
  const store = useMemo(() => {
    const { draft, standing } = comparedOf(before, after);
    return makeEditor(draft, { ...NO_LOOKS, compared: standing }, true);
  }, [before, after]);
  return (
    <Canvas
      key={JSON.stringify([before.graph, after.graph]).length}
      store={store}
      below={
        <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line bg-raised px-3 py-2 text-xs text-fg">
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="size-3 rounded-sm border-2 border-ok bg-ok-soft" />
            {t("canvas.compared.added")}
          </span>
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="size-3 rounded-sm border-2 border-warn bg-warn-soft" />
            {t("canvas.compared.changed")}
          </span>
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="size-3 rounded-sm border-2 border-dashed border-bad bg-bad-soft" />
            {t("canvas.compared.gone")}
          </span>
        </p>
      }
    />
  );
}
