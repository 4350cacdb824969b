import type { WantedDifferences } from "./wanted.ts";

export const wantedInSql: WantedDifferences = {};
