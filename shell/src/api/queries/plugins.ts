/** Plugins: found in their folder, uploaded, disabled; approving goes through the dialog of actions by hand. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { spoken } from "../spoken";

/** All plugins; the folder is looked at for this. */
export function usePlugins() {
  return useQuery({
    queryKey: [...keys.plugins, "list", spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/plugins", { params: { query: { locale: spoken() } }, signal })),
  });
}

/** One plugin. */
export function usePlugin(name: string) {
  return useQuery({
    queryKey: [...keys.plugins, "one", name, spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/plugins/{name}", { params: { path: { name }, query: { locale: spoken() } }, signal })),
  });
}

/** What a plugin wrote to its log. */
export function usePluginLog(name: string) {
  return useQuery({
    queryKey: [...keys.plugins, "log", name],
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/plugins/{name}/log", { params: { path: { name } }, signal }))).lines,
  });
}

/** Look at the folder of a plugin anew, or take it out of use. */
export function useSetPlugin(name: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (verb: "reload" | "disable") => {
      const params = { path: { name }, query: { locale: spoken() } };
      return verb === "reload" ? unwrap(client.POST("/v1/plugins/{name}/reload", { params })) : unwrap(client.POST("/v1/plugins/{name}/disable", { params }));
    },
    onSettled: () =>
      Promise.all([cache.invalidateQueries({ queryKey: keys.plugins }), cache.invalidateQueries({ queryKey: keys.capabilities })]),
  });
}

/** Where the code of a capability runs, and why there. */
export function useRuntime(name: string) {
  return useQuery({
    queryKey: [...keys.capabilities, "runtime", name, spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/capabilities/{name}/runtime", { params: { path: { name }, query: { locale: spoken() } }, signal })),
  });
}
