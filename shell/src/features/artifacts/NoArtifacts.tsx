import { Images, SearchX } from "lucide-react";

import { UploadButton } from "@/artifacts";
import { useT } from "@/i18n";
import { useComposer } from "@/state";
import { Button, EmptyState } from "@/ui";

/** Nothing here, and what to do about it. */
export function NoArtifacts({ narrowed, onClear }: { readonly narrowed: boolean; readonly onClear: () => void }) {
  const t = useT();
  const fill = useComposer((composer) => composer.fill);
  if (narrowed) {
    const clear = <Button onClick={onClear}>{t("artifacts.nothing.action")}</Button>;
    return <EmptyState icon={SearchX} title={t("artifacts.nothing")} action={clear} />;
  }
  return (
    <EmptyState icon={Images} title={t("artifacts.empty")} action={<UploadButton tone="plain" />}>
      {t("artifacts.empty.about")}{" "}
      <button
        type="button"
        onClick={() => fill(t("artifacts.empty.ask"))}
        className="rounded-sm text-accent-text underline underline-offset-2"
      >
        {t("artifacts.empty.example")}
      </button>
    </EmptyState>
  );
}
