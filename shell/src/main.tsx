import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "@/desktop/App";
import { learn, useLocale } from "@/i18n";
import { watchSystemTheme } from "@/state";
import "@/styles/index.css";

watchSystemTheme();

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root");
await learn(useLocale.getState().locale);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
