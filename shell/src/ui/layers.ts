/** The dialogs and popovers that lie over the page. */

import { createContext, type MouseEvent, useContext } from "react";
import { create } from "zustand";

/** The dialog or popover a component stands in. What it opens belongs inside: the browser makes everything else inert. */
export const LayerRoot = createContext<HTMLElement | null>(null);

/** Return the element in which a dialog or popover of this component is drawn. */
export function useLayerRoot(): HTMLElement {
  return useContext(LayerRoot) ?? document.body;
}

/** The dialogs that are open, the topmost last. */
export const useDialogs = create<{ readonly dialogs: readonly HTMLDialogElement[] }>(() => ({ dialogs: [] }));

/** Show a dialog over everything else; the answer closes it and gives the focus back. */
export function showDialog(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  useDialogs.setState(({ dialogs }) => ({ dialogs: [...dialogs, dialog] }));
  return () => {
    // Those inside go with it, and go first: while one is open, the focus cannot leave it.
    for (const inner of dialog.querySelectorAll("dialog")) inner.close();
    dialog.close();
    useDialogs.setState(({ dialogs }) => ({ dialogs: dialogs.filter((each) => each !== dialog) }));
  };
}

/**
 * Return what a button needs to open and close a popover, whose id is given while it is open.
 * The browser then takes a press on the button as one inside: the popover closes once and does not open again.
 */
export function toggles(popoverTarget: string | undefined, toggle: () => void) {
  return {
    popoverTarget,
    onClick: (event: MouseEvent) => {
      // The browser would toggle it as well.
      event.preventDefault();
      toggle();
    },
  };
}

/** Tell whether a dialog, menu or list lies over the page, so that plain keys are not for the page. */
export function isPageCovered(): boolean {
  return document.querySelector("dialog[open],[role=dialog],[role=menu],[role=listbox]") !== null;
}

const REACHABLE =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex='-1'])";

/** What one comes to fill in; of several choices, the one that is made. */
const FIELD = "input:not([type=radio]), input[type=radio]:checked, textarea";

/** Focus the first field in a box, else its first control, unless something in it took the focus itself. */
export function focusFirst(box: HTMLElement): void {
  if (box !== document.activeElement && box.contains(document.activeElement)) return;
  const stops = [...box.querySelectorAll<HTMLElement>(REACHABLE)].filter((each) => each.tabIndex >= 0 && each.getClientRects().length > 0);
  (stops.find((each) => each.matches(FIELD)) ?? stops[0] ?? box).focus({ preventScroll: true });
}
