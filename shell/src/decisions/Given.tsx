import { paramOf, useI18n } from "@/i18n";
import { ForeignText, LongBox } from "@/ui";

/** The values a call is given, whole: what a card shows that has nothing better to show. */
export function Given({ params }: { readonly params: Readonly<Record<string, unknown>> }) {
  const { t, locale } = useI18n();
  const given = Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value, null, 2)] as const);
  if (given.length === 0) return null;
  return (
    <div className="overflow-hidden rounded-md border border-line bg-panel">
      <LongBox label={t("decisions.params")} lines={given.reduce((sum, [, text]) => sum + text.split("\n").length, 0)} className="px-3 py-2">
        <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-3 gap-y-1 text-2xs leading-[18px]">
          {given.map(([name, text]) => (
            <div key={name} className="contents">
              <dt title={name} className="max-w-40 wrap-anywhere text-muted">
                <ForeignText place="name">{paramOf(name, locale)}</ForeignText>
              </dt>
              <dd className="wrap-anywhere whitespace-pre-wrap text-fg">
                <ForeignText place="code">{text}</ForeignText>
              </dd>
            </div>
          ))}
        </dl>
      </LongBox>
    </div>
  );
}
