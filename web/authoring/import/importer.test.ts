import { describe, expect, test } from "vitest";
import { warningsOf } from "./import-outcome.ts";
import type { Importer } from "./importer.ts";
import { chosen, createTestImporter, drawn, file, good, invalid } from "./test/test-importer.ts";

describe("before anything is sent", () => {
  test("an import needs files of one known format, and for lessons a course to add them to", async () => {
    const { importer, sent } = createTestImporter();
    const problem = () => importer.getSnapshot().problem;
    await importer.check();
    expect(problem()).toBe("Please select at least one file to import");
    await importer.import();
    expect(problem()).toBe("Please select at least one file to import");
    importer.add([file("a.MD"), file("b.txt")]);
    expect(problem()).toBe(
      "One or more files have an unsupported format. Please upload only .md, .markdown, or .csv files.",
    );
    importer.remove(2);
    expect(problem()).toBeNull();
    importer.add([file("b.csv")]);
    expect(problem()).toBe("All files must be of the same type (all markdown or all CSV).");
    importer.remove(3);
    importer.setTarget({ kind: "existing", courseId: null });
    await importer.check();
    expect(problem()).toBe("Please select a course to add lessons to");
    expect(sent).toEqual([]);
  });

  test("files chosen together are sorted by name, and files chosen later follow them", () => {
    const { importer } = createTestImporter();
    importer.add([file("10.md"), file("2.md")]);
    importer.add([file("1.md")]);
    expect(chosen(importer)).toEqual(["2.md", "10.md", "1.md"]);
  });

  test("a file of the same name replaces the old one, with a note", () => {
    const { importer } = createTestImporter();
    importer.add([file("a.md"), file("b.md")]);
    importer.add([file("a.md", "corrected"), file("c.md")]);
    expect(chosen(importer)).toEqual(["a.md", "b.md", "c.md"]);
    expect(importer.getSnapshot().note).toBe("Replaced files of the same name: a.md");
    expect(importer.getSnapshot().files[0]?.file.size).toBe("corrected".length);
  });

  test("a file that is not text is refused without a request [TEXT-49]", async () => {
    const { importer, sent } = createTestImporter();
    importer.add([file("latin.csv", new Uint8Array([0x61, 0x0a, 0xfc, 0x0a]))]);
    await importer.check();
    const { stage } = importer.getSnapshot();
    expect(stage.kind === "checked" && stage.results[0]?.outcome).toMatchObject({
      kind: "faulty",
      problems: [{ code: "ENCODING", line: 2 }],
    });
    importer.add([
      { name: "gone.csv", size: 1, arrayBuffer: () => Promise.reject(new Error("NotReadable")) },
    ]);
    await importer.check();
    expect(drawn(importer)).toBe("checked: latin.csv faulty | gone.csv failed");
    const { stage: second } = importer.getSnapshot();
    expect(second.kind === "checked" && second.results[1]?.outcome).toMatchObject({
      message: "Failed to read file",
    });
    expect(sent).toEqual([]);
  });
});

