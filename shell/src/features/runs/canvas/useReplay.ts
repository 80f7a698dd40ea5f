import { useCallback, useEffect, useMemo, useState } from "react";

import { type Moment, momentAt, pauses, type Story } from "@/runs";

export const SPEEDS = ["1", "4", "16"] as const;
export type Speed = (typeof SPEEDS)[number];

/** A frame is shown at least this long, so that one sees it: in milliseconds. */
const SHORTEST = 150;

export interface Replay {
  /** The frame that is shown, counted from 0; nothing while the run is shown as it stands now. */
  readonly frame: number | null;
  readonly last: number;
  readonly moment: Moment | null;
  readonly isPlaying: boolean;
  readonly speed: Speed;
  readonly setSpeed: (speed: Speed) => void;
  readonly seek: (frame: number) => void;
  readonly play: () => void;
  readonly pause: () => void;
  /** Back to how it stands now. */
  readonly leave: () => void;
}

/** Going through a run that was, frame by frame or by itself. What happens meanwhile is added at the end. */
export function useReplay(story: Story): Replay {
  const [frame, setFrame] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>("1");
  const last = story.frames.length - 1;
  const times = useMemo(() => pauses(story), [story]);
  const moment = useMemo(() => (frame === null ? null : momentAt(story, frame)), [story, frame]);

  useEffect(() => {
    if (!isPlaying || frame === null) return;
    if (frame >= last) return setPlaying(false);
    const timer = setTimeout(() => setFrame(frame + 1), Math.max(SHORTEST, (times[frame] ?? 0) / Number(speed)));
    return () => clearTimeout(timer);
  }, [isPlaying, frame, last, times, speed]);

  const seek = useCallback(
    (to: number) => {
      setPlaying(false);
      setFrame(Math.min(Math.max(to, 0), last));
    },
    [last],
  );
  return {
    frame,
    last,
    moment,
    isPlaying,
    speed,
    setSpeed,
    seek,
    play: () => {
      if (frame === null || frame >= last) setFrame(0);
      setPlaying(true);
    },
    pause: () => setPlaying(false),
    leave: () => {
      setPlaying(false);
      setFrame(null);
    },
  };
}
