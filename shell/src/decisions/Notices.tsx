import { TriangleAlert } from "lucide-react";

import type { Approval } from "@/api";
import { useI18n } from "@/i18n";
import { ForeignText, LongBox } from "@/ui";

type Notice = Approval["notices"][number];

/** The parts of what is asked that deserve a second look, before anything else; nothing when there are none. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const { t } = useI18n();
  if (notices.length === 0) return null;
  return (
    <section aria-label={t("decisions.notices")} className="rounded-md bg-warn-soft text-xs text-warn-text">
      <h4 className="flex items-center gap-2 px-3 pt-2 font-semibold">
        <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
        {t("decisions.notices")}
      </h4>
      <LongBox label={t("decisions.notices")} lines={notices.length} className="px-3 pt-1 pb-2">
        <ul className="flex flex-col gap-1 pl-[22px]">
          {notices.map((notice) => (
            <li key={`${notice.code} ${notice.path}`} className="wrap-anywhere">
              <Told notice={notice} />
            </li>
          ))}
        </ul>
      </LongBox>
    </section>
  );
}

function Told({ notice }: { readonly notice: Notice }) {
  const { t } = useI18n();
  const { code, text, path, line, count } = notice;
  return (
    <>
      {t(`decisions.notice.${code}`, { count })}
      {path && (
        <>
          {" · "}
          <span className="font-mono">
            <ForeignText place="name">{path}</ForeignText>
          </span>
        </>
      )}
      {line !== null && line > 1 && ` · ${t("decisions.notice.line", { line: String(line) })}`}
      {text && (
        <code className="mt-0.5 block font-mono text-2xs leading-4 whitespace-pre-wrap text-fg">
          <ForeignText place="marked">{text}</ForeignText>
        </code>
      )}
    </>
  );
}
