import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCode } from "../fields.ts";
import { parseCourse } from "../markdown/parse-markdown.ts";
import { findUntypable, isSameGroup, measureCode, repair } from "./find-untypable.ts";

/** Each finding as "line:column kind → the repaired code", the last part only if there is a repair. */
function drawn(code: string): string[] {
  return findUntypable(code).map((finding) => {
    const { line, column, kind } = finding;
    if (finding.edit === null) return `${line}:${column} ${kind}`;
    return `${line}:${column} ${kind} → ${JSON.stringify(repair(code, (other) => isSameGroup(finding, other)))}`;
  });
}

describe("characters that have a key cause no finding", () => {
  test("printable ASCII, tabs as indent, letters of any language, the symbols of Latin-1", () => {
    const ascii = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).join("");
    expect(drawn(`${ascii}\n\tgo {\n\t\tx\n\t}\nß é ñ Ж я α 漢字 हिन्दी عربي § ° € « » µ ½`)).toEqual([]);
  });

  test("a single space may align the lines of a comment", () => {
    expect(drawn("/*\n * a\n */\n\tx\n\t * b")).toEqual([]);
  });

  test("empty code causes no finding", () => {
    expect(drawn("")).toEqual([]);
  });

  test("the built-in courses", () => {
    const folder = new URL("../../catalogue/", import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
    let examples = 0;
    for (const file of files) {
      const parsed = parseCourse(readFileSync(new URL(file, folder), "utf8"));
      if (!parsed.ok) continue;
      for (const lesson of parsed.course.lessons)
        for (const chapter of lesson.chapters)
          for (const { title, code_content: code } of chapter.examples) {
            examples += 1;
            expect([file, title, drawn(code)]).toEqual([file, title, []]);
          }
    }
    expect(examples).toBeGreaterThan(300);
  });
});

describe("characters that look like others", () => {
  test("odd spaces", () => {
    expect(drawn("a\u00a0b\u3000c")).toEqual(['1:2 space → "a b\u3000c"', '1:4 space → "a\u00a0b c"']);
    expect(findUntypable("a\u00a0b")[0]?.sentence).toBe(
      "A no-break space (U+00A0) looks like a space. Learners may type a space instead.",
    );
  });

  test("curly quotes, dashes, the ellipsis", () => {
    expect(drawn("x = “a”;\ny = ‘b’ – c − d…")).toEqual([
      '1:5 quote → "x = \\"a”;\\ny = ‘b’ – c − d…"',
      '1:7 quote → "x = “a\\";\\ny = ‘b’ – c − d…"',
      '2:5 quote → "x = “a”;\\ny = \'b’ – c − d…"',
      '2:7 quote → "x = “a”;\\ny = ‘b\' – c − d…"',
      '2:9 dash → "x = “a”;\\ny = ‘b’ - c − d…"',
      '2:13 dash → "x = “a”;\\ny = ‘b’ – c - d…"',
      '2:16 ellipsis → "x = “a”;\\ny = ‘b’ – c − d..."',
    ]);
    expect(findUntypable("a ’")[0]?.sentence).toBe("’ is hard to type. Learners may type ' instead.");
  });

  test("full-width forms", () => {
    expect(drawn("f（ａ）")).toEqual([
      '1:2 full-width → "f(ａ）"',
      '1:3 full-width → "f（a）"',
      '1:4 full-width → "f（ａ)"',
    ]);
  });

  test("unusual encodings of a character", () => {
    expect(drawn("cafe\u0301")).toEqual(['1:4 spelling → "café"']);
    // A Greek question mark and an Ångström sign.
    expect(drawn("a\u037e \u212b")).toEqual(['1:2 spelling → "a; \u212b"', '1:4 spelling → "a\u037e Å"']);
  });
});

