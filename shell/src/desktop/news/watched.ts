/** Whether some window of this browser is looked at: the one in view holds a lock that the others can see. */

const LOCK = "aule.watched";

/** While it runs, this window says when it is looked at. The answer ends it. */
export function watchWindow(): () => void {
  if (!("locks" in navigator)) return () => undefined;
  let away = new AbortController();
  const look = () => {
    away.abort();
    if (document.visibilityState !== "visible") return;
    away = new AbortController();
    const { signal } = away;
    const held = () => new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    // Shared: two windows side by side are both looked at.
    void navigator.locks.request(LOCK, { mode: "shared", signal }, held).catch(() => undefined);
  };
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    away.abort();
  };
}

/** Whether any window is looked at, this one or another. */
export async function isSomeWindowWatched(): Promise<boolean> {
  if (document.visibilityState === "visible") return true;
  if (!("locks" in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === LOCK);
}
