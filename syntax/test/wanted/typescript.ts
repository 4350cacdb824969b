import type { WantedDifferences } from "./wanted.ts";

export const wantedInTypescript: WantedDifferences = {};
