import { afterEach, describe, expect, test } from "vitest";
import { changeExampleCode } from "../../store/content/content-changes.ts";
import { missingHighlights, saveHighlight } from "../../store/content/highlights.ts";
import type { Store } from "../../store/store.ts";
import { openers, type TestServer, openServer } from "../../test/harness.ts";
import { plantTexts } from "../../test/plant-texts.ts";
import { engineVersion, type Highlighter, openHighlighter } from "./highlighter.ts";

const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of toClose.splice(0).reverse()) await one.close();
});

describe.each(openers)("$name", (opener) => {
  async function startServer(): Promise<TestServer> {
    const server = await openServer(opener);
    toClose.push(server);
    return server;
  }
  type Warnings = { fields: Record<string, unknown>; message: string }[];
  function open(store: Store, limitMs?: number): { highlighter: Highlighter; warnings: Warnings } {
    const warnings: Warnings = [];
    const log = {
      warn: (fields: object, message: string) => void warnings.push({ fields: { ...fields }, message }),
    };
    const highlighter = openHighlighter({ store, log, ...(limitMs === undefined ? {} : { limitMs }) });
    toClose.push(highlighter);
    return { highlighter, warnings };
  }
  const plant = plantTexts;
  const missing = (store: Store) => store.read((db) => missingHighlights(db, engineVersion, 100));
  async function tokens(server: TestServer) {
    const mira = await server.register(`mira${toClose.length}${Math.random().toString(36).slice(2, 8)}`);
    const { courses } = await mira.client("listCourses");
    const course = await mira.client("getCourse", { params: { courseId: courses[0]?.id ?? 0 } });
    const lesson = await mira.client("getLesson", { params: { lessonId: course.lessons[0]?.id ?? 0 } });
    return lesson.chapters.flatMap((chapter) => chapter.examples.map((example) => example.tokens));
  }

  async function tokensForAdmin(server: TestServer) {
    const ada = await server.registerAdmin(`ada${toClose.length}`);
    const { courses } = await ada.client("adminGetStructure");
    const chapterId = courses[0]?.lessons[0]?.chapters[0]?.id ?? 0;
    const { examples } = await ada.client("adminListExamples", { params: { chapterId } });
    return examples.map((example) => example.tokens);
  }

  test("code has no colours until they are computed, and has them afterwards", async () => {
    const server = await startServer();
    await plant(server.store, [
      ["javascript", "let x = 1;\n"],
      ["python", "# once"],
      ["javascript", "let x = 1;\n"],
    ]);
    expect(await tokens(server)).toEqual([null, null, null]);
    const { highlighter, warnings } = open(server.store);
    highlighter.refresh();
    await highlighter.settled();
    const js = [
      ["k", 3],
      ["", 5],
      ["d", 1],
      ["", 2],
    ];
    expect(await tokens(server)).toEqual([js, [["c", 6]], js]);
    expect(await tokensForAdmin(server)).toEqual([js, [["c", 6]], js]);
    expect(await missing(server.store)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test("a language without a grammar stays plain and is not tried again", async () => {
    const server = await startServer();
    await plant(server.store, [
      ["klingon", "qapla'"],
      ["text", "just words"],
    ]);
    const { highlighter, warnings } = open(server.store);
    highlighter.refresh();
    await highlighter.settled();
    expect(await missing(server.store)).toEqual([]);
    expect(await tokens(server)).toEqual([null, null]);
    expect(warnings).toEqual([]);
  });

  test("code that takes too long stays plain, and the code before and after it gets its colours", async () => {
    const server = await startServer();
    // The slowest text that was found: many seconds for this length, which no course may contain.
    const slow = `${"a::".repeat(166)}\n`.repeat(150);
    await plant(server.store, [
      ["cpp", slow],
      ["json", "1"],
      ["json", "[true]"],
      ["ini", "a=1"],
    ]);
    const { highlighter, warnings } = open(server.store, 1_500);
    highlighter.refresh();
    await highlighter.settled();
    expect(await missing(server.store)).toEqual([]);
    const [ofSlow, ...ofOthers] = await tokens(server);
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

  test("new code of an example has no colours until its own are computed", async () => {
    const server = await startServer();
    await plant(server.store, [["javascript", "let x = 1;"]]);
    const { highlighter } = open(server.store);
    highlighter.refresh();
    await highlighter.settled();
    const example = await server.store.read((db) =>
      db.selectFrom("example").select("id").executeTakeFirstOrThrow(),
    );
    await server.store.write((tx) =>
      changeExampleCode(tx, { exampleId: example.id, codeContent: "return", at: server.clock.now }),
    );
    expect(await tokens(server)).toEqual([null]);
    highlighter.refresh();
    await highlighter.settled();
    expect(await tokens(server)).toEqual([[["k", 6]]]);
  });

  test("colours of an older engine version are shown until new ones are computed", async () => {
    const server = await startServer();
    await plant(server.store, [["javascript", "return"]]);
    const [found] = await missing(server.store);
    if (found === undefined) throw new Error("nothing is missing");
    const runs = [["s", 6]] as const;
    const old = { code_hash: found.code_hash, language: "javascript", engine_version: "0", runs };
    await server.store.write((tx) => saveHighlight(tx, old));
    expect(await tokens(server)).toEqual([[["s", 6]]]);
    const { highlighter } = open(server.store);
    highlighter.refresh();
    await highlighter.settled();
    expect(await tokens(server)).toEqual([[["k", 6]]]);
  });

  test("many calls of refresh cause one pass, and a call during a pass is not lost", async () => {
    const server = await startServer();
    await plant(server.store, [["javascript", "return"]]);
    const { highlighter } = open(server.store);
    for (let i = 0; i < 50; i++) highlighter.refresh();
    await plant(server.store, [["javascript", "let"]]);
    highlighter.refresh();
    await highlighter.settled();
    expect(await missing(server.store)).toEqual([]);
  });

  test("two servers that compute concurrently end with the same colours", async () => {
    const server = await startServer();
    await plant(
      server.store,
      Array.from({ length: 30 }, (_, i) => ["javascript", `let x${i} = ${i};`] as const),
    );
    const both = [open(server.store), open(server.store)];
    for (const { highlighter } of both) highlighter.refresh();
    for (const { highlighter } of both) await highlighter.settled();
    expect(await missing(server.store)).toEqual([]);
    expect(both.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  test("closing in the middle leaves the remaining texts for the next start", async () => {
    const server = await startServer();
    await plant(
      server.store,
      Array.from({ length: 40 }, (_, i) => ["javascript", `let x${i} = ${i};`] as const),
    );
    const { highlighter, warnings } = open(server.store);
    highlighter.refresh();
    await highlighter.close();
    const left = await missing(server.store);
    expect(left.length).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
    const { highlighter: next } = open(server.store);
    next.refresh();
    await next.settled();
    expect(await missing(server.store)).toEqual([]);
  });

  test("colours of deleted code are deleted with the next refresh", async () => {
    const server = await startServer();
    await plant(server.store, [["javascript", "return"]]);
    const { highlighter } = open(server.store);
    highlighter.refresh();
    await highlighter.settled();
    await server.store.write((tx) => tx.deleteFrom("stored_course").execute());
    await plant(server.store, [["javascript", "let"]]);
    highlighter.refresh();
    await highlighter.settled();
    const kept = await server.store.read((db) => db.selectFrom("highlight").select("runs").execute());
    expect(kept.map(({ runs }) => runs)).toEqual(['[["k",3]]']);
  });

  test("an unreachable database costs a line in the log, not the server", async () => {
    const server = await startServer();
    await plant(server.store, [["javascript", "return"]]);
    const unreachable: Store = { ...server.store, read: () => Promise.reject(new Error("unreachable")) };
    const { highlighter, warnings } = open(unreachable);
    highlighter.refresh();
    await highlighter.settled();
    expect(warnings.map(({ message }) => message)).toEqual([
      "colours could not be computed, trying again later",
    ]);
  });
});
