import { useI18n } from "@/i18n";
import { ForeignText } from "@/ui";
import { countWords, merged, type RecordChange } from "./records";

/** What goes when something goes: so many of each kind, and the first of them by name. */
export function CascadeFacts({ cascade }: { readonly cascade: NonNullable<RecordChange["cascade"]> }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const counts = merged(cascade.counts);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const left = total - cascade.examples.length;
  if (counts.length === 0) return null;
  return (
    <div className="text-xs">
      <p className="text-fg">
        <span className="text-bad-text">{t("records.cascade")}:</span>{" "}
        <span className="font-medium tabular-nums">{format.all(counts.map(([kind, count]) => countWords(kind, count, i18n)))}</span>
      </p>
      {cascade.examples.length > 0 && (
        <ul className="mt-1 flex flex-col text-muted" aria-label={t("records.cascade")}>
          {cascade.examples.map((example, index) => (
            <li key={`${index} ${example}`} className="flex gap-1.5 leading-5">
              <span aria-hidden>–</span>
              <span className="min-w-0 break-words">
                <ForeignText>{example}</ForeignText>
              </span>
            </li>
          ))}
          {left > 0 && <li className="leading-5">{t("records.more", { count: left })}</li>}
        </ul>
      )}
    </div>
  );
}
