import type { WantedDifferences } from "./wanted.ts";

export const wantedInRegex: WantedDifferences = {};
