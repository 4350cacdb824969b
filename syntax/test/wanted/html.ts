import type { WantedDifferences } from "./wanted.ts";

export const wantedInHtml: WantedDifferences = {};
