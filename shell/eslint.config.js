/** Rules that the compiler does not check: the order of hooks, what effects depend on, and common slips. */

import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const FORGETFUL = {
  name: "@tanstack/react-query",
  importNames: ["useMutation"],
  message: "It forgets what one call had to say when the component is gone: use the one of `api/mutation.ts`.",
};

export default defineConfig(globalIgnores(["src/api/schema.ts"]), {
  files: ["**/*.{ts,tsx}"],
  extends: [tseslint.configs.recommended],
  plugins: { "react-hooks": reactHooks },
  linterOptions: { reportUnusedDisableDirectives: "error" },
  rules: {
    "react-hooks/rules-of-hooks": "error",
    "react-hooks/exhaustive-deps": "error",
    "no-restricted-imports": ["error", { paths: [FORGETFUL] }],
    // A name with an underscore says that a value is left out on purpose.
    "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
  },
}, {
  files: ["src/api/mutation.ts"],
  rules: { "no-restricted-imports": "off" },
});