describe("invisible characters", () => {
  test("zero-width characters, soft hyphens, the byte order mark", () => {
    expect(drawn("\ufefflet\u200b a\u00ad")).toEqual([
      '1:1 forbidden → "let\u200b a\u00ad"',
      '1:5 invisible → "\ufefflet a\u00ad"',
      '1:8 invisible → "\ufefflet\u200b a"',
    ]);
  });

  test("characters that change the direction of text", () => {
    expect(drawn("if (a) { \u202e } \u2066b")).toEqual([
      '1:10 bidi → "if (a) {  } \u2066b"',
      '1:14 bidi → "if (a) { \u202e } b"',
    ]);
  });

  test("controls and halves of surrogate pairs", () => {
    expect(drawn("a\0b\u0007\ud800\u009f")).toEqual([
      '1:2 forbidden → "ab\\u0007\\ud800\u009f"',
      '1:4 forbidden → "a\\u0000b\\ud800\u009f"',
      '1:5 forbidden → "a\\u0000b\\u0007\u009f"',
      '1:6 forbidden → "a\\u0000b\\u0007\\ud800"',
    ]);
  });

  test("other line ends become line breaks", () => {
    expect(drawn("a\r\nb\rc\u2028d\u0085e")).toEqual([
      '1:2 line-end → "a\\nb\\nc\u2028d\u0085e"',
      '2:2 line-end → "a\\nb\\nc\u2028d\u0085e"',
      '3:2 line-end → "a\\r\\nb\\rc\\nd\u0085e"',
      '3:4 line-end → "a\\r\\nb\\rc\u2028d\\ne"',
    ]);
  });

  test("spaces at the end of a line", () => {
    expect(drawn("a \n\t \n  b\t")).toEqual([
      '1:2 trailing → "a\\n\\n  b"',
      '2:1 trailing → "a\\n\\n  b"',
      '3:4 trailing → "a\\n\\n  b"',
    ]);
  });

  test("blank lines at either end", () => {
    expect(drawn("\n\na\n\nb\n")).toEqual([
      '1:1 first-lines → "a\\n\\nb\\n"',
      '6:1 last-lines → "\\n\\na\\n\\nb"',
    ]);
    expect(findUntypable("b\n\n\n")[0]?.sentence).toBe(
      "The code ends with 3 blank lines, which learners cannot see but have to type.",
    );
  });
});

describe("indentation", () => {
  test("tabs among spaces become the same number of columns in spaces", () => {
    expect(drawn("a\n    b\n        c\n\td")).toEqual(['4:1 indent → "a\\n    b\\n        c\\n    d"']);
  });

  test("spaces among tabs become tabs of the width of that indentation", () => {
    expect(drawn("a\n\tb\n\t\tc\n        d\n\te")).toEqual([
      '4:1 indent → "a\\n\\tb\\n\\t\\tc\\n\\td\\n\\te"',
    ]);
    expect(drawn("\ta\n\tb\n\tc\n  d\n    e")).toEqual([
      '4:1 indent → "\\ta\\n\\tb\\n\\tc\\n\\td\\n\\t\\te"',
      '5:1 indent → "\\ta\\n\\tb\\n\\tc\\n\\td\\n\\t\\te"',
    ]);
  });

  test("a space before a tab", () => {
    expect(drawn("a\n \tb")).toEqual(['2:1 indent → "a\\n  b"']);
    expect(drawn("\ta\n\tb\n \tc")).toEqual(['3:1 indent → "\\ta\\n\\tb\\n\\tc"']);
  });

  test("spaces after tabs may align code, as in Go and C", () => {
    expect(drawn("\ta(b,\n\t  c)")).toEqual([]);
  });
});

describe("findings without a repair", () => {
  test("symbols that are on no keyboard; an emoji is one symbol", () => {
    expect(drawn("a → b")).toEqual(["1:3 no-key"]);
    expect(drawn("'👩‍👩‍👧'; '❤️'")).toEqual(["1:2 no-key", "1:11 no-key"]);
  });

  test("a combining mark that no single character contains with its letter", () => {
    expect(drawn("q\u0303")).toEqual(["1:1 mark"]);
  });

  test("a lost character", () => {
    expect(drawn("na\ufffdve")).toEqual(["1:3 lost"]);
  });

  test("long lines, at the first column over the limit", () => {
    expect(drawn("x".repeat(100))).toEqual([]);
    expect(drawn("x".repeat(101))).toEqual(["1:101 long-line"]);
    expect(drawn(`${"😀".repeat(500)}y`).filter((line) => line.endsWith("long-line"))).toEqual([
      "1:501 long-line",
    ]);
  });
});

test("a column counts code points", () => {
  expect(drawn("漢😀\u00a0")[1]).toMatch(/^1:3 space/);
});

test("code is measured by its number of lines and its longest line", () => {
  expect(measureCode("ab\r\n😀😀😀\n")).toEqual({ lines: 3, longest: 3 });
  expect(measureCode("")).toEqual({ lines: 1, longest: 0 });
});

