import { afterEach, describe, expect, test } from "vitest";
import type { Course } from "@tabstop/course/course";
import { changeExampleCode } from "../../store/content/content-changes.ts";
import { insertCourse } from "../../store/content/insert-course.ts";
import { missingHighlights, saveHighlight } from "../../store/content/highlights.ts";
import type { Store } from "../../store/store.ts";
import { openers, type TestServer, openServer } from "../../test/harness.ts";
import { engineVersion, type Highlighter, openHighlighter } from "./highlighter.ts";

const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of toClose.splice(0).reverse()) await one.close();
});

describe.each(openers)("$name", (opener) => {
  async function server(): Promise<TestServer> {
    const it = await openServer(opener);
    toClose.push(it);
    return it;
  }
  type Warnings = { fields: Record<string, unknown>; message: string }[];
  function highlighter(store: Store, limitMs?: number): { it: Highlighter; warnings: Warnings } {
    const warnings: Warnings = [];
    const log = {
      warn: (fields: object, message: string) => void warnings.push({ fields: { ...fields }, message }),
    };
    const it = openHighlighter({ store, log, ...(limitMs === undefined ? {} : { limitMs }) });
    toClose.push(it);
    return { it, warnings };
  }
  const plant = (store: Store, codes: readonly (readonly [string, string])[]) => {
    const examples = codes.map(([language, code_content], i) => ({
      title: `e${i}`,
      description: "",
      language,
      code_content,
    }));
    const course: Course = {
      title: "A course",
      description: "",
      difficulty_level: "beginner",
      order_index: null,
      lessons: [{ title: "L", description: "", chapters: [{ title: "C", description: "", examples }] }],
    };
    return store.write((tx) => insertCourse(tx, { course: { ...course, published: true }, at: 1 }));
  };
  const missing = (store: Store) => store.read((db) => missingHighlights(db, engineVersion, 100));
  async function tokens(it: TestServer) {
    const mira = await it.register(`mira${toClose.length}${Math.random().toString(36).slice(2, 8)}`);
    const { courses } = await mira.client("listCourses");
    const course = await mira.client("getCourse", { params: { courseId: courses[0]?.id ?? 0 } });
    const lesson = await mira.client("getLesson", { params: { lessonId: course.lessons[0]?.id ?? 0 } });
    return lesson.chapters.flatMap((chapter) => chapter.examples.map((example) => example.tokens));
  }

  async function tokensForAdmin(it: TestServer) {
    const ada = await it.registerAdmin(`ada${toClose.length}`);
    const { courses } = await ada.client("adminGetStructure");
    const chapterId = courses[0]?.lessons[0]?.chapters[0]?.id ?? 0;
    const { examples } = await ada.client("adminListExamples", { params: { chapterId } });
    return examples.map((example) => example.tokens);
  }

  test("code is drawn plain until its colours are computed, and comes with them afterwards", async () => {
    const served = await server();
    await plant(served.store, [
      ["javascript", "let x = 1;\n"],
      ["python", "# once"],
      ["javascript", "let x = 1;\n"],
    ]);
    expect(await tokens(served)).toEqual([null, null, null]);
    const { it, warnings } = highlighter(served.store);
    it.refresh();
    await it.settled();
    const js = [
      ["k", 3],
      ["", 5],
      ["d", 1],
      ["", 2],
    ];
    expect(await tokens(served)).toEqual([js, [["c", 6]], js]);
    expect(await tokensForAdmin(served)).toEqual([js, [["c", 6]], js]);
    expect(await missing(served.store)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test("a language without a grammar is noted, drawn plain and not asked for again", async () => {
    const served = await server();
    await plant(served.store, [
      ["klingon", "qapla'"],
      ["text", "just words"],
    ]);
    const { it, warnings } = highlighter(served.store);
    it.refresh();
    await it.settled();
    expect(await missing(served.store)).toEqual([]);
    expect(await tokens(served)).toEqual([null, null]);
    expect(warnings).toEqual([]);
  });

  test("code that takes too long costs itself: it stays plain, what comes before and after it gets its colours", async () => {
    const served = await server();
    // The slowest that was found: many seconds for this length, which no course may have.
    const slow = `${"a::".repeat(166)}\n`.repeat(150);
    await plant(served.store, [
      ["cpp", slow],
      ["json", "1"],
      ["json", "[true]"],
      ["ini", "a=1"],
    ]);
    const { it, warnings } = highlighter(served.store, 1_500);
    it.refresh();
    await it.settled();
    expect(await missing(served.store)).toEqual([]);
    const [ofSlow, ...ofOthers] = await tokens(served);
    expect(ofSlow).toBeNull();
    expect(ofOthers.slice(0, 2)).toEqual([
      [["d", 1]],
      [
        ["", 1],
        ["d", 4],
        ["", 1],
      ],
    ]);
    expect(warnings).toEqual([
      {
        message: "code stays without colours",
        fields: { codeHash: expect.any(String), language: "cpp", why: "time", reason: expect.any(String) },
      },
    ]);
  });

  test("new code of an example gets new colours, and meanwhile none", async () => {
    const served = await server();
    await plant(served.store, [["javascript", "let x = 1;"]]);
    const { it } = highlighter(served.store);
    it.refresh();
    await it.settled();
    const example = await served.store.read((db) =>
      db.selectFrom("example").select("id").executeTakeFirstOrThrow(),
    );
    await served.store.write((tx) =>
      changeExampleCode(tx, { exampleId: example.id, codeContent: "return", at: served.clock.now }),
    );
    expect(await tokens(served)).toEqual([null]);
    it.refresh();
    await it.settled();
    expect(await tokens(served)).toEqual([[["k", 6]]]);
  });

  test("colours of an older engine version are shown until they are computed anew", async () => {
    const served = await server();
    await plant(served.store, [["javascript", "return"]]);
    const [found] = await missing(served.store);
    if (found === undefined) throw new Error("nothing is missing");
    const runs = [["s", 6]] as const;
    const old = { codeHash: found.codeHash, language: "javascript", engineVersion: "0", runs };
    await served.store.write((tx) => saveHighlight(tx, old));
    expect(await tokens(served)).toEqual([[["s", 6]]]);
    const { it } = highlighter(served.store);
    it.refresh();
    await it.settled();
    expect(await tokens(served)).toEqual([[["k", 6]]]);
  });

  test("many requests for a refresh are one, and one that comes in the middle is not lost", async () => {
    const served = await server();
    await plant(served.store, [["javascript", "return"]]);
    const { it } = highlighter(served.store);
    for (let i = 0; i < 50; i++) it.refresh();
    await plant(served.store, [["javascript", "let"]]);
    it.refresh();
    await it.settled();
    expect(await missing(served.store)).toEqual([]);
  });

  test("two servers computing at once end with the same colours", async () => {
    const served = await server();
    await plant(
      served.store,
      Array.from({ length: 30 }, (_, i) => ["javascript", `let x${i} = ${i};`] as const),
    );
    const both = [highlighter(served.store), highlighter(served.store)];
    for (const { it } of both) it.refresh();
    for (const { it } of both) await it.settled();
    expect(await missing(served.store)).toEqual([]);
    expect(both.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  test("closing in the middle leaves the rest for the next start", async () => {
    const served = await server();
    await plant(
      served.store,
      Array.from({ length: 40 }, (_, i) => ["javascript", `let x${i} = ${i};`] as const),
    );
    const { it, warnings } = highlighter(served.store);
    it.refresh();
    await it.close();
    const left = await missing(served.store);
    expect(left.length).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
    const { it: next } = highlighter(served.store);
    next.refresh();
    await next.settled();
    expect(await missing(served.store)).toEqual([]);
  });

  test("colours of code that is no more are forgotten with the next refresh", async () => {
    const served = await server();
    await plant(served.store, [["javascript", "return"]]);
    const { it } = highlighter(served.store);
    it.refresh();
    await it.settled();
    await served.store.write((tx) => tx.deleteFrom("course").execute());
    await plant(served.store, [["javascript", "let"]]);
    it.refresh();
    await it.settled();
    const kept = await served.store.read((db) => db.selectFrom("highlight").select("runs").execute());
    expect(kept.map(({ runs }) => runs)).toEqual(['[["k",3]]']);
  });

  test("a database that is away costs a line in the log, not the server", async () => {
    const served = await server();
    await plant(served.store, [["javascript", "return"]]);
    const away: Store = { ...served.store, read: () => Promise.reject(new Error("away")) };
    const { it, warnings } = highlighter(away);
    it.refresh();
    await it.settled();
    expect(warnings.map(({ message }) => message)).toEqual([
      "colours could not be computed, trying again later",
    ]);
  });
});
