import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  choose,
  coerceId,
  coerceOrderIndex,
  conflictOf,
  type Draft,
  differences,
  draftOf,
  fieldLabel,
  firstProblem,
  isOutputInDoubt,
  lossSentence,
  newDraft,
  nextDraft,
  problemsOf,
  readDraft,
  timesCleared,
  undecided,
  valueInWords,
} from "./draft.ts";
import { type ExampleRow, kinds } from "../kinds.ts";

const stamps = { created_at: "2026-11-28T00:00:00.000Z", updated_at: "2026-11-28T00:00:00.000Z" };
const row: ExampleRow = {
  id: 7,
  title: "Group by key",
  description: "",
  code_content: "a\nb",
  output: "",
  code_version: 1,
  language: "javascript",
  chapter_id: 3,
  order_index: 2,
  result_count: 9,
  time_count: 4,
  ...stamps,
};
const example = newDraft({
  parent: "3",
  title: "Group by key",
  code_content: "a\nb",
  language: "javascript",
});

describe("the order index becomes a whole number from 0", () => {
  test.each([
    ["3", "3"],
    [" 12 ", "12"],
    ["2.9", "2"],
    ["1e3", "1000"],
    ["-4", "0"],
    ["", "0"],
    ["-0", "0"],
    ["007", "7"],
    [".5", "0"],
    ["1,5", "1,5"],
    ["1.000.000", "1.000.000"],
    ["abc", "abc"],
    ["0x10", "0x10"],
    ["１２", "１２"],
    ["Infinity", "Infinity"],
  ])("%j is %j", (typed, coerced) => expect(coerceOrderIndex(typed)).toBe(coerced));

  test("coercing twice changes nothing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String)), (typed) => {
        expect(coerceOrderIndex(coerceOrderIndex(typed))).toBe(coerceOrderIndex(typed));
      }),
    );
  });

  test("text that is no number is refused as it was typed", () => {
    const problems = (order_index: string) => {
      const reading = readDraft("course", newDraft({ title: "a", order_index }));
      return reading.ok ? reading.body.order_index : reading.problems.order_index;
    };
    expect(problems("1,5")).toEqual([
      'The order number is "1,5". It must be a whole number from 0 to 1,000,000.',
    ]);
    expect([problems("1.5"), problems("")]).toEqual([1, 0]);
  });

  test("an order index above a million is refused in the words of the course formats", () => {
    expect(readDraft("chapter", newDraft({ parent: "1", title: "a", order_index: "1000001" }))).toEqual({
      ok: false,
      problems: {
        order_index: ['The order number is "1000001". It must be a whole number from 0 to 1,000,000.'],
      },
    });
  });
});

test("an id from the address becomes a whole number or empty", () => {
  expect([coerceId("17"), coerceId("12abc"), coerceId("abc"), coerceId(""), coerceId(undefined)]).toEqual([
    "17",
    "12",
    "",
    "",
    "",
  ]);
});

describe("what a form saves", () => {
  test("a course has a level and may be a draft", () => {
    const draft = newDraft({ title: " JavaScript ", description: "\n", published: "no", order_index: "4" });
    expect(readDraft("course", draft)).toEqual({
      ok: true,
      body: {
        title: "JavaScript",
        description: "",
        difficulty_level: "beginner",
        order_index: 4,
        published: false,
      },
    });
  });

  test("an example has code, output and language", () => {
    expect(readDraft("example", { ...example, code_content: "a\r\nb " })).toEqual({
      ok: true,
      body: {
        title: "Group by key",
        description: "",
        language: "javascript",
        order_index: 0,
        output: "",
        code_content: "a\nb ",
      },
    });
  });

  test("every problem is shown at its field, in the words of the course formats", () => {
    const reading = readDraft("example", newDraft({ code_content: " \n" }));
    expect(reading).toEqual({
      ok: false,
      problems: {
        parent: ["Choose a chapter."],
        title: ["The example title is empty. Give it 1 to 200 characters."],
        code_content: ["There is nothing to type: the code needs at least one visible character."],
      },
    });
    if (!reading.ok) expect(firstProblem("example", reading.problems)).toBe("parent");
  });

  test("a problem in the code names its line", () => {
    const reading = readDraft("example", { ...example, code_content: `a\n${"x".repeat(501)}` });
    expect(reading.ok ? null : reading.problems.code_content).toEqual([
      "Line 2: This line of code has 501 characters. At most 500 are allowed.",
    ]);
  });

  test("a problem that the server found is shown at its field", () => {
    const details = [
      { path: "title", message: "A" },
      { path: "title", message: "B" },
      { path: "chapter_id", message: "C" },
      { path: "elsewhere", message: "D" },
    ];
    expect(problemsOf("example", details)).toEqual({ title: ["A", "B"], parent: ["C"] });
    expect(problemsOf("course", [{ path: "language", message: "no field of a course" }])).toEqual({});
  });
});

test("a difference that would not be saved does not count as a change", () => {
  const same: Draft = { ...example, title: " Group by key", code_content: "a\r\nb", order_index: "0.5" };
  expect(differences("example", example, same)).toEqual([]);
  expect(differences("example", example, { ...example, code_content: "a\nb\n", title: "x" })).toEqual([
    "title",
    "code_content",
  ]);
  expect(differences("course", newDraft(), newDraft({ code_content: "not a field of a course" }))).toEqual(
    [],
  );
});

