/**
 * Whether this browser is signed in.
 *
 * `aule up` and `aule open` give a link that ends in `#code=…`. The code is taken out of the address
 * at once, so that it is in no history, bookmark or screenshot, and exchanged for a cookie.
 */

import { create } from "zustand";

export type SessionStatus = "unknown" | "signed_in" | "signed_out";

export const useSession = create<{ readonly status: SessionStatus }>(() => ({ status: "unknown" }));

/** Remember what the server's answers say about this browser. */
export function noteSession(status: Exclude<SessionStatus, "unknown">): void {
  if (useSession.getState().status !== status) useSession.setState({ status });
}

/** Take the one-time code out of the address, leaving the rest of the fragment alone. */
export function takeCode(): string | null {
  const fields = new URLSearchParams(location.hash.slice(1));
  const code = fields.get("code");
  if (code === null) return null;
  fields.delete("code");
  const rest = fields.toString();
  history.replaceState(history.state, "", location.pathname + location.search + (rest === "" ? "" : `#${rest}`));
  return code;
}

let underWay: Promise<void> | null = null;

/** Exchange the code in the address for a session. A used or wrong code is no news: the next answer tells. */
export function beginSession(): Promise<void> {
  const code = takeCode();
  // Asked again while the exchange is under way, there is no second code, only the same wait.
  if (code === null) return underWay ?? Promise.resolve();
  underWay = exchange(code).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function exchange(code: string): Promise<void> {
  const answer = await fetch("/v1/session", {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  }).catch(() => null);
  if (answer?.ok === true) noteSession("signed_in");
}
