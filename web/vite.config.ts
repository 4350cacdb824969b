// Builds the web app into build/web: scripts, styles and fonts under static, with a hash in their names so that
// browsers can cache them for ever, and compressed files beside them.

import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressTextFiles } from "./build-steps/compress-text-files.ts";
import { endpointTable } from "./build-steps/endpoint-table.ts";
import { fontPreloads } from "./build-steps/font-preloads.ts";
import { pageList } from "./build-steps/page-list.ts";
import { pageStartScript } from "./build-steps/page-start-script.ts";
import { filesOfPart, partLoading } from "./build-steps/part-loading.ts";
import { prerenderedPage } from "./build-steps/prerendered-page.ts";
import { serviceWorker } from "./build-steps/service-worker.ts";

export default defineConfig({
  root: import.meta.dirname,
  // `npm run dev` also starts the API server and sets its address.
  server: { proxy: { "/api": process.env.TABSTOP_API ?? "http://127.0.0.1:3000" } },
  plugins: [
    react(),
    tailwindcss(),
    endpointTable(),
    partLoading(),
    pageStartScript(),
    fontPreloads(),
    pageList(),
    prerenderedPage(),
    serviceWorker(),
    compressTextFiles(),
  ],
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "static/js/[name]-[hash].js" } } },
  build: {
    outDir: "../build/web",
    emptyOutDir: true,
    // The oldest browsers that Tabstop works in, as README.md and page-start.js name them: Chrome 111 and Safari 16.4 have
    // `color-mix`, Firefox 128 is the oldest with long support that has `:has` and Intl.Segmenter.
    target: ["chrome111", "edge111", "firefox128", "safari16.4"],
    // No inlined files: the content security policy allows fonts from this origin only.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, others, host) => filesOfPart(file, others, host),
    },
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: {
        index: join(import.meta.dirname, "index.html"),
        "api-docs": join(import.meta.dirname, "api-docs.html"),
      },
      output: {
        // One chunk for everything that the first page needs; the bundler would make two. The dialog is in it too,
        // since every learner needs it: it adds 100 B there, and takes 400 B as a chunk.
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
