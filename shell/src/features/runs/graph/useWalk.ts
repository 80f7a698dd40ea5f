import { useReactFlow } from "@xyflow/react";
import { type KeyboardEvent, useCallback, useState } from "react";

import { isArrow, type Scene, walk } from "./scene";

/** Walking through the picture with the arrow keys: it is one stop of the tab key, and what is reached comes in sight. */
export function useWalk(scene: Scene) {
  const { setCenter, getZoom } = useReactFlow();
  const [at, setAt] = useState<{ readonly place: string; readonly walked: boolean }>();
  const known = scene.spots.some((spot) => spot.place === at?.place);
  const current = known ? at?.place : scene.spots[0]?.place;
  const onFocus = useCallback((place: string) => setAt((before) => (before?.place === place ? before : { place, walked: false })), []);
  const press = (event: KeyboardEvent) => {
    if (current === undefined || !isArrow(event.key) || event.metaKey || event.ctrlKey || event.altKey) return;
    const place = walk(scene, current, event.key);
    const spot = scene.spots.find((each) => each.place === place);
    event.preventDefault();
    if (place === undefined || spot === undefined) return;
    setAt({ place, walked: true });
    void setCenter(spot.x + spot.width / 2, spot.y + Math.min(spot.height, 120) / 2, { zoom: Math.max(getZoom(), 0.6) });
  };
  return { current, walked: at?.walked ?? false, press, onFocus };
}
