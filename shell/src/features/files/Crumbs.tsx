import { Fragment } from "react";
import { Link } from "wouter";

import { useT } from "@/i18n";
import { addressOf } from "./address";
import { foldersTo, nameIn } from "./tree";

interface CrumbsProps {
  readonly project: string;
  readonly name: string;
  /** The path that is shown; a folder's ends with a slash. */
  readonly path: string;
}

/** The way to what is shown, from the project's folder on. */
export function Crumbs({ project, name, path }: CrumbsProps) {
  const t = useT();
  const last = nameIn(path);
  return (
    <nav aria-label={t("files.crumbs")} className="min-w-0 flex-1 max-sm:basis-full">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1.5 font-mono text-xs leading-6">
        <li className="min-w-0">
          {path === "" ? (
            <span aria-current="page" className="text-fg">
              {name}
            </span>
          ) : (
            <Step href={addressOf(project)}>{name}</Step>
          )}
        </li>
        {foldersTo(path).map((folder) => (
          <Fragment key={folder}>
            <Slash />
            <li className="min-w-0">
              <Step href={addressOf(project, `${folder}/`)}>{nameIn(folder)}</Step>
            </li>
          </Fragment>
        ))}
        {last !== "" && (
          <>
            <Slash />
            <li aria-current="page" className="min-w-0 font-medium break-all text-fg">
              {last}
            </li>
          </>
        )}
      </ol>
    </nav>
  );
}

function Step({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Link href={href} className="rounded-sm break-all text-muted hover:text-fg">
      {children}
    </Link>
  );
}

function Slash() {
  return (
    <li aria-hidden className="text-faint">
      /
    </li>
  );
}
