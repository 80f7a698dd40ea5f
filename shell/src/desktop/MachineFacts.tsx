import { type MachineLoad, useMachineLoad } from "@/api";
import { type I18n, useI18n } from "@/i18n";
import { useMedia } from "@/ui";

/** Below this, the bar has no room for it, so nobody is asked. */
const WIDE = "(min-width: 1024px)";

/** How many workers there are and how busy the machine is, as far as the system tells. */
export function MachineFacts() {
  const i18n = useI18n();
  const wide = useMedia(WIDE);
  const { data: load } = useMachineLoad(wide);
  if (!wide || load === undefined) return null;
  return (
    <>
      <span>{i18n.t("frame.workers", { count: load.workers })}</span>
      <span role="group" aria-label={i18n.t("frame.load")} className="flex gap-3">
        {factsOf(load, i18n).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </span>
    </>
  );
}

/** What is told of a machine, part by part. */
export function factsOf({ cpu, memory, gpu }: MachineLoad, { t, format }: Pick<I18n, "t" | "format">): readonly string[] {
  const share = (part: number) => format.number(Math.round(part * 100));
  const amounts = (part: { readonly used: number; readonly total: number }) => ({ used: format.bytes(part.used), total: format.bytes(part.total) });
  return [
    ...(cpu === null ? [] : [t("frame.load.cpu", { share: share(cpu) })]),
    ...(memory === null ? [] : [t("frame.load.memory", amounts(memory))]),
    ...(gpu === null ? [] : [gpu.load === null ? t("frame.load.gpu.memory", amounts(gpu)) : t("frame.load.gpu", { share: share(gpu.load) })]),
  ];
}
