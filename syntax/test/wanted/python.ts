import type { WantedDifferences } from "./wanted.ts";

export const wantedInPython: WantedDifferences = {};
