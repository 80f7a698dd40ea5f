import { useT } from "@/i18n";
import { valueWords } from "./values";

interface ParamsProps {
  readonly params: Readonly<Record<string, unknown>>;
  /** What the ids among them stand for. */
  readonly names: Readonly<Record<string, string>>;
}

/** The values a step is given; an id is told by its name. */
export function Params({ params, names }: ParamsProps) {
  const t = useT();
  const given = Object.entries(params);
  if (given.length === 0) return null;
  return (
    <dl aria-label={t("plans.step.params")} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-md border border-line bg-panel px-2.5 py-1.5 font-mono text-2xs">
      {given.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="max-h-40 overflow-y-auto break-words whitespace-pre-wrap text-fg">
            {names[name] === undefined ? valueWords(value, t) : `${names[name]} (${valueWords(value, t)})`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
