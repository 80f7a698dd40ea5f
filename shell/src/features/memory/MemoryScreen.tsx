import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { useLocation, useParams, useSearch } from "wouter";

import { useMemory } from "@/api";
import { useT } from "@/i18n";
import { FileEdits } from "@/memory";
import { Page } from "@/stage";
import { Button, Tabs } from "@/ui";
import { type Layer, LAYERS } from "./memory";
import { MemoryBrowser } from "./MemoryBrowser";
import { NewMemoryDialog } from "./NewMemoryDialog";
import { TidyUp } from "./TidyUp";

/** Memory: what is remembered, layer by layer, and each thing with where it came from. */
export function MemoryScreen() {
  const t = useT();
  const { id } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  const adding = new URLSearchParams(useSearch()).has("new");
  const { data: open } = useMemory(id);
  const [chosen, choose] = useState<Layer | null>(null);
  const layer = chosen ?? open?.layer ?? "long_term";
  return (
    <Page
      wide
      title={t("memory.title")}
      about={t("memory.about")}
      aside={
        <div className="flex items-center gap-2">
          <TidyUp />
          <Button icon={Plus} onClick={() => navigate("/memory?new")}>
            {t("memory.add")}
          </Button>
        </div>
      }
    >
      <Suspense>
        <FileEdits project="home" />
      </Suspense>
      <Tabs
        label={t("memory.layers")}
        value={layer}
        tabs={LAYERS.map((value) => ({ value, label: t(`memory.layer.${value}`) }))}
        onChange={(next) => {
          choose(next);
          navigate("/memory", { replace: true });
        }}
        className="flex flex-1 flex-col items-start gap-4 [&>[role=tabpanel]]:w-full [&>[role=tabpanel]]:flex-1"
      >
        <h2 className="sr-only">{t(`memory.layer.${layer}`)}</h2>
        <MemoryBrowser key={layer} layer={layer} selected={id} />
      </Tabs>
      <NewMemoryDialog
        open={adding}
        onClose={(made) => {
          if (made !== undefined) choose("long_term");
          navigate(made === undefined ? "/memory" : `/memory/${made}`, { replace: true });
        }}
      />
    </Page>
  );
}
