import type { WantedDifferences } from "./wanted.ts";

export const wantedInJavascript: WantedDifferences = {};
