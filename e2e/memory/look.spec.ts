// The appearance and the accessibility of what asks from memory.

import {
  completeDaysAgo,
  learnerWithReview,
  memoryField,
  openInWay,
  reviewDaysAgo,
  typeFromMemory,
} from "../support/memory.ts";
import { expect, test } from "../support/test.ts";

test.fixme("a run from memory ends in its result", async ({ page, server }) => {
  const { api, examples } = await learnerWithReview(page, server, { lessons: 1 });
  for (const example of examples) {
    await completeDaysAgo(api, example.id, 4);
    await reviewDaysAgo(api, example.id, 3);
    await openInWay(page, example, "gaps");
    await expect(memoryField(page, example.title)).toBeFocused();
    await typeFromMemory(page, example.code);
    await expect(page.getByRole("dialog", { name: "Example complete" })).toBeVisible();
  }
});