test("a draft of a row saves that row", () => {
  const reading = readDraft("example", draftOf({ kind: "example", row }));
  expect(reading.ok && { ...row, ...reading.body }).toEqual(row);
});

describe("two admins", () => {
  const base = draftOf({ kind: "example", row });

  test("a field that one admin changed gets that change; a field that both changed is undecided", () => {
    const mine = { ...base, title: "Mine", description: "mine" };
    const theirs = { ...base, title: "Theirs", code_content: "theirs" };
    const conflict = conflictOf("example", { base, mine, theirs });
    expect(conflict?.fields).toEqual(["title", "description", "code_content"]);
    expect(conflict?.sides).toEqual({ description: "mine", code_content: "theirs" });
    expect(conflict && undecided(conflict)).toBe("title");
    expect(conflict && undecided(choose(conflict, "title", "theirs"))).toBe(null);
  });

  test("the same change by both admins is not a conflict", () => {
    const both = { ...base, title: "Same" };
    expect(conflictOf("example", { base, mine: both, theirs: { ...both, title: "Same " } })).toBe(null);
  });

  test("exactly the fields that differ are in the conflict", () => {
    const texts = fc.constantFrom("a", "b", "c");
    const drafts = fc
      .record({
        title: texts,
        description: texts,
        code_content: texts,
        order_index: fc.constantFrom("1", "2"),
      })
      .map((some) => ({ ...base, ...some }));
    fc.assert(
      fc.property(drafts, drafts, drafts, (first, mine, theirs) => {
        const conflict = conflictOf("example", { base: first, mine, theirs });
        expect(conflict?.fields ?? []).toEqual(differences("example", mine, theirs));
        for (const field of conflict?.fields ?? []) {
          const side = conflict?.sides[field];
          if (side === undefined) expect([mine[field], theirs[field]]).not.toContain(first[field]);
          // No change is silently undone: the version that is selected at first is the one that changed the field.
          else expect({ mine, theirs }[side][field]).not.toBe(first[field]);
        }
      }),
    );
  });

  test("values are shown in words", () => {
    expect([valueInWords("published", "no"), valueInWords("published", "yes")]).toEqual([
      "Draft",
      "Published",
    ]);
    expect([valueInWords("description", ""), valueInWords("order_index", "0")]).toEqual(["(empty)", "0"]);
  });
});

test("best times are cleared once the code to save differs", () => {
  expect(timesCleared(row, { ...example, code_content: "a\r\nb" })).toBe(null);
  expect(timesCleared(row, { ...example, code_content: "a\nb " })).toBe(4);
});

test("an output is in doubt once the code differs and the output does not", () => {
  const base = { ...row, output: "1\n2" };
  const draft = { ...example, output: "1\r\n2" };
  expect(isOutputInDoubt(base, draft)).toBe(false);
  expect(isOutputInDoubt(base, { ...draft, code_content: "a\r\nb" })).toBe(false);
  expect(isOutputInDoubt(base, { ...draft, code_content: "a" })).toBe(true);
  expect(isOutputInDoubt(base, { ...draft, code_content: "a", output: "1" })).toBe(false);
  expect(isOutputInDoubt(base, { ...draft, code_content: "a", output: "" })).toBe(false);
  expect(isOutputInDoubt({ ...base, output: "" }, { ...draft, code_content: "a", output: "" })).toBe(false);
});

test("an output keeps its blanks, and is refused with the lines of what it cannot have", () => {
  const reading = readDraft("example", { ...example, output: " 1 \r\n" });
  expect(reading).toMatchObject({ ok: true, body: { output: " 1 \n" } });
  expect(readDraft("example", { ...example, output: `a\n\u0007${"\n".repeat(99)}` })).toEqual({
    ok: false,
    problems: {
      output: [
        "The output has 102 characters in 101 lines. At most 2,000 characters and 100 lines are allowed.",
        "Line 2: The output contains a character that cannot be stored: U+0007.",
      ],
    },
  });
});

test("a row of a server without outputs has an empty one", () => {
  const { output: _, ...older } = { ...row, output: "" };
  expect(draftOf({ kind: "example", row: older as typeof row }).output).toBe("");
});

test("the question before leaving says what is lost", () => {
  expect(
    lossSentence("example", { isNew: true, title: "", changed: ["title", "language", "code_content"] }),
  ).toBe(
    "The new example has not been saved. If you leave now, you lose what you entered: Example Title, Language and Code Content.",
  );
  expect(lossSentence("course", { isNew: false, title: "Go", changed: ["published"] })).toBe(
    'Your changes to the course "Go" have not been saved. If you leave now, you lose them: Published.',
  );
});

test("the fields of a kind have different labels", () => {
  for (const kind of ["course", "lesson", "chapter", "example"] as const) {
    const labels = kinds[kind].fields.map((field) => fieldLabel(kind, field));
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).not.toContain("");
  }
});

test("the draft after a saved one keeps its parent and language, and is behind it unless its order is 0", () => {
  const saved = { ...example, description: "x", output: "y", order_index: "4" };
  expect(nextDraft(saved)).toEqual(newDraft({ parent: "3", language: "javascript", order_index: "5" }));
  expect(nextDraft({ ...saved, order_index: "0" }).order_index).toBe("0");
});
