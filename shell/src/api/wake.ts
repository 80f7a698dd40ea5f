/** When somebody comes back: the page is looked at again, the network is there again, the machine woke up. */

/** Hidden longer than this, a connection is not trusted any more. */
const LONG = 30_000;
const TICK = 5_000;

/** Call back at each return; `slept` tells that the connection may be dead without knowing. The answer ends it. */
export function onWake(wake: (slept: boolean) => void): () => void {
  let ticked = Date.now();
  let hidden: number | null = null;

  // A clock that missed its ticks was asleep. Hidden pages tick slowly, so only visible ones are judged by it.
  const clock = setInterval(() => {
    const late = Date.now() - ticked > TICK + LONG;
    ticked = Date.now();
    if (late && document.visibilityState === "visible") wake(true);
  }, TICK);
  const look = () => {
    if (document.visibilityState === "hidden") {
      hidden = Date.now();
      return;
    }
    const away = hidden === null ? 0 : Date.now() - hidden;
    hidden = null;
    ticked = Date.now();
    wake(away > LONG);
  };
  const online = () => wake(true);
  const shown = (event: PageTransitionEvent) => event.persisted && wake(true);

  document.addEventListener("visibilitychange", look);
  addEventListener("online", online);
  addEventListener("pageshow", shown);
  return () => {
    clearInterval(clock);
    document.removeEventListener("visibilitychange", look);
    removeEventListener("online", online);
    removeEventListener("pageshow", shown);
  };
}
