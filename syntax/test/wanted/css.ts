import type { WantedDifferences } from "./wanted.ts";

export const wantedInCss: WantedDifferences = {};
