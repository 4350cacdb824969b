import { ApiError, NetworkError } from "@tabstop/contract/client";
import { describe, expect, test } from "vitest";
import { resultText } from "./import-outcome.ts";
import { chosen, createTestImporter, drawn, file } from "./test/test-importer.ts";

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

  test("a check that fails can be repeated: too large, server busy, no network", async () => {
    const failures = [
      new ApiError(413, { error: "The file is too large.", code: "BODY_TOO_LARGE" }, null),
      new ApiError(503, { error: "The server is busy.", code: "BUSY" }, 5),
      new NetworkError("The server could not be reached"),
    ];
    const { importer } = createTestImporter(() => failures.shift());
    importer.add([file("a.md")]);
    for (const message of [
      "The file is too large.",
      "The server is busy.",
      "The server could not be reached",
    ]) {
      await importer.check();
      const { stage } = importer.getSnapshot();
      expect(stage.kind === "checked" && stage.results[0]?.outcome).toMatchObject({
        kind: "failed",
        message,
        unsure: false,
      });
    }
    await importer.check();
    expect([drawn(importer), importer.getSnapshot().problem]).toEqual(["checked: a.md good", null]);
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
