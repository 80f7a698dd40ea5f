import { Puzzle, Wrench } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { type Capability, useCapabilities } from "@/api";
import { capabilityTitle, categoryTitle, type Effect, EFFECTS, effectIcon, shelves, useAppTitle, withWords } from "@/catalog";
import { helpOf, useI18n } from "@/i18n";
import { Page, Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { Button, EmptyState, Row, SearchField, Segmented } from "@/ui";

/** Every capability, by app and by what it does. */
export function CapabilityList() {
  const { t, locale } = useI18n();
  const [words, setWords] = useState("");
  const [effect, setEffect] = useState<Effect | "all">("all");
  const { data, error, refetch } = useCapabilities();
  const found = withWords(data ?? [], words);
  const shown = shelves(found, locale).filter((shelf) => effect === "all" || shelf.effect === effect);
  const count = (each: Effect) => found.filter((capability) => capability.effect === each).length;
  const nameOf = useAppTitle();
  const everything = () => {
    setWords("");
    setEffect("all");
  };
  return (
    <Page title={t("capabilities.title")} about={t("capabilities.about")} aside={<PluginsLink />}>
      <div className="-mb-4 flex flex-col gap-3">
        <SearchField label={t("capabilities.search")} value={words} onChange={setWords} />
        {data && (
          <Segmented
            look="chips"
            label={t("capabilities.effect")}
            value={effect}
            onChange={setEffect}
            options={[
              { value: "all", label: t("capabilities.effect.all"), count: found.length },
              ...EFFECTS.filter((each) => data.some((capability) => capability.effect === each)).map((each) => ({
                value: each,
                label: t(`effect.${each}`),
                icon: effectIcon(each),
                count: count(each),
              })),
            ]}
          />
        )}
      </div>
      {data === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={8} />
        )
      ) : shown.length === 0 ? (
        <EmptyState
          icon={Wrench}
          title={t("capabilities.nothing")}
          action={<Button onClick={everything}>{t("capabilities.nothing.action")}</Button>}
        />
      ) : (
        shown.map((shelf) => (
          <Section
            key={`${shelf.app}/${shelf.effect}`}
            title={t("capabilities.shelf", { app: nameOf(shelf.app), effect: t(`effect.${shelf.effect}`) })}
            aside={<span className="text-muted max-sm:hidden">{t(`effect.${shelf.effect}.about`)}</span>}
          >
            <Rows>
              {shelf.capabilities.map((capability) => (
                <Item key={capability.name} capability={capability} />
              ))}
            </Rows>
          </Section>
        ))
      )}
    </Page>
  );
}

function PluginsLink() {
  const { t } = useI18n();
  const [, go] = useLocation();
  return (
    <Button icon={Puzzle} onClick={() => go("/plugins")}>
      {t("capabilities.plugins")}
    </Button>
  );
}

function Item({ capability }: { readonly capability: Capability }) {
  const { t, locale } = useI18n();
  const Icon = effectIcon(capability.effect);
  return (
    <Row
      href={`/capabilities/${capability.name}`}
      leading={<Icon aria-hidden className="size-4 shrink-0 text-muted" />}
      title={<span className="font-medium">{capabilityTitle(capability, locale)}</span>}
      detail={helpOf(capability.description, locale).split("\n")[0]}
      trailing={
        <span className="max-sm:hidden">
          {capability.runtime === "native" ? categoryTitle(capability.category, t) : t(`capabilities.runtime.${capability.runtime}`)}
        </span>
      }
    />
  );
}
