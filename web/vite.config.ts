// How the web app is built: into build/web, scripts under static/js, styles and fonts under static, all with a hash in
// their name so that they can be cached for good; a .br file beside every text file.

import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressTextFiles } from "./build-steps/compress-text-files.ts";
import { endpointTable } from "./build-steps/endpoint-table.ts";
import { fontPreloads } from "./build-steps/font-preloads.ts";
import { pageList } from "./build-steps/page-list.ts";
import { pageStartScript } from "./build-steps/page-start-script.ts";
import { prerenderedPage } from "./build-steps/prerendered-page.ts";
import { serviceWorker } from "./build-steps/service-worker.ts";

export default defineConfig({
  root: import.meta.dirname,
  // `npm run dev` starts the server beside this one and says where it is.
  server: { proxy: { "/api": process.env.TABSTOP_API ?? "http://127.0.0.1:3000" } },
  plugins: [
    react(),
    tailwindcss(),
    endpointTable(),
    pageStartScript(),
    fontPreloads(),
    pageList(),
    prerenderedPage(),
    serviceWorker(),
    compressTextFiles(),
  ],
  build: {
    outDir: "../build/web",
    emptyOutDir: true,
    target: "es2022",
    // Nothing inlined: the content security policy allows fonts from this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: {
        index: join(import.meta.dirname, "index.html"),
        "api-docs": join(import.meta.dirname, "api-docs.html"),
      },
      output: {
        // All that the first page needs is one file; left to itself the bundler cuts it in two. The dialog is in it too,
        // since a learner needs it anyhow: there it is 100 B, in a file of its own 400.
        codeSplitting: { groups: [{ name: "app", test: /web[\\/](?:main|ui[\\/]dialog)\.tsx$/ }] },
        entryFileNames: "static/js/[name]-[hash].js",
        chunkFileNames: "static/js/[name]-[hash].js",
        assetFileNames: ({ names }) => {
          const name = names[0] ?? "";
          if (name.endsWith(".css")) return "static/css/[name]-[hash][extname]";
          if (name.endsWith(".woff2")) return "static/fonts/[name]-[hash][extname]";
          return "static/[name]-[hash][extname]";
        },
      },
    },
  },
});
