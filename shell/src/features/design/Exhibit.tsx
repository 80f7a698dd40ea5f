import { classes } from "@/ui";
import type { Specimen } from "./specimen";

export type Themes = "both" | "light" | "dark";

const ISLANDS = { light: "light scheme-light", dark: "dark scheme-dark" } as const;

/** One control under its name, on an island of each theme. */
export function Exhibit({ specimen, themes }: { readonly specimen: Specimen; readonly themes: Themes }) {
  const { names, Show } = specimen;
  const shown = themes === "both" ? (["light", "dark"] as const) : [themes];
  return (
    <article data-specimen={names.join(" ")} className="flex min-w-0 flex-col gap-1.5">
      <h3 className="font-mono text-2xs text-muted">{names[0]}</h3>
      <div className={classes("grid min-w-0 gap-2", themes === "both" && "lg:grid-cols-2")}>
        {shown.map((theme) => (
          <div key={theme} className={classes(ISLANDS[theme], "min-w-0 rounded-lg border border-line bg-panel p-4 text-fg")}>
            <Show />
          </div>
        ))}
      </div>
    </article>
  );
}
