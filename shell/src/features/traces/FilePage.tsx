import { ChartGantt, FolderOpen } from "lucide-react";
import { useRef } from "react";

import { useReadTrace } from "@/api";
import { useT } from "@/i18n";
import { Page, Trouble } from "@/stage";
import { Button, EmptyState } from "@/ui";
import { Back } from "./Back";
import { TraceFigures } from "./TraceFigures";
import { Waterfall } from "./Waterfall";

/** A trace from a file, of ours or of OpenTelemetry: looked at, and not kept. */
export function FilePage() {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, data: trace, error, isPending } = useReadTrace();
  const choose = (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) mutate(file);
        }}
      />
      <Button icon={FolderOpen} busy={isPending} onClick={() => input.current?.click()}>
        {t("traces.open")}
      </Button>
    </>
  );
  const back = <Back href="/insights" words={t("traces.file.back")} />;
  return (
    <Page wide title={trace?.title || t("traces.file.title")} about={trace ? t("traces.file.about") : undefined} above={back} aside={trace && choose}>
      {error && <Trouble error={error} />}
      {trace ? (
        <>
          <TraceFigures trace={trace} />
          <Waterfall key={trace.spans[0]?.id} trace={trace} details={trace.details} />
        </>
      ) : (
        <EmptyState icon={ChartGantt} title={t("traces.file.empty")} action={choose}>
          {t("traces.file.empty.about")}
        </EmptyState>
      )}
    </Page>
  );
}
