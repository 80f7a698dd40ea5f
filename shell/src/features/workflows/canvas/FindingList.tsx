import { ChevronDown, ChevronUp, CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { useState } from "react";

import { findingOf, useT } from "@/i18n";
import { Spinner } from "@/ui";
import type { EditorStore } from "@/workflows";
import type { Remarks } from "./useRemarks";

interface FindingListProps {
  readonly remarks: Remarks;
  readonly store: EditorStore;
}

/** What is wrong with what is drawn, in a list below the canvas; each leads to its step. */
export function FindingList({ remarks: { isEmpty, findings, isLooking, isWell }, store }: FindingListProps) {
  const t = useT();
  const [isOpen, open] = useState(false);
  const go = (place: string) => {
    const { enter, select, go: move, show } = store.getState();
    const at = place.replace(/\[\d+\]/g, "");
    const cut = at.lastIndexOf("/");
    enter(cut < 0 ? null : at.slice(0, cut));
    select([at]);
    move(at, true);
    show(at);
  };
  const Arrow = isOpen ? ChevronDown : ChevronUp;
  return (
    <div className="shrink-0 border-t border-line bg-raised">
      <button
        type="button"
        aria-expanded={isOpen && findings.length > 0}
        disabled={findings.length === 0}
        onClick={() => open(!isOpen)}
        className="flex min-h-9 w-full items-center gap-2 px-3 text-left text-sm text-fg enabled:hover:bg-hover"
      >
        {isEmpty ? <CircleDashed aria-hidden className="size-4 text-muted" /> : isLooking ? <Spinner /> : isWell ? <CircleCheck aria-hidden className="size-4 text-ok" /> : <CircleX aria-hidden className="size-4 text-bad" />}
        <span role="status" className="flex-1">
          {isEmpty ? t("canvas.empty") : isWell ? [t("workflows.check.ok"), findings.length > 0 && t("workflows.check.notes", { count: findings.length })].filter(Boolean).join(" ") : findings.length === 0 ? t("workflows.check.looking") : t("workflows.check.wrong", { count: findings.filter(({ blocks }) => blocks).length })}
        </span>
        {findings.length > 0 && <Arrow aria-hidden className="size-4 text-muted" />}
      </button>
      {isOpen && findings.length > 0 && (
        <ul aria-label={t("workflows.check.findings")} tabIndex={0} className="max-h-48 overflow-y-auto border-t border-line">
          {findings.map((finding, index) => {
            const { message, hint } = findingOf(finding, t);
            const words = (
              <span className="min-w-0">
                <span className="block break-words text-fg">{message}</span>
                {hint && <span className="block break-words text-muted">{hint.replaceAll("`", "")}</span>}
              </span>
            );
            const place = finding.step;
            return (
              <li key={index} className="border-b border-line text-sm last:border-b-0">
                {place === null ? (
                  <div className="px-3 py-2">{words}</div>
                ) : (
                  <button type="button" onClick={() => go(place)} className="flex w-full px-3 py-2 text-left hover:bg-hover">
                    {words}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
