import { ApiError, NetworkError } from "@tabstop/contract/client";
import { describe, expect, test } from "vitest";
import { resultText, warningsOf } from "./import-outcome.ts";
import { createImporter, type Importer, type ImportRequest } from "./importer.ts";

type Responding = (request: ImportRequest) => unknown;

/** An importer whose server is a function; returns what it sent and how long it waited. */
function createTestImporter(respond: Responding = () => undefined) {
  const sent: ImportRequest[] = [];
  const waits: number[] = [];
  let imports = 0;
  const importer = createImporter({
    send: async (request) => {
      sent.push(request);
      const response = await respond(request);
      if (response instanceof Error) throw response;
      return (response as ReturnType<typeof good>) ?? good(request.text);
    },
    wait: async (ms) => void waits.push(ms),
    imported: () => {
      imports += 1;
    },
  });
  return { importer, sent, waits, imports: () => imports };
}

const good = (title: string, warnings: { code: string; found: string; message: string }[] = []) => ({
  courseId: 7,
  results: [
    {
      success: true,
      type: "course" as const,
      title,
      courseId: 7,
      error: null,
      lessons: 1,
      chapters: 1,
      examples: 2,
    },
  ],
  warnings,
});

const file = (name: string, content: string | Uint8Array = name) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { name, size: bytes.length, arrayBuffer: async () => bytes.slice().buffer };
};

const problems = [{ code: "FENCE_UNCLOSED", line: 12, found: "````", message: "Line 12: Never closed." }];
const invalid = () =>
  new ApiError(
    422,
    {
      error: "1 error, nothing was imported",
      code: "IMPORT_INVALID",
      errorCount: 1,
      errors: problems,
      warnings: [],
    },
    null,
  );

/** 'a.md good | b.md faulty' */
function drawn({ getSnapshot }: Importer): string {
  const { stage } = getSnapshot();
  if (stage.kind === "choosing") return "choosing";
  const results = stage.results.map(({ file: { name }, outcome }) => `${name} ${outcome.kind}`);
  return `${stage.kind}: ${results.join(" | ")}`;
}
const chosen = ({ getSnapshot }: Importer) => getSnapshot().files.map(({ name }) => name);

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
  test("an import without an earlier check first checks; the import sends the checked text", async () => {
    const { importer, sent, imports } = createTestImporter();
    let content = "as it was";
    importer.add([
      {
        name: "a.md",
        size: 9,
        arrayBuffer: async () => new TextEncoder().encode(content).buffer as ArrayBuffer,
      },
    ]);
    await importer.import();
    expect(drawn(importer)).toBe("checked: a.md good");
    expect(imports()).toBe(0);
    content = "as it is now";
    await importer.import();
    expect(drawn(importer)).toBe("imported: a.md good");
    expect(sent.map(({ text, dryRun }) => [text, dryRun])).toEqual([
      ["as it was", true],
      ["as it was", false],
    ]);
    expect([imports(), chosen(importer)]).toEqual([1, []]);
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

  test("an import in which no file is valid says so", async () => {
    const { importer, imports } = createTestImporter(() => invalid());
    importer.add([file("a.md")]);
    await importer.check();
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

describe("when a request fails during an import", () => {
  async function interrupted(error: Error) {
    const opening = createTestImporter(({ text, dryRun }) =>
      text === "b.md" && !dryRun ? error : undefined,
    );
    opening.importer.add([file("a.md"), file("b.md"), file("c.md")]);
    await opening.importer.check();
    await opening.importer.import();
    return opening;
  }

  test("without a network, imported files stay imported, the outcome of the current one is unknown and the rest is not sent", async () => {
    const { importer, imports } = await interrupted(new NetworkError("The server could not be reached"));
    expect(drawn(importer)).toBe("imported: a.md good | b.md failed | c.md unsent");
    const { stage } = importer.getSnapshot();
    const outcomes = stage.kind === "imported" ? stage.results.map(({ outcome }) => outcome) : [];
    expect(outcomes[1]).toEqual({ kind: "failed", message: "The server could not be reached", unsure: true });
    expect(resultText(outcomes)).toBe("1 imported, 1 failed, 1 not sent");
    expect([imports(), chosen(importer)]).toEqual([1, ["b.md", "c.md"]]);
  });

  test("a failure of one file does not stop the others", async () => {
    const { importer } = await interrupted(
      new ApiError(500, { error: "Something broke.", code: "INTERNAL" }, null),
    );
    expect(drawn(importer)).toBe("imported: a.md good | b.md failed | c.md good");
  });

  test("without a sentence from the server the message names the request that failed [TEXT-48]", async () => {
    const { importer } = await interrupted(new ApiError(502, "<html>", null));
    const { stage } = importer.getSnapshot();
    expect(stage.kind === "imported" && stage.results[1]?.outcome).toEqual({
      kind: "failed",
      message: "Failed to import markdown",
      unsure: true,
    });
  });

  test("the import waits when the server limits the rate", async () => {
    let refusals = 0;
    const busy = () => new ApiError(429, { error: "Too many imports.", code: "RATE_LIMITED" }, 42);
    const { importer, waits } = createTestImporter(({ text }) =>
      text === "b.md" && refusals++ < 2 ? busy() : undefined,
    );
    importer.add([file("a.md"), file("b.md")]);
    await importer.check();
    expect([drawn(importer), waits]).toEqual(["checked: a.md good | b.md good", [42_000, 42_000]]);
  });

  test("a stop finishes the current file and sends no other", async () => {
    const { importer, sent } = createTestImporter(({ dryRun }) => {
      if (!dryRun) importer.stop();
    });
    importer.add([file("a.md"), file("b.md")]);
    await importer.check();
    await importer.import();
    expect(drawn(importer)).toBe("imported: a.md good | b.md unsent");
    expect(sent).toHaveLength(3);
    await importer.check();
    expect(drawn(importer)).toBe("checked: b.md good");
  });
});

describe("the title of a lesson", () => {
  test("is suggested from the file's name only if the file has none", async () => {
    const { importer, sent } = createTestImporter();
    importer.setTarget({ kind: "existing", courseId: 3 });
    importer.add([file("maps.md", "## Chapter"), file("sets.md", "# Sets")]);
    await expect
      .poll(() => importer.getSnapshot().files.map(({ ownTitle, lessonTitle }) => [ownTitle, lessonTitle]))
      .toEqual([
        [null, "maps"],
        ["Sets", ""],
      ]);
    importer.setLessonTitle(2, " All about sets ");
    await importer.check();
    expect(sent.map(({ lessonTitle }) => lessonTitle)).toEqual(["maps", "All about sets"]);
  });

  test("is suggested before an immediate check, and never for a new course or a CSV file", async () => {
    const { importer, sent } = createTestImporter();
    importer.setTarget({ kind: "existing", courseId: 3 });
    importer.add([file("maps.md", "## Chapter")]);
    await importer.check();
    importer.setTarget({ kind: "new" });
    await importer.check();
    importer.remove(1);
    importer.setTarget({ kind: "existing", courseId: 3 });
    importer.add([file("maps.csv")]);
    await importer.check();
    expect(sent.map(({ lessonTitle }) => lessonTitle)).toEqual(["maps", "", ""]);
  });
});
