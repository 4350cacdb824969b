// What an example prints, through every call that reads or writes it.

import { describe, expect, test } from "vitest";
import { sql } from "kysely";
import { contentWorld, expectDerivedExact, finish, nowText } from "../test/content-world.ts";
import { saveHighlight } from "../store/content/highlights.ts";
import { openers } from "../test/harness.ts";
import { outcome, refusal } from "../test/refusal.ts";

const twoExamples = (printed: string) =>
  `## C\n\n### One\n\n\`\`\`python\nprint(1)\n\`\`\`\n\n\`\`\`output\n${printed}\n\`\`\`\n\n### Two\n\n\`\`\`python\nx = 1\n\`\`\`\n`;
const courseText = (printed: string, title = "Printing") =>
  `---\ntitle: ${title}\ndifficulty_level: beginner\n---\n\n# L\n\n${twoExamples(printed)}`;

describe.each(openers)("$name", (opener) => {
  const world = contentWorld(opener);
  const get = (exampleId: number) => world.ada.client("adminGetExample", { params: { exampleId } });
  const put = (exampleId: number, body: object) =>
    world.ada.client("adminUpdateExample", { params: { exampleId }, body });
  const post = (body: object) =>
    world.ada.client("adminCreateExample", {
      body: { title: "E", code_content: "x", chapter_id: world.at.chapter("1a"), ...body },
    });
  const outputsIn = async (chapterId: number) =>
    (await world.ada.client("adminListExamples", { params: { chapterId } })).examples.map(
      ({ output }) => output,
    );

  test("an output is stored with its line ends only normalised, and every call that shows the example has it", async () => {
    const made = await post({ output: " 1\r\n\t2 \r\n\n", language: "python", order_index: 9 });
    const output = " 1\n\t2 \n\n";
    expect(made).toMatchObject({ output, code_version: 1 });
    expect(await get(made.id)).toEqual(made);
    expect(await outputsIn(world.at.chapter("1a"))).toEqual(["", "", output]);
    const lessonId = world.at.lesson("One");
    const { chapters } = await world.mira.client("getLesson", { params: { lessonId } });
    expect(chapters[0]?.examples.map((example) => example.output)).toEqual(["", "", output]);
    const review = await world.mira.client("getReviewExample", {
      params: { exampleId: made.id },
      query: { way: "recall", zone: "Europe/Berlin" },
    });
    expect(review).toMatchObject({ id: made.id, output });
  });

  test("an example without an output has an empty one; a save without the field keeps it, and '' clears it", async () => {
    const { id, output } = await post({});
    expect(output).toBe("");
    expect(await put(id, { output: "2" })).toMatchObject({ output: "2" });
    expect(await put(id, { title: "Renamed" })).toMatchObject({ output: "2" });
    expect(await put(id, { code_content: "y" })).toMatchObject({ output: "2", code_version: 2 });
    expect(await put(id, { output: "" })).toMatchObject({ output: "" });
  });

  test("another output alone is no new code: times, cards' constructs and colours stay", async () => {
    const exampleId = world.at.example("a");
    await finish(world, world.mira, "a", 4_000);
    const stored = { example_id: exampleId, code_version: 1, syntax_version: 1 };
    await world.harness.store.write(async (tx) => {
      await tx.deleteFrom("example_syntax").execute();
      await tx.insertInto("example_syntax").values(stored).execute();
      const { code_hash, language } = await tx
        .selectFrom("example")
        .select(["code_hash", "language"])
        .where("id", "=", exampleId)
        .executeTakeFirstOrThrow();
      await saveHighlight(tx, { code_hash, language, engine_version: "1", runs: [["k", 5]] });
    });
    const before = await get(exampleId);
    world.harness.clock.now += 1_000;
    const saved = await put(exampleId, { output: "printed" });
    expect(saved).toEqual({ ...before, output: "printed", updated_at: nowText(world) });
    expect([saved.code_version, saved.time_count, world.codeChanges]).toEqual([1, 1, 0]);
    const rows = await world.harness.store.read((db) =>
      db
        .selectFrom("example_syntax")
        .select(["example_id", "code_version", "syntax_version"])
        .where("example_id", "=", exampleId)
        .execute(),
    );
    expect(rows).toEqual([stored]);
    const { examples } = await world.ada.client("adminListExamples", {
      params: { chapterId: world.at.chapter("1a") },
    });
    expect(examples[0]).toMatchObject({ id: exampleId, tokens: [["k", 5]] });
    const { leaderboard } = await world.mira.client("getLeaderboard", { params: { exampleId } });
    expect(leaderboard).toMatchObject([{ best_time_ms: 4_000 }]);
    expect(await finish(world, world.mira, "a", 3_000)).toMatchObject({ best_time_ms: 3_000 });
    await expectDerivedExact(world);
  });

  test("an output that no file can contain is refused at its field, in the words of the formats", async () => {
    const exampleId = world.at.example("a");
    const before = await get(exampleId);
    const faults: [unknown, string | RegExp][] = [
      [
        "x".repeat(2_001),
        "The output has 2,001 characters in 1 line. At most 2,000 characters and 100 lines are allowed.",
      ],
      [
        "\n".repeat(100),
        "The output has 100 characters in 101 lines. At most 2,000 characters and 100 lines are allowed.",
      ],
      ["a\nb\u0007", /^Line 2: The output contains a character that cannot be stored: U\+0007\.$/],
      [null, /./],
      [7, /./],
    ];
    for (const [output, message] of faults) {
      for (const call of [() => put(exampleId, { output }), () => post({ output })]) {
        const { status, code, details } = await refusal(call());
        expect([status, code, details[0]?.path]).toEqual([400, "INVALID", "output"]);
        expect(details[0]?.message).toMatch(message);
      }
    }
    expect(await get(exampleId)).toEqual(before);
    const longest = `${"😀".repeat(1_900)}${"\n".repeat(99)}`;
    expect(await put(exampleId, { output: longest })).toMatchObject({ output: longest });
  });

  test("an open form of another admin notices another output, and gets it with the conflict", async () => {
    const exampleId = world.at.example("a");
    const { updated_at } = await get(exampleId);
    const saved = await put(exampleId, { output: "theirs", updated_at });
    const { status, code, body } = await refusal(put(exampleId, { output: "mine", updated_at }));
    expect([status, code]).toEqual([409, "EDIT_CONFLICT"]);
    expect(body).toMatchObject({ current: saved });
    expect(saved.output).toBe("theirs");
  });

  test.each(["markdown", "csv"] as const)(
    "a course and appended lessons keep their outputs through an export as %s and back",
    async (format) => {
      const { courseId } = await world.ada.client("importCourseMarkdown", {
        body: { markdown: courseText("1\n  2\n") },
      });
      const exported = async (id: number) => {
        const name = format === "markdown" ? "exportMarkdown" : "exportCsv";
        const { content } = await world.ada.client(name, { params: { courseId: id } });
        return Buffer.from(await content.arrayBuffer()).toString();
      };
      const text = await exported(Number(courseId));
      const again = await (format === "markdown"
        ? world.ada.client("importCourseMarkdown", { body: { markdown: text } })
        : world.ada.client("importCourseCsv", { body: { csvData: text } }));
      expect(await exported(Number(again.courseId))).toBe(text);
      const target = { courseId: world.at.courseId };
      if (format === "markdown")
        await world.ada.client("importLesson", {
          body: { ...target, markdown: `# Added\n\n${twoExamples("1\n  2\n")}` },
        });
      else await world.ada.client("importLessonsCsv", { body: { ...target, csvData: text } });
      for (const id of [Number(courseId), Number(again.courseId), world.at.courseId]) {
        const { lessons } = await world.ada.client("adminListLessons", { params: { courseId: id } });
        const params = { lessonId: lessons.at(-1)?.id as number };
        const { chapters } = await world.ada.client("adminListChapters", { params });
        expect(await outputsIn(chapters[0]?.id as number)).toEqual(["1\n  2\n", ""]);
      }
    },
  );

  test("a file whose output is too long is refused in the words of the form, in both formats and as lessons", async () => {
    const long = "x".repeat(2_001);
    const sentence =
      "The output has 2,001 characters in 1 line. At most 2,000 characters and 100 lines are allowed.";
    const target = { courseId: world.at.courseId };
    const header = "lesson_title,chapter_title,example_title,language,code_content,output\n";
    const calls = [
      () => world.ada.client("importCourseMarkdown", { body: { markdown: courseText(long) } }),
      () =>
        world.ada.client("importCourseCsv", {
          body: { csvData: `course_title,difficulty_level,${header}T,beginner,L,C,E,text,x,${long}\n` },
        }),
      () =>
        world.ada.client("importLesson", { body: { ...target, markdown: `# A\n\n${twoExamples(long)}` } }),
      () =>
        world.ada.client("importLessonsCsv", {
          body: { ...target, csvData: `${header}L,C,E,text,x,${long}\n` },
        }),
    ];
    for (const call of calls) {
      const { status, body } = await refusal(call());
      expect(status).toBe(422);
      expect(body).toMatchObject({
        errors: [{ code: "OUTPUT_TOO_LONG", message: expect.stringContaining(sentence) }],
      });
    }
  });

  test("outputs count among the characters of a course, in a form and in a file alike", async () => {
    const { store } = world.harness;
    const courseId = world.at.courseId;
    const sentence =
      "The course has 2,000,001 characters in total. At most 2,000,000 are allowed. Split it into two courses.";
    const exampleId = world.at.example("a");
    const { rows } = await store.read((db) =>
      sql<{ n: number }>`
        select sum(n) as n from (
          select length(title) + length(description) as n from course
          union all select length(title) + length(description) from lesson
          union all select length(title) + length(description) from chapter
          union all select length(title) + length(description) + length(code_content) from example) as texts`.execute(
        db,
      ),
    );
    const left = 2_000_000 - Number(rows[0]?.n);
    await store.write((tx) =>
      tx
        .updateTable("stored_example")
        .set({ code_content: "y".repeat(left - 10) })
        .where("id", "=", world.at.example("d"))
        .execute(),
    );
    // Its code of before was counted.
    const room = 10 + "const d = 1;".length;
    expect(await outcome(put(exampleId, { output: "😀".repeat(room) }))).toBe("200");
    const { details } = await refusal(put(exampleId, { output: "😀".repeat(room + 1) }));
    expect(details).toEqual([{ path: "output", message: sentence }]);
    expect(await outcome(put(exampleId, { output: "" }))).toBe("200");
    const lesson = (output: string) =>
      `# L\n\n## C\n\n### E\n\n\`\`\`text\nx\n\`\`\`\n\n\`\`\`output\n${output}\n\`\`\`\n`;
    const added = (output: string) =>
      world.ada.client("importLesson", { body: { courseId, markdown: lesson(output) } });
    const { body } = await refusal(added("o".repeat(room - 3)));
    expect(body).toMatchObject({ errors: [{ message: expect.stringContaining(sentence) }] });
    expect(await outcome(added("o".repeat(room - 4)))).toBe("200");
  });

  test("output is the language of no example, in any call, and the refusal says what to write", async () => {
    const hint =
      '"output" is not a language: in a course file it marks what an example prints. Write the language of the code, or text if there is none.';
    for (const language of ["output", " OUTPUT ", "out\u200bput"])
      for (const call of [() => put(world.at.example("a"), { language }), () => post({ language })])
        expect((await refusal(call())).details).toEqual([{ path: "language", message: hint }]);
    const header = "lesson_title,chapter_title,example_title,language,code_content\n";
    const target = { courseId: world.at.courseId };
    const files = [
      () =>
        world.ada.client("importCourseCsv", {
          body: { csvData: `course_title,difficulty_level,${header}T,beginner,L,C,E,Output,x\n` },
        }),
      () =>
        world.ada.client("importLessonsCsv", { body: { ...target, csvData: `${header}L,C,E,output,x\n` } }),
    ];
    for (const call of files) {
      const { status, body } = await refusal(call());
      expect(status).toBe(422);
      expect(body).toMatchObject({ errors: [{ message: expect.stringContaining(hint) }] });
    }
    // In Markdown it is a block of output without code above it.
    const text =
      "---\ntitle: T\ndifficulty_level: beginner\n---\n\n# L\n\n## C\n\n### E\n\n```output\nx\n```\n";
    expect(
      (await refusal(world.ada.client("importCourseMarkdown", { body: { markdown: text } }))).status,
    ).toBe(422);
    expect(await get(world.at.example("a"))).toMatchObject({ language: "javascript" });
  });
});
