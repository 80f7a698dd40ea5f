import { Pencil, PencilRuler, Trash2 } from "lucide-react";
import { useCallback, useState } from "react";

import { type Graph, useWorkflows } from "@/api";
import { GraphCard } from "@/graphs";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Button, Card, Select } from "@/ui";
import { FlowCanvas } from "./FlowCanvas";
import { FlowFindings } from "./FlowFindings";
import { FlowText } from "./FlowText";
import type { PartProps } from "./part";

interface FlowPartProps extends PartProps {
  readonly agent: string | undefined;
}

/** The steps by which the agent answers, where it has such: taken from a workflow, written as text, or removed. */
export function FlowPart({ agent, draft, set }: FlowPartProps) {
  const t = useT();
  const { data: workflows = [] } = useWorkflows();
  const [writing, write] = useState(false);
  const [isDrawing, draw] = useState(false);
  const graph = draft.flow_graph;
  const take = (next: Graph | null) => {
    set("flow_graph", next);
    write(false);
    draw(false);
  };
  const keep = useCallback((next: Graph) => set("flow_graph", next), [set]);
  const options = workflows.map(({ workflow }) => ({ value: workflow.id, label: workflow.title }));
  return (
    <Section title={t("agents.part.flow_graph")} about={t("agents.part.flow_graph.about")}>
      <Card className="flex flex-col gap-4 p-4">
        {isDrawing ? <FlowCanvas graph={graph} onChange={keep} /> : graph ? <GraphCard graph={graph} /> : <p className="text-sm text-muted">{t("agents.flow.none")}</p>}
        {graph && <FlowFindings agent={agent} graph={graph} />}
        {writing && <FlowText graph={graph} onTake={take} onClose={() => write(false)} />}
        <div role="group" aria-label={t("agents.part.flow_graph")} className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
          <Select
            label={t("agents.flow.from")}
            placeholder={options.length > 0 ? t("agents.flow.from") : t("agents.flow.no_workflows")}
            value=""
            disabled={options.length === 0}
            options={options}
            onChange={(id) => take(workflows.find(({ workflow }) => workflow.id === id)?.workflow.graph ?? graph)}
            className="max-w-full sm:w-64"
          />
          <Button icon={PencilRuler} aria-pressed={isDrawing} onClick={() => draw(!isDrawing)}>
            {t(isDrawing ? "agents.flow.drawn" : "agents.flow.draw")}
          </Button>
          {!writing && (
            <Button icon={Pencil} onClick={() => write(true)}>
              {t("agents.flow.edit")}
            </Button>
          )}
          {graph && (
            <Button icon={Trash2} onClick={() => take(null)}>
              {t("agents.flow.remove")}
            </Button>
          )}
        </div>
      </Card>
    </Section>
  );
}
