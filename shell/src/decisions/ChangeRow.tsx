import { FileCheck2, GraduationCap, type LucideIcon, Target } from "lucide-react";
import { Link } from "wouter";

import type { Change } from "@/api";
import { ForeignText } from "@/ui";
import { type AppId, appOf, appPlaceOf } from "./apps";
import { UndoButton } from "./UndoButton";

const ICONS: Readonly<Record<AppId, LucideIcon>> = { atlas: Target, school: GraduationCap };

/** One thing that was altered, with the way to it and its way back. */
export function ChangeRow({ change }: { readonly change: Change }) {
  const app = appOf(change);
  const Icon = app === undefined ? FileCheck2 : ICONS[app];
  const place = appPlaceOf(change);
  return (
    <div className="flex min-h-9 items-center gap-2.5 px-3.5 py-1 text-sm">
      <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate" title={place === undefined ? change.entity : undefined}>
        {place === undefined ? (
          <ForeignText>{change.title}</ForeignText>
        ) : (
          <Link href={place} className="rounded-sm underline-offset-2 hover:underline">
            <ForeignText still>{change.title}</ForeignText>
          </Link>
        )}
      </span>
      <UndoButton change={change} />
    </div>
  );
}
