/**
 * Whose screen is open. An app has an agent of its own: while one of its screens is shown, a new conversation is with
 * that agent, and begins with what can be asked there. A conversation that is under way stays with whom it is.
 */

import { useEffect } from "react";
import { create } from "zustand";

export interface Host {
  /** The agent of the app. */
  readonly agent: string;
  /** A few things to ask it, in words one can send as they are. */
  readonly suggestions: readonly string[];
  /** What is open, as its app calls it (`atlas:emp-2`): meant where words name nothing else. */
  readonly about?: string;
}

/** The host of the screen that is open, if it has one. */
export const useHost = create<{ readonly host: Host | null }>(() => ({ host: null }));

/** While mounted, new conversations are with this agent: `useOwnAgent("atlas", ["What is at risk?", …])`. */
export function useOwnAgent(agent: string, suggestions: readonly string[], about?: string): void {
  // Rebuilt lists of the same words are the same list.
  const words = JSON.stringify(suggestions);
  useEffect(() => {
    useHost.setState({ host: { agent, suggestions: JSON.parse(words) as string[], about } });
    return () => useHost.setState({ host: null });
  }, [agent, words, about]);
}
