// Types three examples of every built-in course to their end in a real browser: one of the first lesson, one from the
// middle and the last one. The result shows the output that the example has in its file.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { expect, test } from "./support/test.ts";
import { register, typeKeys, waitForCode } from "./support/typing.ts";

test.describe.configure({ mode: "parallel" });

const files = readdirSync(join(import.meta.dirname, "../catalogue")).filter((name) => name.endsWith(".md"));

test("the catalogue has fifteen courses", () => {
  expect(files.sort()).toEqual([
    "bash-essentials.md",
    "c-essentials.md",
    "cpp-essentials.md",
    "git-on-the-command-line.md",
    "go-essentials.md",
    "html-and-css-essentials.md",
    "java-essentials.md",
    "javascript-essentials.md",
    "php-essentials.md",
    "python-essentials.md",
    "ruby-essentials.md",
    "rust-essentials.md",
    "sql-essentials.md",
    "symbols-and-brackets.md",
    "typescript-essentials.md",
  ]);
});

for (const place of files.keys()) {
  test(`three examples of built-in course ${place + 1} can be typed to their end and show what they print`, async ({
    page,
  }) => {
    await register(page);
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "{}").token as string);
    const request = async <T>(path: string): Promise<T> => {
      const response = await page.request.get(`/api${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.ok(), path).toBe(true);
      return (await response.json()) as T;
    };
    const { courses } = await request<ResponseOf<"listCourses">>("/courses/courses");
    const chosen = courses[place];
    if (!chosen) throw new Error(`there are only ${courses.length} courses`);
    const { lessons } = await request<ResponseOf<"getCourse">>(`/courses/courses/${chosen.id}`);

    for (const share of [0, 0.5, 1]) {
      const lesson = lessons[Math.round(share * (lessons.length - 1))];
      const { chapters } = await request<ResponseOf<"getLesson">>(`/courses/lessons/${lesson?.id}`);
      const examples = chapters.flatMap((chapter) => chapter.examples);
      const example = examples[Math.round(share * (examples.length - 1))];
      if (!lesson || !example) throw new Error(`${chosen.title} has no lesson or example there`);
      await page.goto(`/courses?lessonId=${lesson.id}&exampleId=${example.id}`);
      expect(await waitForCode(page, example.title)).toBe(example.code_content);
      await typeKeys(page, example.code_content);
      const result = page.getByRole("dialog", { name: example.title });
      await expect(result).toContainText("100%");
      await expect(result).toContainText("New Record!");
      const shown = result.getByRole("region", {
        name: example.language === "sql" ? "It returns" : "It prints",
      });
      await expect(shown).toHaveCount(example.output === "" ? 0 : 1);
      if (example.output !== "") expect(await shown.textContent()).toBe(example.output);
    }
  });
}
