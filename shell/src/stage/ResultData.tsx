import { useT } from "@/i18n";
import { CodeBlock, Diff, JsonTree } from "@/ui";
import { Fold } from "./Fold";
import { shownAs } from "./shown";

/** What a call or a step gave back, as it reads best. */
export function ResultData({ data }: { readonly data: unknown }) {
  const t = useT();
  const shown = shownAs(data);
  switch (shown.kind) {
    case "nothing":
      return <p className="text-sm text-muted">{t("capabilities.result.empty")}</p>;
    case "diff":
      return <Diff path={shown.path} diff={shown.diff} />;
    case "json":
      return <JsonTree value={shown.value} label={t("capabilities.result")} className="max-h-96" />;
    case "text":
      return (
        <>
          <CodeBlock code={shown.text} />
          {shown.rest !== undefined && (
            <Fold title={t("capabilities.returns")}>
              <JsonTree value={shown.rest} label={t("capabilities.result")} className="max-h-96" />
            </Fold>
          )}
        </>
      );
  }
}
