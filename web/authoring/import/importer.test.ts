import { ApiError, NetworkError } from "@tabstop/contract/client";
import { describe, expect, test } from "vitest";
import { resultText, warningsOf } from "./import-outcome.ts";
import { createImporter, type Importer, type Sending } from "./importer.ts";

type Answering = (sending: Sending) => unknown;

/** An importer whose server is a function; what was sent, and how long it waited, is told. */
function opened(answer: Answering = () => undefined) {
  const sent: Sending[] = [];
  const waits: number[] = [];
  let imports = 0;
  const importer = createImporter({
    send: async (sending) => {
      sent.push(sending);
      const said = await answer(sending);
      if (said instanceof Error) throw said;
      return (said as ReturnType<typeof good>) ?? good(sending.text);
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
  test("it wants a file, of a known format, all of one, and a course where lessons are added", async () => {
    const { importer, sent } = opened();
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

  test("files chosen at once come in the order of their names, later ones after them", () => {
    const { importer } = opened();
    importer.add([file("10.md"), file("2.md")]);
    importer.add([file("1.md")]);
    expect(chosen(importer)).toEqual(["2.md", "10.md", "1.md"]);
  });

  test("a file of the same name takes the place of the one before, and it is said", () => {
    const { importer } = opened();
    importer.add([file("a.md"), file("b.md")]);
    importer.add([file("a.md", "corrected"), file("c.md")]);
    expect(chosen(importer)).toEqual(["a.md", "b.md", "c.md"]);
    expect(importer.getSnapshot().note).toBe("Chosen anew, in place of the one before: a.md");
    expect(importer.getSnapshot().files[0]?.file.size).toBe("corrected".length);
  });

  test("what is no text is told without asking the server [TEXT-49]", async () => {
    const { importer, sent } = opened();
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
  test("an import without a check is a check; what was checked is what is sent", async () => {
    const { importer, sent, imports } = opened();
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
    const { importer, sent } = opened();
    let content = "faulty";
    importer.add([
      {
        name: "a.md",
        size: 9,
        arrayBuffer: async () => new TextEncoder().encode(content).buffer as ArrayBuffer,
      },
    ]);
    await importer.check();
    content = "mended";
    await importer.check();
    expect(sent.map(({ text }) => text)).toEqual(["faulty", "mended"]);
  });

  test("a faulty file is left out and stays chosen", async () => {
    const { importer, sent } = opened(({ text }) => (text === "b.md" ? invalid() : undefined));
    importer.add([file("a.md"), file("b.md"), file("c.md")]);
    await importer.check();
    expect(drawn(importer)).toBe("checked: a.md good | b.md faulty | c.md good");
    await importer.import();
    expect(drawn(importer)).toBe("imported: a.md good | b.md faulty | c.md good");
    expect(sent.filter(({ dryRun }) => !dryRun).map(({ text }) => text)).toEqual(["a.md", "c.md"]);
    expect(chosen(importer)).toEqual(["b.md"]);
    expect(importer.getSnapshot().problem).toBeNull();
  });

  test("when nothing came in it says so", async () => {
    const { importer, imports } = opened(() => invalid());
    importer.add([file("a.md")]);
    await importer.check();
    await importer.import();
    expect(importer.getSnapshot().problem).toBe("No files were imported successfully");
    expect([drawn(importer), imports()]).toEqual(["imported: a.md faulty", 0]);
  });

  test("two presses at once send once", async () => {
    const { importer, sent } = opened();
    importer.add([file("a.md")]);
    await Promise.all([importer.check(), importer.check()]);
    await Promise.all([importer.import(), importer.import()]);
    expect(sent.map(({ dryRun }) => dryRun)).toEqual([true, false]);
  });

  test("a change of the choice forgets the check", async () => {
    const { importer, sent } = opened();
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

  test("a file that is taken out leaves the check of the others", async () => {
    const { importer } = opened();
    importer.add([file("a.csv"), file("b.csv")]);
    await importer.check();
    importer.remove(1);
    expect(drawn(importer)).toBe("checked: b.csv good");
    importer.remove(2);
    expect(drawn(importer)).toBe("choosing");
  });

  test("a title that is there already is asked about before it is sent", async () => {
    const warning = { code: "TITLE_DUPLICATE", found: "SQL", message: 'There is already a course "SQL".' };
    const { importer, sent } = opened(() => good("SQL", [warning]));
    importer.add([file("a.csv")]);
    await importer.check();
    await importer.import();
    expect(importer.getSnapshot().asking).toEqual(['There is already a course with the title "SQL".']);
    importer.cancel();
    expect([drawn(importer), importer.getSnapshot().asking]).toEqual(["checked: a.csv good", null]);
    await importer.import();
    expect(sent).toHaveLength(1);
    await importer.confirm();
    expect(drawn(importer)).toBe("imported: a.csv good");
  });
});

describe("a title that two files bring", () => {
  const shared = (importer: Importer) => {
    const { stage } = importer.getSnapshot();
    return stage.kind === "checked"
      ? stage.results.map(({ outcome }) => warningsOf(outcome).map(({ message }) => message))
      : null;
  };
  const opening = (...names: string[]) => {
    const it = opened(({ text }) => good(text.includes("SQL") ? "SQL" : text));
    it.importer.add(names.map((name) => file(name)));
    return it;
  };

  test("is told in the check, at each of them, and asked about before anything is written", async () => {
    const { importer, sent } = opening("SQL a.md", "SQL b.md", "other.md");
    await importer.check();
    expect(shared(importer)).toEqual([
      [],
      ['SQL b.md has a course with the title "SQL" too. Each will be one of its own.'],
      ['SQL a.md has a course with the title "SQL" too. Each will be one of its own.'],
    ]);
    await importer.import();
    expect(importer.getSnapshot().asking).toEqual(['More than one file has a course with the title "SQL".']);
    expect(sent.filter(({ dryRun }) => !dryRun)).toEqual([]);
    await importer.confirm();
    expect(sent.filter(({ dryRun }) => !dryRun)).toHaveLength(3);
  });

  test("is one title again when the other file is taken out", async () => {
    const { importer } = opening("SQL a.md", "SQL b.md");
    await importer.check();
    importer.remove(1);
    expect(shared(importer)).toEqual([[]]);
    await importer.import();
    expect(drawn(importer)).toBe("imported: SQL b.md good");
  });

  test("in many files names three, and a faulty one brings none", async () => {
    const names = Array.from({ length: 9 }, (_, i) => `SQL ${i}.md`);
    const { importer } = opening(...names);
    await importer.check();
    expect(shared(importer)?.[0]).toEqual([
      'SQL 1.md, SQL 2.md, SQL 3.md and 5 other files have a course with the title "SQL" too. Each will be one of its own.',
    ]);
    const faulty = opened(({ text }) => (text === "SQL a.md" ? invalid() : good("SQL")));
    faulty.importer.add([file("SQL a.md"), file("SQL b.md")]);
    await faulty.importer.check();
    expect(shared(faulty.importer)).toEqual([[], []]);
  });
});

describe("when a request fails on the way", () => {
  async function interrupted(error: Error) {
    const opening = opened(({ text, dryRun }) => (text === "b.md" && !dryRun ? error : undefined));
    opening.importer.add([file("a.md"), file("b.md"), file("c.md")]);
    await opening.importer.check();
    await opening.importer.import();
    return opening;
  }

  test("without a network what came in is kept, the file under way is unsure and the rest is not sent", async () => {
    const { importer, imports } = await interrupted(new NetworkError("The server could not be reached"));
    expect(drawn(importer)).toBe("imported: a.md good | b.md failed | c.md unsent");
    const { stage } = importer.getSnapshot();
    const outcomes = stage.kind === "imported" ? stage.results.map(({ outcome }) => outcome) : [];
    expect(outcomes[1]).toEqual({ kind: "failed", message: "The server could not be reached", unsure: true });
    expect(resultText(outcomes)).toBe("1 imported, 1 failed, 1 not sent");
    expect([imports(), chosen(importer)]).toEqual([1, ["b.md", "c.md"]]);
  });

  test("a failure of one file stops no other", async () => {
    const { importer } = await interrupted(
      new ApiError(500, { error: "Something broke.", code: "INTERNAL" }, null),
    );
    expect(drawn(importer)).toBe("imported: a.md good | b.md failed | c.md good");
  });

  test("without a sentence of the server's it names what failed [TEXT-48]", async () => {
    const { importer } = await interrupted(new ApiError(502, "<html>", null));
    const { stage } = importer.getSnapshot();
    expect(stage.kind === "imported" && stage.results[1]?.outcome).toEqual({
      kind: "failed",
      message: "Failed to import markdown",
      unsure: true,
    });
  });

  test("a server that wants a pause gets it", async () => {
    let refusals = 0;
    const busy = () => new ApiError(429, { error: "Too many imports.", code: "RATE_LIMITED" }, 42);
    const { importer, waits } = opened(({ text }) =>
      text === "b.md" && refusals++ < 2 ? busy() : undefined,
    );
    importer.add([file("a.md"), file("b.md")]);
    await importer.check();
    expect([drawn(importer), waits]).toEqual(["checked: a.md good | b.md good", [42_000, 42_000]]);
  });

  test("a stop finishes the file under way and sends no other", async () => {
    const { importer, sent } = opened(({ dryRun }) => {
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
  test("only a file without one is offered its name", async () => {
    const { importer, sent } = opened();
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

  test("it is offered in time for a check that comes at once, and never for a new course or a CSV file", async () => {
    const { importer, sent } = opened();
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
