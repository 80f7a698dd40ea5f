/** Whether this browser may show notifications, and whether they are wished for. Asked only by a click. */

import { create } from "zustand";

const REMEMBERED = "aule.notifications";

interface Notifications {
  /** Whether the browser knows notifications at all. */
  readonly possible: boolean;
  /** Wished for, and allowed by the browser. */
  readonly on: boolean;
}

const isPossible = () => typeof Notification !== "undefined";

export const useNotifications = create<Notifications>(() => ({
  possible: isPossible(),
  on: isPossible() && Notification.permission === "granted" && localStorage.getItem(REMEMBERED) === "on",
}));

/** Ask the browser for leave, and remember the wish. The answer tells whether they are on now. */
export async function askToNotify(): Promise<boolean> {
  if (!isPossible()) return false;
  const on = (await Notification.requestPermission()) === "granted";
  if (on) localStorage.setItem(REMEMBERED, "on");
  useNotifications.setState({ on });
  return on;
}

/** No notifications from now on. */
export function stopNotifying(): void {
  localStorage.removeItem(REMEMBERED);
  useNotifications.setState({ on: false });
}
