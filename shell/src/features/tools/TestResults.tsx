import { CircleCheck, CircleX } from "lucide-react";

import type { ToolTestResult } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { ForeignText } from "@/ui";

/** What came of each test, those that failed first: nothing is hidden. */
export function TestResults({ results }: { readonly results: readonly ToolTestResult[] }) {
  const t = useT();
  const passed = results.filter(({ ok }) => ok).length;
  const ordered = [...results].sort((one, other) => Number(one.ok) - Number(other.ok));
  return (
    <Section title={t("tools.results")} about={t("tools.tests.count", { passed, all: results.length })}>
      <ul aria-label={t("tools.results")} className="flex flex-col gap-1.5 text-sm">
        {ordered.map((result, index) => {
          const Icon = result.ok ? CircleCheck : CircleX;
          return (
            <li key={index} className="flex items-start gap-2">
              <Icon aria-label={t(result.ok ? "tools.result.ok" : "tools.result.bad")} className={result.ok ? "mt-0.5 size-4 shrink-0 text-ok-text" : "mt-0.5 size-4 shrink-0 text-bad-text"} />
              <span className="min-w-0 wrap-anywhere">
                <ForeignText>{result.title}</ForeignText>{" "}
                <span className="text-muted">
                  <ForeignText>{t("tools.result.expected", { expected: result.expected, got: result.got })}</ForeignText>
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
