import { type StepView, useCapabilities, usePersonas } from "@/api";
import { capabilityTitle } from "@/catalog";
import { nameOf as agentName, useI18n } from "@/i18n";
import { nameOf } from "./words";

interface DoingProps {
  readonly step: StepView;
  readonly className?: string;
}

/** Which tool or agent a step is done with, by the name people know; nothing when the step itself is called so. */
export function Doing({ step, className }: DoingProps) {
  const { t, locale } = useI18n();
  const { data: capabilities = [] } = useCapabilities();
  const { data: agents = [] } = usePersonas();
  const tool = capabilities.find(({ name }) => name === step.capability);
  const agent = agents.find(({ id }) => id === step.agent);
  const name = tool ? capabilityTitle(tool, locale) : agent ? agentName(agent, t) : (step.capability ?? step.agent);
  return name === null || name === nameOf(step, t) ? null : <span className={className}>{name}</span>;
}
