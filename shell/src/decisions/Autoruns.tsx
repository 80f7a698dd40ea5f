import { Cog } from "lucide-react";

import type { Preview } from "@/api";
import { useT } from "@/i18n";
import { ForeignText, LongBox } from "@/ui";

type Autorun = Extract<Preview, { type: "diff" }>["autoruns"][number];

/** What a preview says that tools of this machine would run by themselves. */
export function autorunsIn(preview: Preview | null): readonly Autorun[] {
  switch (preview?.type) {
    case "diff":
    case "table":
    case "text":
      return preview.autoruns;
    case "patch":
      return preview.files.flatMap((file) => file.autoruns);
    default:
      return [];
  }
}

/** Files that tools of this machine would run by themselves once they are written: which, by which tool, and when. */
export function Autoruns({ autoruns }: { readonly autoruns: readonly Autorun[] }) {
  const t = useT();
  return (
    <section aria-label={t("decisions.autoruns")} className="rounded-md bg-bad-soft text-xs text-bad-text">
      <h4 className="flex items-center gap-2 px-3 pt-2 font-semibold">
        <Cog aria-hidden className="size-3.5 shrink-0" />
        {t("decisions.autoruns")}
      </h4>
      <LongBox label={t("decisions.autoruns")} lines={autoruns.length} className="px-3 pt-1 pb-2">
        <ul className="flex flex-col gap-1 pl-[22px]">
          {autoruns.map(({ path, tool, when }) => (
            <li key={`${path} ${tool} ${when}`} className="wrap-anywhere">
              <span className="font-mono text-fg">
                <ForeignText place="name">{path}</ForeignText>
              </span>{" "}
              {t(`decisions.autorun.${when}`, { tool })}
            </li>
          ))}
        </ul>
      </LongBox>
    </section>
  );
}
