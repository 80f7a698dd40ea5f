import { type ReactNode, useState } from "react";

import { type Artifact, artifactUrl, useArtifactText } from "@/api";
import { useI18n } from "@/i18n";
import { Trouble } from "@/stage";
import { CodeBlock, Diff, JsonTree, Markdown, Segmented, Skeleton } from "@/ui";
import { languageOf, parseJson } from "./texts";

/** More than this is read by a program, not by a person: the rest is a download away. */
const LIMIT = 1_000_000;

/** A text, shown as what it is: words to read, code, a tree, a diff; or just its source. */
export function TextBody({ artifact }: { readonly artifact: Artifact }) {
  const { t, format } = useI18n();
  const { data, error, refetch } = useArtifactText(artifact, LIMIT);
  const [source, setSource] = useState(false);
  if (data === undefined) {
    return (
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-3 p-6">
        {error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-64 rounded-md" />}
      </div>
    );
  }
  const reading = readingOf(artifact, data.text, t("viewer.json.label", { name: artifact.name }));
  return (
    <div className="flex min-h-full flex-col gap-3 p-4 sm:p-6">
      {(reading || data.cut) && (
        <div className="mx-auto flex w-full max-w-3xl flex-wrap items-center gap-3">
          {reading && (
            <Segmented
              label={t("viewer.look")}
              value={source ? "source" : "reader"}
              onChange={(value) => setSource(value === "source")}
              options={[
                { value: "reader", label: t(artifact.type === "json" ? "viewer.look.tree" : "viewer.look.reader") },
                { value: "source", label: t("viewer.look.source") },
              ]}
            />
          )}
          {data.cut && (
            <p role="note" className="text-xs text-muted">
              {t("viewer.cut", { shown: format.bytes(LIMIT), size: format.bytes(artifact.size) })}{" "}
              <a href={artifactUrl(artifact.id, { download: true })} download={artifact.name} className="text-accent-text underline underline-offset-2">
                {t("viewer.cut.action")}
              </a>
            </p>
          )}
        </div>
      )}
      <div className="mx-auto w-full max-w-3xl">
        {(!source && reading) || <Source artifact={artifact} text={data.text} />}
      </div>
    </div>
  );
}

function Source({ artifact, text }: { readonly artifact: Artifact; readonly text: string }) {
  const t = useI18n().t;
  if (text === "") return <p className="text-center text-sm text-muted">{t("viewer.empty")}</p>;
  return <CodeBlock code={text} title={artifact.name} language={languageOf(artifact)} numbers wrap={artifact.type !== "code"} />;
}

/** The way to read it that is not its source; nothing where there is none. */
function readingOf(artifact: Artifact, text: string, label: string): ReactNode {
  if (text === "") return null;
  switch (artifact.type) {
    case "markdown":
      return (
        <div className="rounded-lg border border-line bg-raised px-5 py-5 text-md shadow-raised sm:px-8 sm:py-7">
          <Markdown>{text}</Markdown>
        </div>
      );
    case "json": {
      const parsed = parseJson(text);
      return parsed && <JsonTree value={parsed.value} label={label} />;
    }
    case "diff":
      return (
        <div className="[&_[role=group]]:max-h-none">
          <Diff path={artifact.name} diff={text} />
        </div>
      );
    default:
      return null;
  }
}
