import { paramOf, useI18n } from "@/i18n";
import { ForeignText, LongBox } from "@/ui";
import { valueWords } from "./values";

interface ParamsProps {
  readonly params: Readonly<Record<string, unknown>>;
  /** What the ids among them stand for. */
  readonly names: Readonly<Record<string, string>>;
}

/** The values a step is given, each by what people call it; an id is told by its name. */
export function Params({ params, names }: ParamsProps) {
  const { t, locale } = useI18n();
  const given = Object.entries(params);
  if (given.length === 0) return null;
  return (
    <div className="mt-1 overflow-hidden rounded-md border border-line bg-panel">
      <LongBox label={t("plans.step.params")} lines={given.reduce((sum, [, value]) => sum + valueWords(value, t).split("\n").length, 0)}>
        <dl aria-label={t("plans.step.params")} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 px-2.5 py-1.5 text-2xs">
          {given.map(([name, value]) => (
            <div key={name} className="contents">
              <dt title={name} className="wrap-anywhere text-muted">
                <ForeignText place="name">{paramOf(name, locale)}</ForeignText>
              </dt>
              <dd className="wrap-anywhere whitespace-pre-wrap text-fg">
                <ForeignText place="code">{names[name] === undefined ? valueWords(value, t) : `${names[name]} (${valueWords(value, t)})`}</ForeignText>
              </dd>
            </div>
          ))}
        </dl>
      </LongBox>
    </div>
  );
}
