import { useEffect, useMemo } from "react";
import { useLocation } from "wouter";

import { useT } from "@/i18n";
import { type Crumb, useCrumbs } from "@/state";
import type { Screen } from "@/ui";
import { noteRecent, pageId } from "./palette/recent";
import { rootOf } from "./screens";
import { trailOf } from "./trail";

/** The way to what is on the stage. */
export function useTrail(screen: Screen | undefined): readonly Crumb[] {
  const t = useT();
  const [path] = useLocation();
  const named = useCrumbs();
  return useMemo(
    () => (screen ? trailOf({ root: rootOf(screen), label: t(screen.labelKey) }, path, named) : []),
    [screen, path, named, t],
  );
}

/** The window is called after what is on the stage, with the number of things that wait; details are remembered. */
export function useWindowTitle(trail: readonly Crumb[], waiting: number): void {
  const here = trail.at(-1);
  useEffect(() => {
    const count = waiting > 0 ? `(${waiting}) ` : "";
    document.title = `${count}${here ? `${here.label} · ` : ""}auleOS`;
  }, [here, waiting]);
  const detail = trail.length > 1;
  useEffect(() => {
    // What is being made has no name to come back to.
    if (detail && here && !here.href.endsWith("/new")) noteRecent({ id: pageId(here.href), title: here.label, path: here.href });
  }, [detail, here]);
}
