import { limits } from "@tabstop/course/course";
import { afterEach, expect, test } from "vitest";
import { type CourseReader, type CourseReaderOptions, openCourseReader } from "./course-reader.ts";
import { parseFile } from "./course-jobs.ts";

const open: CourseReader[] = [];
function reader(options?: CourseReaderOptions): CourseReader {
  const made = openCourseReader(options);
  open.push(made);
  return made;
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const front = "---\ntitle: Large\ndifficulty_level: beginner\n---\n\n# L\n\n## C\n\n";
const small = `${front}### E\n\n\`\`\`javascript\nlet x = 1;\n\`\`\`\n`;

/** The largest course that the limits allow: 2,000 examples, two million characters. */
function largestCourse(): string {
  const code = Array.from({ length: 10 }, (_, i) => `${"x".repeat(88)}${i}`).join("\n");
  const chapter = (from: number) =>
    Array.from(
      { length: 200 },
      (_, i) => `### Example ${from + i}\n\n\`\`\`javascript\n${code}\n\`\`\`\n`,
    ).join("\n");
  const chapters = Array.from({ length: 10 }, (_, i) => `## Chapter ${i}\n\n${chapter(i * 200)}`);
  return `---\ntitle: Large\ndifficulty_level: beginner\n---\n\n# L\n\n${chapters.join("\n")}`;
}

test("the worker thread returns the same result as this thread for files of both formats, with faults and warnings", async () => {
  const { read } = reader();
  const csv =
    "course_title,difficulty_level,lesson_title,chapter_title,example_title,language,code_content\n";
  for (const job of [
    { format: "markdown", text: small },
    { format: "markdown", text: "\ufeff# No front matter\n" },
    { format: "markdown", text: small.replace("javascript", "klingon") },
    { format: "csv", text: `${csv}T,beginner,L,C,E,sql,SELECT 1;\n` },
    { format: "csv", text: `${csv}T,easy,L,C,E,sql,"SELECT 1;\n` },
    { format: "csv", text: "" },
  ] as const)
    expect(await read(job)).toEqual(parseFile(job));
});

test("the largest course is read within the limits of time and memory", async () => {
  const reading = await reader().read({ format: "markdown", text: largestCourse() });
  if (!reading.ok) throw new Error(reading.problems[0]?.message);
  expect(reading.course.lessons[0]?.chapters.flatMap(({ examples }) => examples).length).toBe(2_000);
});

const longest = (text: string) => text.repeat(Math.floor((limits.fileUnits - front.length) / text.length));

test("the longest hostile files are refused within the limits, with at most 200 faults, and the thread continues", async () => {
  const { read } = reader({ limitMs: 2_000 });
  const files = [
    { format: "markdown", text: front + longest("### \n") },
    { format: "markdown", text: front + longest("# a\n") },
    { format: "markdown", text: front + longest("```\n") },
    { format: "markdown", text: front + longest("漢") },
    { format: "markdown", text: front + longest("<!-- ") },
    { format: "markdown", text: `---\ntitle: ${longest("[")}` },
    { format: "csv", text: longest('"') },
    { format: "csv", text: longest(",\n") },
    { format: "csv", text: longest("a,b;c\t") },
    { format: "csv", text: `course_title\n${longest('"x')}` },
  ] as const;
  for (const file of files) {
    const reading = await read(file);
    if (reading.ok) throw new Error(`${file.text.slice(-20)} was accepted`);
    expect(reading.problems.length).toBeGreaterThan(0);
    expect(reading.problems.length).toBeLessThanOrEqual(200);
    expect(reading.problems[0]?.line).toBeGreaterThan(0);
  }
  expect(await read({ format: "markdown", text: small })).toMatchObject({ ok: true });
}, 180_000);

test("a file that is too long is refused without being copied to the thread", async () => {
  const reading = await reader({ limitMs: 0 }).read({
    format: "markdown",
    text: "#".repeat(limits.fileUnits + 1),
  });
  expect(reading).toMatchObject({
    ok: false,
    problems: [{ code: "FILE_TOO_LARGE", line: 1 }],
    errorCount: 1,
  });
});

test("a file that takes too much time or memory is refused with a reason, and the next one is read", async () => {
  const late = reader({ limitMs: 1 });
  expect(await late.read({ format: "markdown", text: largestCourse() })).toEqual({
    ok: false,
    problems: [
      {
        code: "FILE_TOO_LARGE",
        line: 1,
        found: `${largestCourse().length} characters`,
        expected: "a file that can be read in a few seconds",
        message: "Line 1: This file takes too much time or memory to read. Split it into smaller files.",
      },
    ],
    errorCount: 1,
    warnings: [],
    title: null,
  });
  const tight = reader({ memoryMb: 16 });
  expect(await tight.read({ format: "csv", text: longest("a,b;c\t") })).toMatchObject({
    ok: false,
    problems: [{ code: "FILE_TOO_LARGE" }],
  });
  expect(await tight.read({ format: "markdown", text: small })).toMatchObject({ ok: true });
});

test("a file that is being read when the server stops is not reported as faulty", async () => {
  const it = reader();
  const reading = it.read({ format: "markdown", text: largestCourse() });
  await Promise.all([it.close(), expect(reading).rejects.toMatchObject({ code: "UNAVAILABLE" })]);
  await expect(it.read({ format: "markdown", text: small })).rejects.toMatchObject({ code: "UNAVAILABLE" });
});
