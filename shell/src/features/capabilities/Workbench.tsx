import type { Capability } from "@/api";
import { type JsonSchema, useForm } from "@/forms";
import { CallForm } from "./CallForm";
import { CallList } from "./CallList";
import { Examples } from "./Examples";
import { FactList } from "./FactList";
import { Outcome } from "./Outcome";
import { SchemaTable } from "./SchemaTable";
import { useCalling } from "./useCalling";

/** The tool on the bench: the form, what came of it, and everything there is to know. */
export function Workbench({ capability }: { readonly capability: Capability }) {
  const form = useForm(capability.params as JsonSchema);
  const calling = useCalling(capability, form);
  return (
    <>
      <FactList capability={capability} />
      <CallForm form={form} calling={calling} />
      <Outcome calling={calling} />
      <Examples capability={capability} params={form.reading.params} project={calling.project} />
      <CallList name={capability.name} onReuse={(params) => form.reset(params)} />
      <SchemaTable capability={capability} />
    </>
  );
}
