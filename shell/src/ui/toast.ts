/** Short news at the edge of the screen, read aloud too. `toast("Saved")`, `toast.error(title, { description: hint })`. */

import { create } from "zustand";

export interface ToastOptions {
  /** Showing the same id again replaces what it said. */
  readonly id?: string | number;
  readonly description?: string | null;
  /** How long it stays, in milliseconds; it waits while somebody points at it. */
  readonly duration?: number;
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** Called when a person or the program takes it away. */
  readonly onDismiss?: () => void;
  /** Called when its time is over. */
  readonly onAutoClose?: () => void;
}

export interface Toast extends ToastOptions {
  readonly id: string | number;
  readonly tone: "plain" | "ok" | "bad";
  readonly title: string;
  readonly duration: number;
}

const SHOWN_MS = 5_000;
const MOST = 4;
let count = 0;

/** What is shown at the moment, the latest last. */
export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

function show(tone: Toast["tone"], title: string, options: ToastOptions = {}): string | number {
  const id = options.id ?? ++count;
  const fresh: Toast = { duration: SHOWN_MS, ...options, id, tone, title };
  const { toasts } = useToasts.getState();
  const others = toasts.filter((each) => each.id !== id);
  for (const crowded of others.slice(0, Math.max(0, others.length + 1 - MOST))) dismiss(crowded.id);
  useToasts.setState({ toasts: [...others.slice(-(MOST - 1)), fresh] });
  return id;
}

/** Take one away, or all of them. */
function dismiss(id?: string | number): void {
  const { toasts } = useToasts.getState();
  const gone = toasts.filter((each) => id === undefined || each.id === id);
  if (gone.length === 0) return;
  useToasts.setState({ toasts: toasts.filter((each) => !gone.includes(each)) });
  for (const each of gone) each.onDismiss?.();
}

/** Its time is over. */
export function expire(toast: Toast): void {
  const { toasts } = useToasts.getState();
  if (!toasts.includes(toast)) return;
  useToasts.setState({ toasts: toasts.filter((each) => each !== toast) });
  toast.onAutoClose?.();
}

export const toast = Object.assign((title: string, options?: ToastOptions) => show("plain", title, options), {
  success: (title: string, options?: ToastOptions) => show("ok", title, options),
  error: (title: string, options?: ToastOptions) => show("bad", title, options),
  dismiss,
});
