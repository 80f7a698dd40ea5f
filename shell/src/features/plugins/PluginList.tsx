import { ArrowLeft, Puzzle } from "lucide-react";
import { Link } from "wouter";

import { type Plugin, usePlugins } from "@/api";
import { useT } from "@/i18n";
import { Loaded, Page, Rows, RowsSkeleton } from "@/stage";
import { EmptyState, ForeignText, Row } from "@/ui";
import { AddPlugin } from "./AddPlugin";
import { StateBadge } from "./StateBadge";

/** All plugins, those in the folder that nobody approved yet as well. */
export function PluginList() {
  const t = useT();
  const query = usePlugins();
  const back = (
    <Link href="/capabilities" className="inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("capabilities.title")}
    </Link>
  );
  return (
    <Page title={t("plugins.title")} about={t("plugins.about")} above={back}>
      <AddPlugin />
      <Loaded query={query} waiting={<RowsSkeleton />}>
        {({ items, not_plugins: others }) => (
          <>
            {items.length === 0 ? (
              <EmptyState icon={Puzzle} title={t("plugins.none")}>
                {t("plugins.none.about")}
              </EmptyState>
            ) : (
              <Rows>
                {items.map((plugin) => (
                  <Item key={plugin.name} plugin={plugin} />
                ))}
              </Rows>
            )}
            {others.length > 0 && (
              <p className="text-sm text-muted">
                {t("plugins.strangers")} <ForeignText place="name">{others.join(", ")}</ForeignText>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Item({ plugin }: { readonly plugin: Plugin }) {
  const detail = plugin.problem ?? plugin.description;
  return (
    <Row
      href={`/plugins/${plugin.name}`}
      leading={<Puzzle aria-hidden className="size-4 shrink-0 text-muted" />}
      title={
        <span className="font-medium">
          <ForeignText>{plugin.title || plugin.name}</ForeignText>
        </span>
      }
      detail={<ForeignText>{detail}</ForeignText>}
      trailing={<StateBadge state={plugin.state} />}
    />
  );
}
