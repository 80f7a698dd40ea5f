import { ChevronLeft, ChevronRight, Pause, Play, Radio } from "lucide-react";
import { useMemo } from "react";

import type { Graph, Run } from "@/api";
import { useI18n } from "@/i18n";
import { isFinal, namesOf, sentenceOfEvent } from "@/runs";
import { Button, IconButton, Segmented } from "@/ui";
import { type Replay, SPEEDS } from "./useReplay";

interface ReplayBarProps {
  readonly run: Run;
  readonly graph: Graph;
  readonly replay: Replay;
}

/** Going through what happened: play, one event on or back, a slider, and what had just happened. */
export function ReplayBar({ run, graph, replay }: ReplayBarProps) {
  const { t, format } = useI18n();
  const { frame, last, moment, isPlaying, speed } = replay;
  const names = useMemo(() => namesOf(moment?.graph ?? graph), [moment, graph]);
  const at = frame ?? last;
  const event = moment?.event ?? null;
  const said = event === null ? t(isFinal(run) ? "runs.replay.end" : "runs.replay.now") : sentenceOfEvent(event, t, names);
  const since = event === null ? null : format.duration(Math.max(0, Date.parse(event.ts) - Date.parse(run.started_at)));
  return (
    <section aria-label={t("runs.replay")} className="flex shrink-0 flex-col gap-1.5 border-t border-line bg-raised px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="flex items-center gap-0.5">
          <IconButton icon={ChevronLeft} label={t("runs.replay.back")} disabled={at <= 0} onClick={() => replay.seek(at - 1)} />
          {isPlaying ? (
            <IconButton icon={Pause} label={t("runs.replay.pause")} onClick={replay.pause} />
          ) : (
            <IconButton icon={Play} label={t("runs.replay.play")} disabled={last < 1} onClick={replay.play} />
          )}
          <IconButton icon={ChevronRight} label={t("runs.replay.next")} disabled={frame === null || at >= last} onClick={() => replay.seek(at + 1)} />
        </div>
        <input
          type="range"
          aria-label={t("runs.replay.where")}
          aria-valuetext={t("runs.replay.at", { at: at + 1, count: last + 1, said })}
          min={0}
          max={Math.max(last, 0)}
          value={at}
          onChange={(change) => replay.seek(Number(change.target.value))}
          className="h-6 min-w-32 grow basis-40 rounded-sm accent-accent outline-offset-2"
        />
        <span className="text-xs text-muted tabular-nums">{t("steps.count", { done: at + 1, total: last + 1 })}</span>
        <Segmented label={t("runs.replay.speed")} value={speed} options={SPEEDS.map((value) => ({ value, label: `${value}×` }))} onChange={replay.setSpeed} />
        <Button size="sm" icon={Radio} disabled={frame === null} onClick={replay.leave}>
          {t(isFinal(run) ? "runs.replay.leave" : "runs.replay.live")}
        </Button>
      </div>
      <p className="flex min-h-5 flex-wrap items-baseline gap-x-3 text-sm text-fg" aria-live={isPlaying ? "off" : "polite"}>
        <span className="min-w-0 break-words">{said}</span>
        {since !== null && <span className="text-xs text-muted tabular-nums">{t("runs.replay.after", { time: since })}</span>}
      </p>
    </section>
  );
}
