import { Fragment } from "react";
import { Link } from "wouter";

import { useT } from "@/i18n";
import type { Crumb } from "@/state";
import { Logo } from "./Logo";

/** The way to what is on the stage; every step but the last is a link. */
export function Breadcrumb({ trail }: { readonly trail: readonly Crumb[] }) {
  const t = useT();
  const here = trail.at(-1);
  return (
    <nav aria-label={t("frame.crumbs")} className="flex min-w-0 items-center gap-2.5 text-sm">
      <Link href="/" aria-label={t("frame.home")} className="rounded-md">
        <Logo />
      </Link>
      <ol className="flex min-w-0 items-center gap-1.5">
        <li className="text-muted max-lg:hidden">auleOS</li>
        {trail.slice(0, -1).map((crumb) => (
          <Fragment key={crumb.href}>
            <Slash className="max-lg:hidden" />
            <li className="max-w-40 shrink-0 truncate max-sm:hidden">
              <Link href={crumb.href} className="rounded-sm text-muted hover:text-fg">
                {crumb.label}
              </Link>
            </li>
          </Fragment>
        ))}
        {here && (
          <>
            <Slash className={trail.length === 1 ? "max-lg:hidden" : "max-sm:hidden"} />
            <li aria-current="page" title={here.label} className="truncate font-medium">
              {here.label}
            </li>
          </>
        )}
      </ol>
    </nav>
  );
}

function Slash({ className }: { readonly className: string }) {
  return (
    <li aria-hidden className={className}>
      <span className="text-faint">/</span>
    </li>
  );
}
