// Builds the bench's pages as the product is built: the two floors, the code area alone, and a bare page of React.

import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  logLevel: "warn",
  plugins: [tailwindcss()],
  build: {
    outDir: "../.cache/bench-pages",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ["floor/index", "floor/window", "page/index", "bare/index"].map((name) =>
        join(import.meta.dirname, `${name}.html`),
      ),
    },
  },
});
