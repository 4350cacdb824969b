import type { WantedDifferences } from "./wanted.ts";

export const wantedInBash: WantedDifferences = {};
