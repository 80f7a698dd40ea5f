import type { Capability } from "@/api";
import { useT } from "@/i18n";
import { Fold } from "@/stage";
import { CodeBlock } from "@/ui";
import { cliText, curlText } from "./examples";

interface ExamplesProps {
  readonly capability: Capability;
  readonly params: Readonly<Record<string, unknown>>;
  readonly project: string | undefined;
}

/** The call in the form, as text to copy. */
export function Examples({ capability, params, project }: ExamplesProps) {
  const t = useT();
  return (
    <Fold title={t("capabilities.examples")}>
      <div className="flex flex-col gap-3">
        <div>
          <p className="mb-1 text-xs text-muted">{t("capabilities.examples.cli")}</p>
          <CodeBlock code={cliText(capability.name, params, project)} language="shell" />
        </div>
        <div>
          <p className="mb-1 text-xs text-muted">{t("capabilities.examples.curl")}</p>
          <CodeBlock code={curlText(location.origin, capability.name, params, project)} language="shell" />
        </div>
      </div>
    </Fold>
  );
}
