import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import vite from "./vite.config.ts";

/** Tests that need a page: what is drawn, listens to the browser, or remembers something in it. */
const PAGES = [
  "src/**/*.test.tsx",
  "src/api/{client,session,stream,tabs,wake}.test.ts",
  "src/desktop/{screens,useSteadyConnection}.test.ts",
  "src/features/{agents,capabilities,models,schedules}/*.test.ts",
  "src/features/artifacts/filters.test.ts",
  "src/features/chat/messages/steady.test.ts",
  "src/ui/undoToast.test.ts",
];

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      pool: "threads",
      restoreMocks: true,
      // A bound against hanging: a small machine may take its time.
      testTimeout: 30_000,
      hookTimeout: 30_000,
      expect: { poll: { timeout: 10_000 } },
      setupFiles: ["./src/test-setup.ts"],
      // Files of a worker share one page, which the set-up clears after each test: a page for each file took most of the time.
      isolate: false,
      projects: [
        { extends: true, test: { name: "pages", environment: "jsdom", include: PAGES } },
        // Rules are plain functions: they need no page.
        {
          extends: true,
          test: {
            name: "rules",
            environment: "node",
            include: ["src/**/*.test.ts"],
            exclude: [...configDefaults.exclude, ...PAGES],
          },
        },
      ],
    },
  }),
);
