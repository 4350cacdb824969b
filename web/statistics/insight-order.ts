// The columns of the table of insights.

import type { ResponseOf } from "@tabstop/contract/endpoints";

export type Insight = ResponseOf<"getInsights">["examples"][number];

/** With fewer learners, the server leaves out the figures. */
export const learnersAtLeast = 5;

export const columns = [
  { key: "title", label: "Title" },
  { key: "chapter_title", label: "Chapter" },
  { key: "learners", label: "Learners" },
  { key: "completion_rate", label: "Completion rate" },
  { key: "median_best_time_ms", label: "Median time" },
  { key: "ms_per_character", label: "Per character" },
  { key: "error_rate", label: "Error rate" },
] as const satisfies readonly { readonly key: keyof Insight; readonly label: string }[];
