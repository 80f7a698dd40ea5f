/** Rules that the compiler does not check: the order of hooks, what effects depend on, and common slips. */

import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(globalIgnores(["src/api/schema.ts"]), {
  files: ["**/*.{ts,tsx}"],
  extends: [tseslint.configs.recommended],
  plugins: { "react-hooks": reactHooks },
  linterOptions: { reportUnusedDisableDirectives: "error" },
  rules: {
    "react-hooks/rules-of-hooks": "error",
    "react-hooks/exhaustive-deps": "error",
    // A name with an underscore says that a value is left out on purpose.
    "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
  },
});
