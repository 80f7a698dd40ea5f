import { FolderClosed, Info, PackageCheck, ShieldAlert, ShieldCheck, Timer } from "lucide-react";
import type { ReactNode } from "react";

import type { Preview } from "@/api";
import { useI18n } from "@/i18n";
import { classes, ForeignText, LongBox } from "@/ui";

type Command = Extract<Preview, { type: "command" }>;

interface CommandPreviewProps {
  readonly command: Command;
  /** Whether it was decided: then the line is enough. */
  readonly decided?: boolean;
}

/** A command as it would run: the very line, where, inside which walls, for how long, and what it will find there. */
export function CommandPreview({ command, decided = false }: CommandPreviewProps) {
  const { t, format } = useI18n();
  const walled = command.level !== "none";
  const Wall = walled ? ShieldCheck : ShieldAlert;
  return (
    <div role="group" aria-label={t("decisions.command")} className="overflow-hidden rounded-md border border-line bg-panel text-xs">
      <LongBox label={t("decisions.text")} lines={command.command.split("\n").length}>
        <pre className="px-3 py-2.5 leading-[19px] wrap-anywhere whitespace-pre-wrap text-fg">
          <span aria-hidden className="text-muted select-none">
            ${" "}
          </span>
          <ForeignText place="code">{command.command}</ForeignText>
        </pre>
      </LongBox>
      {!decided && (
        <ul className="flex flex-col gap-1 border-t border-line px-3 py-2 text-muted">
          <Item icon={<FolderClosed aria-hidden className="mt-[3px] size-3.5 shrink-0" />}>
            {command.folder === "." || command.folder === "" ? (
              t("decisions.command.root")
            ) : (
              <>
                {t("decisions.command.folder")}{" "}
                <span className="font-mono text-fg">
                  <ForeignText place="name">{command.folder}</ForeignText>
                </span>
              </>
            )}
          </Item>
          <Item icon={<Wall aria-hidden className={classes("mt-[3px] size-3.5 shrink-0", walled ? "text-ok" : "text-bad")} />}>
            <span className="font-medium text-fg">{t(`decisions.level.${command.level}`)}</span> {t(command.reaches.length > 0 ? "decisions.level.reaching.about" : `decisions.level.${command.level}.about`)}
          </Item>
          <Item icon={<Timer aria-hidden className="mt-[3px] size-3.5 shrink-0" />}>
            {t("decisions.command.time", { time: format.duration(command.timeout_s * 1_000) })}
          </Item>
        </ul>
      )}
      {!decided && command.reaches.length > 0 && (
        <ul aria-label={t("decisions.command.reaches")} className="flex flex-col gap-1 border-t border-line px-3 py-2 text-muted">
          {command.reaches.map((reached) => (
            <Item key={reached.title} icon={<PackageCheck aria-hidden className="mt-[3px] size-3.5 shrink-0 text-warn" />}>
              {t(reached.is_new ? "decisions.command.reaches.new" : "decisions.command.reaches.again")}{" "}
              <span className="font-medium text-fg">{reached.title}</span>{" "}
              <span className="font-mono">
                <ForeignText place="name">{reached.hosts.join(", ")}</ForeignText>
              </span>
              {reached.is_own && ` ${t("decisions.command.reaches.own")}`}
            </Item>
          ))}
        </ul>
      )}
      {!decided && command.hints.length > 0 && (
        <ul aria-label={t("decisions.command.hints")} className="flex flex-col gap-1 border-t border-line px-3 py-2 text-muted">
          {command.hints.map((hint) => (
            <Item key={hint} icon={<Info aria-hidden className="mt-[3px] size-3.5 shrink-0" />}>
              {hint}
            </Item>
          ))}
        </ul>
      )}
    </div>
  );
}

function Item({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
