import type { WantedDifferences } from "./wanted.ts";

export const wantedInJson: WantedDifferences = {};
