import { parseCourse } from "@tabstop/course/markdown/parse-markdown";
import { expect, test } from "vitest";
import type { CatalogueExample } from "../course-files.ts";
import type { Verdict } from "./languages/language.ts";
import { madeCourse, madeExample } from "./test/made-course.ts";
import { withOutputs, withPrinted } from "./write-outputs.ts";

const fence = "```";
const head = "---\ntitle: T\ndifficulty_level: beginner\n---\n\n<!-- For authors. -->\n\n# L\n\n## C\n";
/** An example of a course file; `below` is what stands after its code. */
const block = (title: string, code: string, below = "") =>
  `\n### ${title}\n\nWhat it means.\n\n${fence}python\n${code}\n${fence}\n${below}`;
const output = (text: string) => `\n${fence}output\n${text}\n${fence}\n`;

test("outputs stand below their codes, and all else stays as it is", () => {
  const codes = ["print(1)", "x = 2", "print(3)"] as const;
  const before = head + codes.map((code, index) => block(`E${index}`, code)).join("\n<!-- Between. -->\n");
  const after =
    head +
    [block("E0", codes[0], output("1")), block("E1", codes[1]), block("E2", codes[2], output("3"))].join(
      "\n<!-- Between. -->\n",
    );
  expect(withOutputs(before, ["1", "", "3"])).toBe(after);
  expect(withOutputs(after, ["1", "", "3"])).toBe(after);
  expect(withOutputs(after, ["", "", ""])).toBe(before);
});

test("an output replaces the one that the file has, whatever its fence", () => {
  const before =
    head +
    block("A", "print(1)", "\n\n~~~output\n7\n```\n~~~\n") +
    block("B", "print(2)", `${fence}output\n${fence}\n`);
  expect(withOutputs(before, ["1", "2"])).toBe(
    head + block("A", "print(1)", output("1")) + block("B", "print(2)", output("2")),
  );
});

test("an output of any form is read again as it was", () => {
  const text = head + block("A", "print(1)") + block("B", "print(1)");
  for (const printed of [
    "```",
    "a\n````\n",
    "\n",
    " ",
    "\n\nx\n\n",
    "# L\n### E",
    "<!-- -->",
    "~~~",
    "---",
  ]) {
    const parsed = parseCourse(withOutputs(text, [printed, printed]));
    const examples = parsed.ok ? parsed.course.lessons[0]?.chapters[0]?.examples : [];
    expect(examples?.map((example) => example.output)).toEqual([printed, printed]);
  }
});

test("a code that ends another block is not taken for it, and a file that would be read otherwise is not written", () => {
  const before = head + block("A", "x = 1\nprint(1)") + block("B", "print(1)");
  expect(withOutputs(before, ["", "1"])).toBe(before + output("1"));
  const comment = `\n<!--\n${fence}python\nprint(1)\n${fence}\n-->\n`;
  expect(() => withOutputs(head + comment + block("A", "print(1)"), ["1"])).toThrow(RangeError);
});

const fileText = head + block("A", "a", output("old")) + block("B", "b", output("old"));

function printed(verdict: Verdict, language = "python") {
  const examples = ["a", "b"].map((code) => madeExample({ language, code, output: "old" }));
  const verdicts = new Map<CatalogueExample, Verdict>([[examples[0] as CatalogueExample, verdict]]);
  return withPrinted(fileText, madeCourse(examples), verdicts);
}

test("only an example that ran gets another output", () => {
  expect(printed({ faults: [], printed: "new" })).toEqual({
    text: fileText.replace("old", "new"),
    changed: 1,
  });
  expect(printed({ faults: ["format: black writes"], printed: "new" }).changed).toBe(1);
  expect(printed({ faults: [], printed: "" }).text).toBe(fileText.replace(output("old"), ""));
  for (const verdict of [
    { faults: ["run: no"] },
    { faults: [], printed: "old" },
    { faults: [], printed: "1".repeat(2_001) },
  ]) {
    expect(printed(verdict)).toEqual({ text: fileText, changed: 0 });
  }
});

test("an example of a language in which nothing runs loses its output", () => {
  expect(printed({ faults: [] }, "html").changed).toBe(2);
});
