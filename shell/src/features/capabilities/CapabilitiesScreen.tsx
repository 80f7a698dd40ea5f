import { useParams } from "wouter";

import { CapabilityList } from "./CapabilityList";
import { CapabilityPage } from "./CapabilityPage";

/** Capabilities, called tools on the screen: everything the system can do, each with a form. */
export function CapabilitiesScreen() {
  const { name } = useParams<{ name?: string }>();
  return name === undefined ? <CapabilityList /> : <CapabilityPage key={name} name={name} />;
}
