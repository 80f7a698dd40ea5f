import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { compress } from "./compress.ts";
import { firstPage } from "./first-page.ts";

/** What stands on the first page: home, the chat beside it, and an answer in it. */
const FIRST = ["@/features/home/HomeScreen", "@/features/chat/ChatPanel", "@/ui/markdown/MarkdownBody"];

const server = process.env.AULE_URL ?? "http://127.0.0.1:8700";

export default defineConfig({
  base: "/",
  plugins: [react(), tailwindcss(), firstPage(FIRST), compress()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: process.env.AULE_SHELL_OUT ?? "../src/aule/server/static",
    emptyOutDir: true,
    target: "es2023",
    // Every asset stays a file: the page's content policy allows no inline data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            // What several parts share comes at once: dozens of small files weigh and wait more than one.
            // The first page fetches only what it needs itself; what other screens share waits for the first of them.
            { name: "shared", tags: ["$initial"], minShareCount: 3, priority: 2 },
            { name: "rooms", minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    // The server checks Host and Origin, so the proxy presents itself as the server's own page.
    proxy: { "/v1": { target: server, changeOrigin: true, headers: { origin: server }, ws: true } },
  },
});