describe("check and import", () => {
  test("an import without an earlier check first checks", async () => {
    const { importer, sent, imports } = createTestImporter();
    importer.add([file("a.md")]);
    await importer.import();
    expect([drawn(importer), imports()]).toEqual(["checked: a.md good", 0]);
    await importer.import();
    expect(drawn(importer)).toBe("imported: a.md good");
    expect(sent.map(({ text, dryRun }) => [text, dryRun])).toEqual([
      ["a.md", true],
      ["a.md", false],
    ]);
    expect([imports(), chosen(importer)]).toEqual([1, []]);
  });

  test("a file that has changed since the check is checked again, and nothing is imported", async () => {
    const { importer, sent } = createTestImporter();
    let content: string | null = "as it was";
    importer.add([
      file("a.md"),
      {
        name: "b.md",
        size: 9,
        arrayBuffer: async () => {
          // As Chromium does for a file that was saved after it was chosen.
          if (content === null) throw new DOMException("Changed", "NotReadableError");
          return new TextEncoder().encode(content).buffer as ArrayBuffer;
        },
      },
    ]);
    await importer.check();
    content = "as it is now";
    await Promise.all([importer.import(), importer.import()]);
    expect([drawn(importer), importer.getSnapshot().note]).toEqual([
      "checked: a.md good | b.md good",
      "b.md has changed since the check. Nothing was imported, and the files were checked again.",
    ]);
    content = null;
    await importer.import();
    expect(drawn(importer)).toBe("checked: a.md good | b.md failed");
    expect(sent.filter(({ dryRun }) => !dryRun)).toEqual([]);
    await importer.import();
    expect(drawn(importer)).toBe("imported: a.md good | b.md failed");
    expect(sent.at(-1)).toMatchObject({ text: "a.md", dryRun: false });
  });

  test("a draft is sent unpublished, but not the lessons of an existing course", async () => {
    const { importer, sent } = createTestImporter();
    importer.add([file("a.md")]);
    await importer.check();
    importer.setDraft(true);
    // The results of the check still hold.
    expect(drawn(importer)).toBe("checked: a.md good");
    await importer.import();
    importer.add([file("b.md")]);
    importer.setTarget({ kind: "existing", courseId: 3 });
    await importer.check();
    await importer.import();
    expect(sent.map(({ published, dryRun }) => [published, dryRun])).toEqual([
      [true, true],
      [false, false],
      [true, true],
      [true, false],
    ]);
  });

  test("a check reads the file again", async () => {
    const { importer, sent } = createTestImporter();
    let content = "faulty";
    importer.add([
      {
        name: "a.md",
        size: 9,
        arrayBuffer: async () => new TextEncoder().encode(content).buffer as ArrayBuffer,
      },
    ]);
    await importer.check();
    content = "corrected";
    await importer.check();
    expect(sent.map(({ text }) => text)).toEqual(["faulty", "corrected"]);
  });

  test("a faulty file is left out and stays chosen", async () => {
    const { importer, sent } = createTestImporter(({ text }) => (text === "b.md" ? invalid() : undefined));
    importer.add([file("a.md"), file("b.md"), file("c.md")]);
    await importer.check();
    expect(drawn(importer)).toBe("checked: a.md good | b.md faulty | c.md good");
    await importer.import();
    expect(drawn(importer)).toBe("imported: a.md good | b.md faulty | c.md good");
    expect(sent.filter(({ dryRun }) => !dryRun).map(({ text }) => text)).toEqual(["a.md", "c.md"]);
    expect(chosen(importer)).toEqual(["b.md"]);
    expect(importer.getSnapshot().problem).toBeNull();
  });

  test("a check or an import in which no file is valid says so", async () => {
    let isValid = false;
    const { importer, imports } = createTestImporter(() => (isValid ? undefined : invalid()));
    importer.add([file("a.md")]);
    await importer.check();
    expect([drawn(importer), importer.getSnapshot().problem]).toEqual([
      "checked: a.md faulty",
      "No files were imported successfully",
    ]);
    isValid = true;
    await importer.check();
    expect(importer.getSnapshot().problem).toBeNull();
    isValid = false;
    await importer.import();
    expect(importer.getSnapshot().problem).toBe("No files were imported successfully");
    expect([drawn(importer), imports()]).toEqual(["imported: a.md faulty", 0]);
  });

  test("two presses in the same moment send one request", async () => {
    const { importer, sent } = createTestImporter();
    importer.add([file("a.md")]);
    await Promise.all([importer.check(), importer.check()]);
    await Promise.all([importer.import(), importer.import()]);
    expect(sent.map(({ dryRun }) => dryRun)).toEqual([true, false]);
  });

  test("choosing other files or another target discards the check", async () => {
    const { importer, sent } = createTestImporter();
    importer.add([file("a.csv")]);
    await importer.check();
    importer.setTarget({ kind: "existing", courseId: 3 });
    expect(drawn(importer)).toBe("choosing");
    await importer.import();
    expect(drawn(importer)).toBe("checked: a.csv good");
    expect(sent.map(({ courseId, dryRun }) => [courseId, dryRun])).toEqual([
      [null, true],
      [3, true],
    ]);
  });

  test("removing a file keeps the results of the others", async () => {
    const { importer } = createTestImporter();
    importer.add([file("a.csv"), file("b.csv")]);
    await importer.check();
    importer.remove(1);
    expect(drawn(importer)).toBe("checked: b.csv good");
    importer.remove(2);
    expect(drawn(importer)).toBe("choosing");
  });

  test("a title that exists already is confirmed before the import", async () => {
    const warning = { code: "TITLE_DUPLICATE", found: "SQL", message: 'There is already a course "SQL".' };
    const { importer, sent } = createTestImporter(() => good("SQL", [warning]));
    importer.add([file("a.csv")]);
    await importer.check();
    await importer.import();
    expect(importer.getSnapshot().toConfirm).toEqual(['There is already a course with the title "SQL".']);
    importer.cancel();
    expect([drawn(importer), importer.getSnapshot().toConfirm]).toEqual(["checked: a.csv good", null]);
    await importer.import();
    expect(sent).toHaveLength(1);
    await importer.confirm();
    expect(drawn(importer)).toBe("imported: a.csv good");
  });
});

describe("a title in two files", () => {
  const shared = (importer: Importer) => {
    const { stage } = importer.getSnapshot();
    return stage.kind === "checked"
      ? stage.results.map(({ outcome }) => warningsOf(outcome).map(({ message }) => message))
      : null;
  };
  const createWith = (...names: string[]) => {
    const created = createTestImporter(({ text }) => good(text.includes("SQL") ? "SQL" : text));
    created.importer.add(names.map((name) => file(name)));
    return created;
  };

  test("is shown by the check at each file, and confirmed before the import", async () => {
    const { importer, sent } = createWith("SQL a.md", "SQL b.md", "other.md");
    await importer.check();
    expect(shared(importer)).toEqual([
      [],
      ['SQL b.md also has a course with the title "SQL". Each will be imported separately.'],
      ['SQL a.md also has a course with the title "SQL". Each will be imported separately.'],
    ]);
    await importer.import();
    expect(importer.getSnapshot().toConfirm).toEqual([
      'More than one file has a course with the title "SQL".',
    ]);
    expect(sent.filter(({ dryRun }) => !dryRun)).toEqual([]);
    await importer.confirm();
    expect(sent.filter(({ dryRun }) => !dryRun)).toHaveLength(3);
  });

  test("is no longer shown when the other file is removed", async () => {
    const { importer } = createWith("SQL a.md", "SQL b.md");
    await importer.check();
    importer.remove(1);
    expect(shared(importer)).toEqual([[]]);
    await importer.import();
    expect(drawn(importer)).toBe("imported: SQL b.md good");
  });

  test("in many files is reported with three names, and faulty files do not count", async () => {
    const names = Array.from({ length: 9 }, (_, i) => `SQL ${i}.md`);
    const { importer } = createWith(...names);
    await importer.check();
    expect(shared(importer)?.[0]).toEqual([
      'SQL 1.md, SQL 2.md, SQL 3.md and 5 other files also have a course with the title "SQL". Each will be imported separately.',
    ]);
    const faulty = createTestImporter(({ text }) => (text === "SQL a.md" ? invalid() : good("SQL")));
    faulty.importer.add([file("SQL a.md"), file("SQL b.md")]);
    await faulty.importer.check();
    expect(shared(faulty.importer)).toEqual([[], []]);
  });
});
