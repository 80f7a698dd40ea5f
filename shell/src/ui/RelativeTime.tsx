import { useSyncExternalStore } from "react";

import { useI18n } from "@/i18n";

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One clock for the whole page: every "2 minutes ago" moves on together.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), MINUTE / 2);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

const thisMinute = () => Math.floor(Date.now() / (MINUTE / 2));

/** How long ago, kept up to date; the exact moment on hover. */
export function RelativeTime({ iso, className }: { readonly iso: string; readonly className?: string }) {
  const { format } = useI18n();
  useSyncExternalStore(subscribe, thisMinute);
  return (
    <time dateTime={iso} title={format.moment(iso)} className={className}>
      {format.ago(iso)}
    </time>
  );
}
