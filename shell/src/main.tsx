import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "@/desktop/App";
import { learn, useLocale } from "@/i18n";
import { watchSystemTheme } from "@/state";
import "@/styles/index.css";

watchSystemTheme();

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root");
const { locale } = useLocale.getState();
document.documentElement.lang = locale;
await learn(locale);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
