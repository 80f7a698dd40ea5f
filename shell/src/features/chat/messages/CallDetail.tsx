import { hintOf, messageOf, useI18n } from "@/i18n";
import type { CallView } from "../model";

const LONGEST = 4_000;

/** What went into a call and what came out, exactly. */
export function CallDetail({ call }: { readonly call: CallView }) {
  const { t } = useI18n();
  const { result } = call;
  return (
    <div className="mb-1.5 ml-[18px] flex flex-col gap-1.5 rounded-md border border-line bg-panel px-2.5 py-2">
      <p className="font-mono text-2xs">{call.capability}</p>
      <Block label={t("chat.call.params")} text={Object.keys(call.params).length === 0 ? t("chat.call.none") : show(call.params)} />
      {result?.error && (
        <div className="text-bad-text">
          <p className="whitespace-pre-line">{messageOf(result.error, t)}</p>
          {hintOf(result.error, t) && <p className="text-muted">{hintOf(result.error, t)}</p>}
        </div>
      )}
      {result && (result.ok || result.data != null) && <Block label={t("chat.call.result")} text={show(result.data)} />}
      {result?.provenance && (
        <p className="text-2xs">
          {result.provenance.source}
          {result.provenance.rows !== null && ` · ${result.provenance.rows}`}
        </p>
      )}
      {result?.warnings.map((warning) => (
        <p key={warning.code} className="text-warn-text">
          {warning.message}
        </p>
      ))}
    </div>
  );
}

function Block({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <p className="text-2xs font-medium">{label}</p>
      <pre tabIndex={0} className="max-h-52 overflow-auto font-mono text-2xs break-words whitespace-pre-wrap text-fg">
        {text}
      </pre>
    </div>
  );
}

function show(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
