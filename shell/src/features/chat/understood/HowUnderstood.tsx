import type { Understood, UnderstoodCall, UnderstoodValue } from "@/api";
import { useI18n } from "@/i18n";
import { percentOf } from "@/i18n/amounts";
import { Fold } from "@/stage";
import { ForeignText } from "@/ui";
import { likelyOf } from "./reading";
import { UnusedWords } from "./UnusedWords";
import { wordsOf } from "./values";

/** Everything about how words were understood: what they do, what they mean, from which of them, and what else they may mean. */
export function HowUnderstood({ understood }: { readonly understood: Understood }) {
  const { t } = useI18n();
  const { act, decision, calls, others, unused } = understood;
  return (
    <Fold title={t("chat.understood.how")}>
      <div className="mb-1 flex flex-col gap-2 rounded-md border border-line bg-panel px-2.5 py-2">
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
          <dt>{t("chat.understood.act")}</dt>
          <dd className="text-fg">{t(`chat.understood.act.${act}`)}</dd>
          <dt>{t("chat.understood.decision")}</dt>
          <dd className="text-fg">{t(`chat.understood.decision.${decision}`)}</dd>
        </dl>
        <Readings title={t("chat.understood.calls")} calls={calls} />
        <Readings title={t("chat.understood.others")} calls={likelyOf(others)} />
        <UnusedWords words={unused} />
      </div>
    </Fold>
  );
}

function Readings({ title, calls }: { readonly title: string; readonly calls: readonly UnderstoodCall[] }) {
  const { t, locale } = useI18n();
  if (calls.length === 0) return null;
  return (
    <div role="group" aria-label={title}>
      <p className="text-2xs font-medium">{title}</p>
      <ul className="mt-0.5 flex flex-col gap-1.5">
        {calls.map((call, index) => (
          <li key={`${call.capability} ${index}`}>
            <p className="flex items-baseline gap-2">
              <span className="min-w-0 text-fg">{call.title}</span>
              <span className="shrink-0 text-2xs tabular-nums">{percentOf(Math.round(call.share * 100), locale)}</span>
            </p>
            {call.values.length > 0 && (
              <dl className="mt-0.5 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-3 gap-y-0.5">
                {call.values.map((value) => (
                  <Value key={value.param} value={value} />
                ))}
              </dl>
            )}
            {call.missing && <p>{t("chat.understood.missing", { label: call.missing })}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One value, and the words it was read from. */
function Value({ value }: { readonly value: UnderstoodValue }) {
  const i18n = useI18n();
  const { t } = i18n;
  const from = value.said !== "" ? t("chat.understood.said", { words: value.said }) : value.inherited ? t("chat.understood.before") : "";
  return (
    <>
      <dt className="break-words">{value.label}</dt>
      <dd className="break-words">
        <span className="text-fg">
          <ForeignText place="name">{wordsOf(value, i18n)}</ForeignText>
        </span>
        {from !== "" && <span className="ml-1.5">{from}</span>}
        {value.note !== "" && <span className="block">{value.note}</span>}
      </dd>
    </>
  );
}
