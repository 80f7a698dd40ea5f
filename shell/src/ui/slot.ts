/** Giving an element what it needs to be somebody's trigger, without a box around it. */

import { cloneElement, type ReactElement, type ReactNode, type Ref, type RefCallback } from "react";

type Props = Readonly<Record<string, unknown>>;

/** The same element with more attributes; handlers of both are called, the element's own first. */
export function slotted(child: ReactNode, extra: Props): ReactElement {
  const element = child as ReactElement<Props>;
  const merged: Record<string, unknown> = { ...extra };
  for (const [name, ours] of Object.entries(extra)) {
    const theirs = element.props[name];
    // What is not given leaves the element's own alone.
    if (ours === undefined) delete merged[name];
    else if (name === "ref") merged.ref = together(theirs as Ref<HTMLElement> | undefined, ours as Ref<HTMLElement>);
    else if (name.startsWith("on") && isHandler(theirs) && isHandler(ours)) {
      merged[name] = (event: unknown) => {
        theirs(event);
        ours(event);
      };
    }
  }
  return cloneElement(element, merged);
}

type Handler = (event: unknown) => void;

function isHandler(value: unknown): value is Handler {
  return typeof value === "function";
}

function together(...refs: readonly (Ref<HTMLElement> | undefined)[]): RefCallback<HTMLElement> {
  return (element) => {
    for (const ref of refs) {
      if (typeof ref === "function") ref(element);
      else if (ref) ref.current = element;
    }
  };
}
