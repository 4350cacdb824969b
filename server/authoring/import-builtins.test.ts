import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { changeExampleCode, deleteContent, moveContent } from "../store/content/content-changes.ts";
import { saveContent } from "../store/content/content-saves.ts";
import { sizeOfCourse } from "../store/content/course-size.ts";
import type { Tx } from "../store/store.ts";
import { openers, type TestStore } from "../test/stores.ts";
import { openCourseReader } from "./course-reader.ts";
import { type BuiltinDeps, bringBackBuiltin, importBuiltins } from "./import-builtins.ts";

const catalogue = join(import.meta.dirname, "../../catalogue");
const course = (title: string, more = "") =>
  `---\ntitle: ${title}\ndifficulty_level: beginner\n${more}---\n\n# L\n\n## C\n\n### E\n\n\`\`\`sql\nSELECT 1;\n\`\`\`\n`;

describe.each(openers)("$name", (opener) => {
  const toClose: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of toClose.splice(0).reverse()) await close();
  });

  async function start(files: Record<string, string | Uint8Array>) {
    const folder = mkdtempSync(join(tmpdir(), "tabstop-catalogue-"));
    const opened: TestStore = await opener.open();
    const reader = openCourseReader();
    toClose.push(
      () => rmSync(folder, { recursive: true }),
      () => opened.remove(),
      () => reader.close(),
    );
    const write = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text);
    for (const [name, text] of Object.entries(files)) write(name, text);
    const errors: Record<string, unknown>[] = [];
    const deps: BuiltinDeps = {
      store: opened.store,
      reader,
      now: () => 1_000,
      log: { error: (fields) => void errors.push({ ...fields }) },
      folder,
    };
    const titles = async () =>
      (
        await opened.store.read((db) =>
          db.selectFrom("course").select("title").orderBy("order_index").orderBy("id").execute(),
        )
      ).map(({ title }) => title);
    const remove = (title: string) =>
      opened.store.write(async (tx) => {
        const { id } = await tx
          .selectFrom("course")
          .select("id")
          .where("title", "=", title)
          .executeTakeFirstOrThrow();
        await deleteContent(tx, "course", id);
      });
    return { folder, deps, errors, titles, remove, write, store: opened.store };
  }

  test("every course of the catalogue is imported, published and in order", async () => {
    const { folder, deps, errors, store } = await start({});
    const files = readdirSync(catalogue).filter((name) => name.endsWith(".md"));
    for (const name of files) copyFileSync(join(catalogue, name), join(folder, name));
    const imported = await importBuiltins(deps);
    expect(imported.map(({ fileName }) => fileName)).toEqual(files.sort());
    expect(errors).toEqual([]);
    const rows = await store.read((db) =>
      db
        .selectFrom("course")
        .innerJoin("course_total", "course_total.course_id", "course.id")
        .select(["published", "examples"])
        .execute(),
    );
    expect(rows.length).toBe(files.length);
    expect(rows.every(({ published, examples }) => published === 1 && examples > 0)).toBe(true);
  });

  test("a second start imports nothing, reads no file and starts no thread", async () => {
    const { deps, titles, write } = await start({ "a.md": course("A"), "b.md": course("B") });
    expect((await importBuiltins(deps)).length).toBe(2);
    write("a.md", "no course any more");
    const untouched = {
      ...deps,
      reader: { read: () => Promise.reject(new Error("read")), close: async () => {} },
    };
    expect(await importBuiltins(untouched)).toEqual([]);
    expect(await titles()).toEqual(["A", "B"]);
  });

  test("a course that an admin deleted or renamed is not imported again, and a newer version of its file changes nothing", async () => {
    const { deps, titles, remove, write, store } = await start({ "a.md": course("A"), "b.md": course("B") });
    await importBuiltins(deps);
    await remove("A");
    await store.write((tx) => tx.updateTable("stored_course").set({ title: "Renamed" }).execute());
    write("a.md", course("A, second edition"));
    write("b.md", course("B, second edition"));
    write("c.md", course("C"));
    expect((await importBuiltins(deps)).map(({ fileName }) => fileName)).toEqual(["c.md"]);
    expect(await titles()).toEqual(["Renamed", "C"]);
  });

  test("a file with faults is skipped and logged, and imported once it is fixed", async () => {
    const { deps, errors, titles, write } = await start({
      "a.md": course("A").replace("beginner", "easy"),
      "b.md": course("B"),
      "c.md": new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xfc]),
    });
    expect((await importBuiltins(deps)).map(({ fileName }) => fileName)).toEqual(["b.md"]);
    expect(errors).toMatchObject([
      { fileName: "a.md", problems: [{ code: "DIFFICULTY_INVALID", line: 3 }] },
      { fileName: "c.md", problems: [{ code: "ENCODING", line: 2 }] },
    ]);
    write("a.md", course("A"));
    expect((await importBuiltins(deps)).map(({ fileName }) => fileName)).toEqual(["a.md"]);
    expect(await titles()).toEqual(["B", "A"]);
  });

  test("only course files are read; other files and folders are ignored", async () => {
    const { folder, deps, errors, titles } = await start({
      "a.md": course("A"),
      "a.fixture.sql": "x",
      "notes.txt": "x",
    });
    mkdirSync(join(folder, "a.fixture"));
    await importBuiltins(deps);
    expect([await titles(), errors]).toEqual([["A"], []]);
  });

  test("courses are ordered by order_index in the files, else by the files' names", async () => {
    const { deps, titles } = await start({
      "b.md": course("B"),
      "a.md": course("A"),
      "z.md": course("Z", "order_index: 0\n"),
    });
    await importBuiltins(deps);
    expect(await titles()).toEqual(["A", "Z", "B"]);
  });

  test("two servers that start at the same time import each course once", async () => {
    const { deps, titles } = await start({ "a.md": course("A"), "b.md": course("B") });
    const imported = (await Promise.all([importBuiltins(deps), importBuiltins(deps)])).flat();
    expect(imported.map(({ fileName }) => fileName).sort()).toEqual(["a.md", "b.md"]);
    expect(await titles()).toEqual(["A", "B"]);
  });

  test("a built-in course can be imported again as a new course", async () => {
    const { deps, titles, remove } = await start({ "a.md": course("A"), "b.md": "no course" });
    await importBuiltins(deps);
    await remove("A");
    expect(await bringBackBuiltin(deps, "a.md")).toBeGreaterThan(0);
    expect(await bringBackBuiltin(deps, "a.md")).toBeGreaterThan(0);
    expect(await titles()).toEqual(["A", "A"]);
    expect(await bringBackBuiltin(deps, "b.md")).toBeNull();
    expect(await bringBackBuiltin(deps, "../a.md")).toBeNull();
    expect(await bringBackBuiltin(deps, "none.md")).toBeNull();
    expect(await importBuiltins(deps)).toEqual([]);
  });

  // ---------------------------------------------------------------- outputs of installed courses

  type Printed = readonly (string | null)[];
  /** Three examples in two chapters and two lessons, each with what it prints; null: without a block for it. */
  const printing = (title: string, outputs: Printed) => {
    const [a = "", b = "", c = ""] = ["1", "2", "3"].map((digit, place) => {
      const output = outputs[place] ?? null;
      const block = output === null ? "" : `\n\`\`\`output\n${output}\n\`\`\`\n`;
      return `### E${digit}\n\n\`\`\`python\nprint(${digit})\n\`\`\`\n${block}\n`;
    });
    const front = `---\ntitle: ${title}\ndifficulty_level: beginner\n---\n\n`;
    return `${front}# L1\n\n## C1\n\n${a}## C2\n\n${b}# L2\n\n## C3\n\n${c}`;
  };
  const none: Printed = [null, null, null];
  const all: Printed = ["1", "2\n2", null];

  /** A database as the last release leaves it, and the files of this one. */
  async function upgraded(files: Record<string, string> = { "p.md": printing("P", all) }) {
    const started = await start({ "p.md": printing("P", none) });
    await importBuiltins(started.deps);
    const { store } = started;
    await store.write((tx) => tx.updateTable("builtin_import").set({ outputs_at: null }).execute());
    for (const [name, text] of Object.entries(files)) started.write(name, text);
    const rows = () =>
      store.read((db) =>
        db
          .selectFrom("example")
          .select(["id", "title", "output", "code_version", "updated_at"])
          .orderBy("id")
          .execute(),
      );
    const outputs = async () => (await rows()).map(({ output }) => output);
    const lookedAt = async () =>
      (await store.read((db) => db.selectFrom("builtin_import").select("outputs_at").execute())).map(
        ({ outputs_at }) => outputs_at,
      );
    const change = (act: (tx: Tx, ids: readonly number[]) => Promise<unknown>) =>
      store.write(async (tx) => {
        const examples = await tx.selectFrom("example").select("id").orderBy("id").execute();
        return act(
          tx,
          examples.map(({ id }) => id),
        );
      });
    return { ...started, rows, outputs, lookedAt, change };
  }

  test("a built-in course of the last release gets the outputs of its file at one start, and keeps its times", async () => {
    const { deps, rows, lookedAt } = await upgraded();
    const before = await rows();
    expect(await importBuiltins({ ...deps, now: () => 500 })).toEqual([]);
    const after = await rows();
    expect(after.map(({ output }) => output)).toEqual(["1", "2\n2", ""]);
    expect(after.map(({ code_version }) => code_version)).toEqual([1, 1, 1]);
    // The clock was set back, and yet an open form notices.
    expect(after.map(({ updated_at }, place) => updated_at - Number(before[place]?.updated_at))).toEqual([
      1, 1, 0,
    ]);
    expect(await lookedAt()).toEqual([500]);
  });

  test("every course of the catalogue that was installed without outputs has those of its file after one start", async () => {
    const { deps, store } = await start({});
    const real = { ...deps, folder: catalogue };
    await importBuiltins(real);
    const outputs = () =>
      store.read((db) => db.selectFrom("example").select(["id", "output"]).orderBy("id").execute());
    const imported = await outputs();
    expect(imported.filter(({ output }) => output !== "").length).toBeGreaterThan(300);
    await store.write(async (tx) => {
      await tx.updateTable("stored_example").set({ output: "" }).execute();
      await tx.updateTable("builtin_import").set({ outputs_at: null }).execute();
    });
    await importBuiltins(real);
    expect(await outputs()).toEqual(imported);
  });

  test("an output that an admin clears or writes stays so at the next starts", async () => {
    const { deps, outputs, change, write } = await upgraded();
    await change((tx, [, second = 0]) =>
      saveContent(tx, "example", second, { output: "own", updated_at: 2_000 }),
    );
    await importBuiltins(deps);
    expect(await outputs()).toEqual(["1", "own", ""]);
    await change((tx, [first = 0]) => saveContent(tx, "example", first, { output: "", updated_at: 3_000 }));
    write("p.md", printing("P", ["1", "2", "3"]));
    await importBuiltins(deps);
    expect(await outputs()).toEqual(["", "own", ""]);
  });

  test("a course that was imported with its outputs is not looked at again", async () => {
    const { deps, store, write } = await start({ "p.md": printing("P", all) });
    await importBuiltins(deps);
    await store.write((tx) => tx.updateTable("stored_example").set({ output: "" }).execute());
    write("p.md", "no course any more");
    await importBuiltins(deps);
    const rows = await store.read((db) => db.selectFrom("example").select("output").execute());
    expect(rows.map(({ output }) => output)).toEqual(["", "", ""]);
  });

  test("titles, descriptions, languages and the course's own title may be others; the codes decide", async () => {
    const { deps, outputs, change } = await upgraded();
    await change(async (tx, ids) => {
      await tx.updateTable("stored_course").set({ title: "Renamed", published: 0 }).execute();
      await tx.updateTable("stored_lesson").set({ title: "Other", description: "Other" }).execute();
      await tx.updateTable("stored_chapter").set({ title: "Other" }).execute();
      for (const id of ids)
        await saveContent(tx, "example", id, { title: "Other", language: "text", updated_at: 2_000 });
      const { id } = await tx.selectFrom("lesson").select("id").orderBy("id").executeTakeFirstOrThrow();
      const empty = { title: "Empty", description: "", order_index: 9, created_at: 0, updated_at: 0 };
      await tx
        .insertInto("stored_chapter")
        .values({ ...empty, lesson_id: id })
        .execute();
    });
    await importBuiltins(deps);
    expect(await outputs()).toEqual(["1", "2\n2", ""]);
  });

  const edits: Record<string, (tx: Tx, ids: readonly number[]) => Promise<unknown>> = {
    "changed code": (tx, [id = 0]) =>
      changeExampleCode(tx, { exampleId: id, codeContent: "print(9)", at: 5 }),
    "a deleted example": (tx, [, , id = 0]) => deleteContent(tx, "example", id),
    "an added example": async (tx, [id = 0]) => {
      const { id: _, ...row } = await tx
        .selectFrom("stored_example")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      await tx
        .insertInto("stored_example")
        .values({ ...row, order_index: 9 })
        .execute();
    },
    "two examples in another order": async (tx, [first = 0, second = 0]) => {
      const chapter = await tx
        .selectFrom("example")
        .select("chapter_id")
        .where("id", "=", first)
        .executeTakeFirstOrThrow();
      await moveContent(tx, "example", second, chapter.chapter_id);
    },
    "lessons in another order": (tx) =>
      tx.updateTable("stored_lesson").set({ order_index: 7 }).where("title", "=", "L1").execute(),
    "a deleted lesson": async (tx) => {
      const { id } = await tx
        .selectFrom("lesson")
        .select("id")
        .where("title", "=", "L2")
        .executeTakeFirstOrThrow();
      await deleteContent(tx, "lesson", id);
    },
  };
  test.each(Object.keys(edits))(
    "a course with %s gets no outputs, and is not looked at again",
    async (name) => {
      const { deps, rows, change, outputs, lookedAt } = await upgraded();
      await change(edits[name] as (tx: Tx, ids: readonly number[]) => Promise<unknown>);
      const before = await rows();
      await importBuiltins(deps);
      expect(await rows()).toEqual(before);
      expect(await lookedAt()).toEqual([1_000]);
      await importBuiltins(deps);
      expect(new Set(await outputs())).toEqual(new Set([""]));
    },
  );

  test("an admin's own course with other codes is left alone, whatever its title", async () => {
    const { deps, store, write } = await upgraded();
    write("own.md", course("P"));
    await importBuiltins(deps);
    const rows = await store.read((db) =>
      db.selectFrom("example").select(["code_content", "output"]).orderBy("id").execute(),
    );
    expect(rows.at(-1)).toEqual({ code_content: "SELECT 1;", output: "" });
  });

  test("of two servers that start at the same time one fills the outputs in", async () => {
    const { deps, rows } = await upgraded();
    const before = await rows();
    await Promise.all([importBuiltins(deps), importBuiltins(deps)]);
    const after = await rows();
    expect(after.map(({ output }) => output)).toEqual(["1", "2\n2", ""]);
    expect(after.map(({ updated_at }, place) => updated_at - Number(before[place]?.updated_at))).toEqual([
      1, 1, 0,
    ]);
  });

  test("a file with faults is logged, and its outputs are filled in once it is fixed", async () => {
    const broken = printing("P", all).replace("beginner", "easy");
    const { deps, outputs, lookedAt, errors, write } = await upgraded({ "p.md": broken });
    await importBuiltins(deps);
    expect([await outputs(), await lookedAt()]).toEqual([["", "", ""], [null]]);
    expect(errors).toMatchObject([{ fileName: "p.md", problems: [{ code: "DIFFICULTY_INVALID" }] }]);
    write("p.md", printing("P", all));
    await importBuiltins(deps);
    expect(await outputs()).toEqual(["1", "2\n2", ""]);
  });

  test("a course that is brought back has its outputs, and those of the older one are filled in with it", async () => {
    const { deps, outputs, change, lookedAt } = await upgraded();
    expect(await bringBackBuiltin(deps, "p.md")).toBeGreaterThan(0);
    expect(await outputs()).toEqual(["1", "2\n2", "", "1", "2\n2", ""]);
    expect(await lookedAt()).toEqual([1_000]);
    await change((tx, ids) =>
      saveContent(tx, "example", ids[3] as number, { output: "", updated_at: 9_000 }),
    );
    await importBuiltins(deps);
    expect(await outputs()).toEqual(["1", "2\n2", "", "", "2\n2", ""]);
  });

  test("a course of the last release that was brought back is found by its title", async () => {
    const { deps, store, outputs } = await upgraded();
    await store.write((tx) => tx.updateTable("stored_course").set({ created_at: 77 }).execute());
    await importBuiltins(deps);
    expect(await outputs()).toEqual(["1", "2\n2", ""]);
  });

  test("outputs that make a course too large are not filled in", async () => {
    const { deps, store, outputs, change } = await upgraded();
    const { courseId, characters } = await store.read(async (db) => {
      const { id } = await db.selectFrom("course").select("id").executeTakeFirstOrThrow();
      return { courseId: id, ...(await sizeOfCourse(db, id)) };
    });
    // As no form could: only the sum counts here. The outputs have 4 characters.
    const fill = (left: number) =>
      change((tx) =>
        tx
          .updateTable("stored_course")
          .set({ description: "d".repeat(2_000_000 - characters - left) })
          .where("id", "=", courseId)
          .execute(),
      );
    await fill(3);
    await importBuiltins(deps);
    expect(await outputs()).toEqual(["", "", ""]);
    await fill(4);
    await store.write((tx) => tx.updateTable("builtin_import").set({ outputs_at: null }).execute());
    await importBuiltins(deps);
    expect(await outputs()).toEqual(["1", "2\n2", ""]);
  });
});
