import type { Plugin } from "vite";

const ID = "\0aule-first-page";

/**
 * Tells the bundler which screens the first page shows, although each is fetched when it is drawn: the tag `$initial`
 * then holds for all that page needs and for nothing else. The entry that says so is not written.
 */
export function firstPage(modules: readonly string[]): Plugin {
  return {
    name: "aule-first-page",
    apply: "build",
    config: () => ({ build: { rolldownOptions: { input: { index: "index.html", "first-page": ID } } } }),
    resolveId: (id) => (id === ID ? id : null),
    load: (id) => (id === ID ? modules.map((module) => `export * from "${module}";`).join("\n") : null),
    generateBundle: (_, bundle) => {
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk" && file.facadeModuleId === ID) delete bundle[name];
      }
    },
  };
}
