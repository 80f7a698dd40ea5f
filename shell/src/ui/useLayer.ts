import { type RefObject, useLayoutEffect, useRef } from "react";

interface LayerOptions {
  readonly open: boolean;
  readonly onClose: () => void;
  /** What else counts as inside: the button that opened it. */
  readonly trigger?: RefObject<HTMLElement | null>;
  /** Whether a press elsewhere closes it. */
  readonly light?: boolean;
}

interface Layer {
  readonly close: () => void;
  readonly press: (target: Node, top: boolean) => void;
}

/** What lies over the page, the topmost last: Escape and a press outside are for that one alone. */
const layers: Layer[] = [];

function onKey(event: KeyboardEvent): void {
  // What is open inside a field, such as its suggestions, closes first.
  const own = event.target instanceof Element && event.target.closest("[data-escape=own]") !== null;
  // While letters are being composed, Escape ends that.
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || own) return;
  event.preventDefault();
  layers.at(-1)?.close();
}

function onPress(event: PointerEvent): void {
  const { target } = event;
  const top = layers.at(-1);
  if (target instanceof Node) for (const layer of [...layers]) layer.press(target, layer === top);
}

/** Escape, and a press outside, close what is open. Spread `content` onto what lies inside. */
export function useLayer({ open, onClose, trigger, light = true }: LayerOptions) {
  // React hands events of what was opened from inside to us as well, wherever in the document it stands.
  const pressedInside = useRef(false);
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  const own = useRef<Layer>(undefined);
  // Before it is painted: whoever sees it can close it.
  useLayoutEffect(() => {
    if (!open) return;
    const layer: Layer = {
      close: () => close.current(),
      press: (target, top) => {
        const inside = pressedInside.current || trigger?.current?.contains(target);
        pressedInside.current = false;
        if (light && top && !inside) close.current();
      },
    };
    if (layers.length === 0) {
      document.addEventListener("keydown", onKey);
      document.addEventListener("pointerdown", onPress);
    }
    own.current = layer;
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length > 0) return;
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
    };
  }, [open, light, trigger]);
  return {
    content: {
      onPointerDown: () => {
        pressedInside.current = true;
      },
    },
    /** Whether nothing lies over it. */
    isTop: () => layers.at(-1) === own.current,
  };
}
