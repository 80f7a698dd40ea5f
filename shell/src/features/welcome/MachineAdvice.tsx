import { type Machine, type MachineSize, useMachine } from "@/api";
import { useI18n } from "@/i18n";
import { Trouble } from "@/stage";
import { classes, CopyButton, Skeleton } from "@/ui";

const OLLAMA = "https://ollama.com/download";

/** The one model to begin with on this machine, the command that fetches it, and what other machines would take. */
export function MachineAdvice() {
  const { t } = useI18n();
  const { data: machine, error, refetch } = useMachine();
  if (machine === undefined) {
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-28 rounded-md" />;
  }
  const { advised } = machine;
  return (
    <div className="flex flex-col gap-2.5">
      <p className="text-sm text-fg">
        <Told machine={machine} />
      </p>
      {advised && (
        <div className="flex items-center gap-2 rounded-md border border-line bg-panel py-1.5 pr-1.5 pl-3">
          <code className="min-w-0 flex-1 truncate font-mono text-xs text-fg">{advised.command}</code>
          <CopyButton text={advised.command} label={t("welcome.machine.copy")} />
        </div>
      )}
      <Sizes sizes={machine.sizes} advised={advised} />
      <p className="text-xs text-muted">
        {t("welcome.machine.sizes")}{" "}
        <a href={OLLAMA} target="_blank" rel="noreferrer noopener" className="rounded-sm text-accent-text underline underline-offset-2">
          {t("welcome.machine.ollama")}
        </a>
      </p>
    </div>
  );
}

function Told({ machine: { memory_gb: memory, gpu_gb: gpu, advised } }: { readonly machine: Machine }) {
  const { t, locale, format } = useI18n();
  if (memory === null) return t("welcome.machine.unknown");
  const has = gpu === null ? t("welcome.machine.memory", { memory: format.number(memory) }) : t("welcome.machine.both", { memory: format.number(memory), gpu: format.number(gpu) });
  const why = advised && (advised.why[locale === "pt-BR" ? "pt" : "en"] ?? advised.why.en);
  return [has, advised ? t("welcome.machine.advised", { model: advised.model }) : t("welcome.machine.small"), why].filter(Boolean).join(" ");
}

function Sizes({ sizes, advised }: { readonly sizes: readonly MachineSize[]; readonly advised: MachineSize | null }) {
  const { t, format } = useI18n();
  return (
    <table className="w-full text-left text-xs tabular-nums">
      <thead className="text-muted">
        <tr>
          <th className="py-1 pr-3 font-medium">{t("welcome.machine.column.memory")}</th>
          <th className="py-1 pr-3 font-medium">{t("welcome.machine.column.model")}</th>
          <th className="py-1 text-right font-medium">{t("welcome.machine.column.file")}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {sizes.map((size) => (
          <tr key={size.model} aria-current={size.model === advised?.model || undefined} className={classes(size.model === advised?.model ? "font-medium text-fg" : "text-muted")}>
            <td className="py-1.5 pr-3">{t("welcome.machine.from", { memory: format.number(size.memory_gb) })}</td>
            <td className="py-1.5 pr-3 font-mono">{size.model}</td>
            <td className="py-1.5 text-right">{t("welcome.machine.gb", { size: format.number(size.size_gb) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
