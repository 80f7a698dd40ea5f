import { FolderSync, Library, Plus, Sparkles } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";

import { type Collection, useMakeCollection } from "@/api";
import { useT } from "@/i18n";
import { NameDialog } from "@/knowledge/NameDialog";
import { announce } from "@/state";
import { Button, classes } from "@/ui";

interface CollectionTabsProps {
  readonly collections: readonly Collection[];
  readonly current: string | undefined;
}

/** Every collection, side by side; the first is all of them. */
export function CollectionTabs({ collections, current }: CollectionTabsProps) {
  const t = useT();
  const [, navigate] = useLocation();
  const [making, make] = useState(false);
  const create = useMakeCollection();
  const total = collections.reduce((sum, { documents }) => sum + documents, 0);
  return (
    <nav aria-label={t("knowledge.collections")} className="-mx-1 flex items-center gap-1.5 overflow-x-auto px-1 py-0.5">
      <Way href="/knowledge" current={current === undefined} icon={Library} name={t("knowledge.collections.all")} count={total} />
      {collections.map(({ id, name, documents, is_watched, is_sample }) => (
        <Way
          key={id}
          href={`/knowledge/c/${encodeURIComponent(id)}`}
          current={id === current}
          icon={is_watched ? FolderSync : is_sample ? Sparkles : undefined}
          name={name}
          count={documents}
        />
      ))}
      <Button tone="quiet" icon={Plus} onClick={() => make(true)}>
        {t("knowledge.collection.new")}
      </Button>
      {making && (
        <NameDialog
          title={t("knowledge.collection.new")}
          label={t("knowledge.collection.name")}
          action={t("knowledge.collection.make")}
          name=""
          busy={create.isPending}
          error={create.error}
          onClose={() => make(false)}
          onName={(name) =>
            create.mutate(
              { name },
              {
                onSuccess: (made, here) => {
                  make(false);
                  announce(t("knowledge.collection.made", { name }));
                  if (here) navigate(`/knowledge/c/${encodeURIComponent(made.id)}`);
                },
              },
            )
          }
        />
      )}
    </nav>
  );
}

interface WayProps {
  readonly href: string;
  readonly current: boolean;
  readonly icon?: typeof Library;
  readonly name: string;
  readonly count: number;
}

function Way({ href, current, icon: Icon, name, count }: WayProps) {
  return (
    <Link
      href={href}
      aria-current={current ? "page" : undefined}
      className={classes(
        "inline-flex h-7 max-w-56 shrink-0 items-center gap-1.5 rounded-full border px-3 text-xs font-medium transition-colors duration-100",
        current ? "border-fg bg-fg text-panel" : "border-line-strong text-muted hover:bg-hover hover:text-fg",
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
      <span className="min-w-0 truncate">{name}</span>
      <span className="tabular-nums">{count}</span>
    </Link>
  );
}
