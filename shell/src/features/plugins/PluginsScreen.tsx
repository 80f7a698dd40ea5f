import { useParams } from "wouter";

import { PluginList } from "./PluginList";
import { PluginPage } from "./PluginPage";

/** Plugins, and each on its own page. */
export function PluginsScreen() {
  const { name } = useParams<{ name?: string }>();
  return name === undefined ? <PluginList /> : <PluginPage key={name} name={name} />;
}