// Characters that are repaired, with their replacements.
const dirt = [
  ["\u00a0", " "],
  ["\u202f", " "],
  ["‘", "'"],
  ["”", '"'],
  ["–", "-"],
  ["−", "-"],
  ["…", "..."],
  ["\u200b", ""],
  ["\u2060", ""],
  ["\u202e", ""],
  ["\u00ad", ""],
  ["\ufeff", ""],
  ["\0", ""],
  ["\ud800", ""],
  ["（", "("],
  ["\u037e", ";"],
  ["\u2028", "\n"],
  ["\r\n", "\n"],
  ["\r", "\n"],
] as const;

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...dirt.map(([character]) => character)),
      fc.constantFrom("a", "b1", "{", "}", " ", "  ", "    ", "\t", " \t", "\n", "\n\n", "\n  ", "\n\t"),
      fc.constantFrom("\u0301", "e\u0301", "q\u0303", "\u1100\u1161", "\u0958", "\u2000", "\u1fef", "\u3164"),
      fc.constantFrom(
        "😀",
        "👩‍👧",
        "1\ufe0f\u20e3",
        "❤\ufe0f",
        "\u200d",
        "\ufe0f",
        "🇩",
        "한",
        "हि",
        "→",
        "\ufffd",
        "\ue000",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

test("repairing everything leaves nothing to repair, and repairing again changes nothing", () => {
  fc.assert(
    fc.property(hostile, (code) => {
      const repaired = repair(code);
      expect(findUntypable(repaired).filter(({ edit }) => edit !== null)).toEqual([]);
      expect(repair(repaired)).toBe(repaired);
    }),
    { numRuns: 2_000 },
  );
});

test("repairing one group removes all of its findings", () => {
  fc.assert(
    fc.property(hostile, fc.nat(), (code, which) => {
      const findings = findUntypable(code).filter(({ edit }) => edit !== null);
      const finding = findings[which % Math.max(1, findings.length)];
      if (finding === undefined) return;
      const repaired = repair(code, (other) => isSameGroup(finding, other));
      expect(
        findUntypable(repaired).filter((other) => other.edit !== null && isSameGroup(finding, other)),
      ).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test("a repair replaces the wrong characters by the intended ones and changes nothing else", () => {
  const word = fc.constantFrom("let", "a", "= 1;", "f(x)", "{", "é", "漢", "😀");
  fc.assert(
    fc.property(fc.array(fc.tuple(word, fc.constantFrom(...dirt)), { maxLength: 20 }), (parts) => {
      // Words at both ends, so that no space is at the start or the end of a line.
      const join = (pick: 0 | 1) => `x${parts.map(([text, pair]) => `${pair[pick]}${text}`).join("")}`;
      expect(repair(join(0)).replaceAll(/ +\n/g, "\n")).toBe(join(1).replaceAll(/ +\n/g, "\n"));
    }),
    { numRuns: 1_000 },
  );
});

test("a repair does not change code without findings", () => {
  const clean = fc
    .array(fc.constantFrom("a", "b;", "x = 1", "(", "\n", "\n  c", "\n    d", "é"), { maxLength: 30 })
    .map((parts) => `x${parts.join("")}y`);
  fc.assert(
    fc.property(clean, (code) => {
      expect(repair(code)).toBe(code);
    }),
  );
});

test("wherever readCode reports a character, a space or a width, there is a finding in that line", () => {
  const about = new Set([
    "CHARACTER_FORBIDDEN",
    "CODE_LINE_TOO_LONG",
    "CODE_LINE_LONG",
    "CODE_TRAILING_SPACE",
    "CODE_HARD_TO_TYPE",
    "TEXT_REPLACEMENT",
  ]);
  const long = fc.integer({ min: 95, max: 520 }).map((width) => "x".repeat(width));
  const code = fc.array(fc.oneof(hostile, long), { maxLength: 4 }).map((parts) => parts.join("\n"));
  fc.assert(
    fc.property(code, (text) => {
      const reading = readCode(text);
      const reported = [...(reading.ok ? [] : reading.faults), ...reading.remarks].filter((problem) =>
        about.has(problem.code),
      );
      const found = new Set(findUntypable(text).map(({ line }) => line));
      for (const { code: what, line } of reported)
        expect([what, line, found.has(line ?? 0)]).toEqual([what, line, true]);
    }),
    { numRuns: 2_000 },
  );
});

test("repaired code can be saved, unless it is empty or too long", () => {
  fc.assert(
    fc.property(hostile, (code) => {
      const reading = readCode(repair(code));
      if (!reading.ok) expect(reading.faults.map((fault) => fault.code)).toEqual(["CODE_EMPTY"]);
    }),
    { numRuns: 1_000 },
  );
});

test("a long line that consists of findings takes linear time", () => {
  const start = process.cpuUsage();
  expect(repair("\u00a0“".repeat(50_000))).toBe(' "'.repeat(50_000));
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(10_000);
});
