import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, useRef } from "react";
import { Link } from "wouter";

import type { AtlasCompany, AtlasItem } from "@/api";
import { useT } from "@/i18n";
import { InlineText } from "@/stage";
import { useOwnPlace } from "@/stage/useOwnPlace";
import { useCrumb } from "@/state";
import { ClashNote } from "../edit/ClashNote";
import type { Editing } from "../edit/useEdit";
import { textIn } from "../edit/values";
import { itemPath, partPath } from "../paths";
import { ItemMenu } from "./ItemMenu";

interface ItemFrameProps {
  readonly item: AtlasItem;
  readonly company: AtlasCompany;
  /** What it belongs to, from the pillar down. */
  readonly above: readonly AtlasItem[];
  readonly editing: Editing;
  /** The field that holds its title. */
  readonly named: "title" | "name";
  /** The field that holds what is said about it, under the title. */
  readonly described?: "description" | "notes";
  /** What may be changed beside: facts. */
  readonly aside: ReactNode;
  /** What stands beside the title. */
  readonly commands?: ReactNode;
  readonly children: ReactNode;
}

/** The page of one item: the way down to it, its title and description, its facts beside. */
export function ItemFrame({ item, company, above, editing, named, described = "description", aside, commands, children }: ItemFrameProps) {
  const t = useT();
  const page = useRef<HTMLDivElement>(null);
  useCrumb(item.title, [{ label: company.name, href: partPath("dashboard", company.id) }]);
  useOwnPlace(page);
  return (
    <div ref={page} onFocus={({ target }) => editing.begin(target.matches("input, textarea"))} className="mx-auto flex min-h-full w-full max-w-5xl flex-col gap-7 px-5 py-8 sm:px-8 sm:py-10">
      <header className="flex flex-col gap-2">
        <nav aria-label={t("atlas.company")} className="flex min-h-7 flex-wrap items-center gap-x-1 text-sm text-muted">
          <Step href={partPath("dashboard", company.id)}>{company.name}</Step>
          {above.map((each) => (
            <Fragment key={each.id}>
              <ChevronRight aria-hidden className="size-3.5 text-faint" />
              <Step href={itemPath(each.id)}>{each.title}</Step>
            </Fragment>
          ))}
          <span className="ml-auto flex items-center gap-2">
            <span className="font-mono text-xs">{item.id}</span>
            <ItemMenu item={item} company={company.id} />
          </span>
        </nav>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <h1 className="min-w-0 flex-1 basis-72 text-xl font-semibold tracking-[-0.01em] text-fg">
            <InlineText label={t(`atlas.field.${named}`)} value={textIn(editing.fields, named) || item.title} onSave={(value) => editing.save(named, value, t(`atlas.field.${named}`))} />
          </h1>
          {commands}
        </div>
        <div className="max-w-prose text-md text-muted">
          <InlineText
            long
            optional
            label={t(`atlas.field.${described}`)}
            placeholder={t(`atlas.field.${described}.add`)}
            value={textIn(editing.fields, described)}
            onSave={(value) => editing.save(described, value === "" ? null : value, t(`atlas.field.${described}`))}
          />
        </div>
      </header>
      <ClashNote editing={editing} />
      <div className="grid items-start gap-x-8 gap-y-7 md:grid-cols-[minmax(0,1fr)_272px]">
        <div className="flex min-w-0 flex-col gap-7">{children}</div>
        <aside className="min-w-0">{aside}</aside>
      </div>
    </div>
  );
}

function Step({ href, children }: { readonly href: string | undefined; readonly children: string }) {
  const look = "max-w-64 truncate rounded-sm";
  return href === undefined ? <span className={look}>{children}</span> : <Link href={href} className={`${look} hover:text-fg`}>{children}</Link>;
}
