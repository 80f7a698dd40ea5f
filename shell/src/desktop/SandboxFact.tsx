import { ShieldAlert, ShieldCheck, ShieldX } from "lucide-react";

import { type SandboxView, useSandbox } from "@/api";
import { type Translate, useT } from "@/i18n";
import { classes, Popover } from "@/ui";

const ICONS = { bubblewrap: ShieldCheck, landlock: ShieldAlert, none: ShieldX } as const;

const TRIED = ["reading_outside", "writing_outside", "environment", "network", "other_processes", "kernel_switches", "repository"] as const;

/** What was tried, in words; what nobody has words for yet by its name. */
function triedOf(name: string, t: Translate): string {
  const known = TRIED.find((each) => each === name);
  return known === undefined ? name.replaceAll("_", " ") : t(`frame.sandbox.try.${known}`);
}

/** How strong the box around commands is on this machine; opens what was tried against it. */
export function SandboxFact() {
  const t = useT();
  const { data: sandbox } = useSandbox();
  if (sandbox === undefined) return null;
  const Icon = ICONS[sandbox.level];
  return (
    <Popover
      label={t("frame.sandbox.title")}
      align="end"
      className="w-80 p-4 text-sm"
      trigger={
        <button type="button" className="flex max-w-64 items-center gap-1 rounded-sm hover:text-fg">
          <Icon aria-hidden className={classes("size-3 shrink-0", sandbox.level === "none" && "text-bad")} />
          <span className="truncate">{t(`frame.sandbox.${sandbox.level}`)}</span>
        </button>
      }
    >
      <Walls sandbox={sandbox} />
    </Popover>
  );
}

function Walls({ sandbox }: { readonly sandbox: SandboxView }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-2.5">
      <p className="font-medium text-fg">{t(`frame.sandbox.${sandbox.level}`)}</p>
      <p className="text-muted">{t(`frame.sandbox.${sandbox.level}.about`)}</p>
      <p className="text-muted">{t("frame.sandbox.files")}</p>
      {sandbox.level !== "bubblewrap" && (
        <p role="note" className="rounded-md bg-warn-soft px-3 py-2 text-xs break-words text-warn-text">
          {sandbox.hint ?? sandbox.why}
        </p>
      )}
      {sandbox.proofs.length > 0 && (
        <div>
          <p className="text-xs font-medium text-fg">{t("frame.sandbox.tried")}</p>
          <ul tabIndex={0} aria-label={t("frame.sandbox.tried")} className="mt-1 max-h-52 overflow-y-auto text-xs text-muted -outline-offset-2">
            {sandbox.proofs.map(({ name, held, detail }) => (
              <li key={name} title={detail} className="flex items-center gap-2 py-0.5">
                <span className="min-w-0 flex-1 truncate">{triedOf(name, t)}</span>
                <span className={classes("shrink-0", held ? "text-ok-text" : "font-medium text-bad-text")}>{t(held ? "frame.sandbox.held" : "frame.sandbox.broke")}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
