import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { deleteContent } from "../store/content/content-changes.ts";
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
});
