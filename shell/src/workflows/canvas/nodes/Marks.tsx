import { CircleAlert, Hand, Info, Lock, Pin, Power, Repeat2, ShieldAlert } from "lucide-react";

import { useT } from "@/i18n";
import { lockOf } from "../looks";
import type { StepData } from "../scene";
import { useEditor } from "../useEditor";

const MARK = "size-3.5 shrink-0";

/** Small signs on a step: something is wrong, it stops for a person, it tries again, it has a sample result. */
export function Marks({ id, data: { step, isPinned, isInterrupted } }: { readonly id: string; readonly data: StepData }) {
  const t = useT();
  const remarks = useEditor(({ looks }) => looks.remarks.get(id));
  const lock = useEditor(({ looks }) => lockOf(looks, id));
  return (
    <>
      {step.disabled && <Power role="img" aria-label={t("canvas.off")} className={`${MARK} text-muted`} />}
      {isInterrupted && <Hand role="img" aria-label={t("canvas.mark.interrupt")} className={`${MARK} text-warn-text`} />}
      {step.retry && <Repeat2 role="img" aria-label={t("canvas.mark.retry")} className={`${MARK} text-muted`} />}
      {step.on_error !== "abort" && <ShieldAlert role="img" aria-label={t("canvas.mark.onError")} className={`${MARK} text-muted`} />}
      {isPinned && <Pin role="img" aria-label={t("canvas.mark.pin")} className={`${MARK} text-accent-text`} />}
      {lock !== undefined && (
        <span title={lock} className="pointer-events-auto shrink-0">
          <Lock role="img" aria-label={lock} className={`${MARK} text-muted`} />
        </span>
      )}
      {remarks && (
        <span title={remarks.map(({ message }) => message).join("\n")} className="pointer-events-auto shrink-0">
          {remarks.every(({ isNote }) => isNote) ? (
            <Info role="img" aria-label={t("canvas.noted")} className="size-4 text-warn-text" />
          ) : (
            <CircleAlert role="img" aria-label={t("canvas.wrong")} className="size-4 text-bad" />
          )}
        </span>
      )}
    </>
  );
}
