// The columns of the table of constructs, and what its address says.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { readLanguage } from "../learning/language-name.ts";

export type ConstructInsight = ResponseOf<"getConstructInsights">["constructs"][number];

export const columns = [
  { key: "name", label: "Construct" },
  { key: "language", label: "Language" },
  { key: "places", label: "Typed" },
  { key: "slip_rate", label: "Slips" },
  { key: "hidden", label: "Asked from memory" },
  { key: "shown_rate", label: "Shown" },
] as const satisfies readonly { readonly key: keyof ConstructInsight; readonly label: string }[];

/** What is chosen above the table; undefined means all. */
export type Choice = { readonly language: string | undefined; readonly courseId: number | undefined };

/** Words of the address that no choice has count as all. */
export function readChoice(query: URLSearchParams): Choice {
  const course = query.get("course") ?? "";
  return {
    language: readLanguage(query.get("language")) ?? undefined,
    courseId: /^[1-9]\d{0,8}$/.test(course) ? Number(course) : undefined,
  };
}
