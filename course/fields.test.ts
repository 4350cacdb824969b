import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  readCode,
  readDescription,
  readDifficulty,
  type Reading,
  readLanguage,
  readOrderIndex,
  readPosition,
  readTitle,
} from "./fields.ts";
import { isKnownLanguage, languageId, languages } from "./languages.ts";

/** The value, or the codes of its problems. */
function draw(reading: Reading<unknown>): unknown {
  return reading.ok ? reading.value : reading.faults.map((fault) => fault.code).join(" ");
}

const forbidden = [
  "\0",
  "\u0008",
  "\u000b",
  "\u000c",
  "\u001f",
  "\u007f",
  "\u0080",
  "\u0085",
  "\u009f",
  "\u2028",
  "\u2029",
  "\ufeff",
  "\ufffe",
  "\uffff",
  "\ud800",
  "\udfff",
];

describe("titles", () => {
  test("are trimmed and have 1 to 200 code points on one line", () => {
    expect(draw(readTitle(" \t a b\u00a0\n", "course"))).toBe("a b");
    expect(draw(readTitle(" \r\n ", "course"))).toBe("TITLE_EMPTY");
    expect(draw(readTitle("😀".repeat(200), "course"))).toBe("😀".repeat(200));
    expect(draw(readTitle("x".repeat(201), "course"))).toBe("TITLE_TOO_LONG");
    expect(draw(readTitle("a\rb", "course"))).toBe("TITLE_LINE_BREAK");
    expect(draw(readTitle("a\tb", "course"))).toBe("TITLE_LINE_BREAK");
  });

  test("all faults are reported at once", () => {
    expect(draw(readTitle(`a\n\0${"x".repeat(200)}`, "course"))).toBe(
      "TITLE_TOO_LONG TITLE_LINE_BREAK CHARACTER_FORBIDDEN",
    );
  });

  test("the message names the kind of content", () => {
    const reading = readTitle("", "chapter");
    expect(reading.ok ? "" : reading.faults[0]?.sentence).toBe(
      "The chapter title is empty. Give it 1 to 200 characters.",
    );
  });
});

describe("descriptions", () => {
  test("are trimmed at their ends only, up to 5,000 code points", () => {
    expect(draw(readDescription("\n  a  \r\n\r\n  b \n", "lesson"))).toBe("a  \n\n  b");
    expect(draw(readDescription("", "lesson"))).toBe("");
    expect(draw(readDescription("x".repeat(5_001), "lesson"))).toBe("DESCRIPTION_TOO_LONG");
  });

  test("a fault names its line", () => {
    const reading = readDescription("\na\nb\u0001\nc\u0002\u0003", "lesson");
    expect(reading.ok ? [] : reading.faults.map(({ line, found }) => [line, found])).toEqual([
      [2, "U+0001"],
      [3, "U+0002, U+0003"],
    ]);
  });
});

describe("code", () => {
  test("only its line ends change", () => {
    expect(draw(readCode("\r\n\ta \r\nb\rc\n\n"))).toBe("\n\ta \nb\nc\n\n");
  });

  test("needs a visible character", () => {
    for (const nothing of [
      "",
      " ",
      "\n\t\n",
      "\u00a0\u3000",
      "\u200b\u200d\u2060",
      "\u202e",
      "\u00ad",
      "\u{e0020}",
      "\ufe0f",
    ]) {
      expect([nothing, draw(readCode(nothing))]).toEqual([nothing, "CODE_EMPTY"]);
    }
    for (const something of [" . ", "é", "😀", "\ufffd", "\u0301", "\ue000"])
      expect(draw(readCode(something))).toBe(something);
  });

  test("has at most 10,000 code points, 500 lines, and 500 code points per line", () => {
    const line = (length: number) => "x".repeat(length);
    const lines = (number: number, length: number) =>
      Array.from({ length: number }, () => line(length)).join("\n");
    expect(draw(readCode(lines(20, 500)))).toBe("CODE_TOO_LONG");
    expect(draw(readCode(lines(20, 499)))).toBe(lines(20, 499));
    expect(draw(readCode(lines(500, 1)))).toBe(lines(500, 1));
    expect(draw(readCode(`${lines(500, 1)}\n`))).toBe("CODE_TOO_LONG");
    expect(draw(readCode(line(501)))).toBe("CODE_LINE_TOO_LONG");
    expect(draw(readCode("😀".repeat(500)))).toBe("😀".repeat(500));
  });

  test("warnings name the line and what is hard to type in it", () => {
    const reading = readCode(`ok\n${"x".repeat(101)}\na\t\n“b”\u200b\u202a`);
    expect(reading.remarks.map(({ code, line, found }) => [code, line, found])).toEqual([
      ["CODE_LINE_LONG", 2, "101 characters"],
      ["CODE_TRAILING_SPACE", 3, "a\t"],
      [
        "CODE_HARD_TO_TYPE",
        4,
        "U+201C curly quote, U+201D curly quote, U+200B zero-width space, U+202A left-to-right embedding",
      ],
    ]);
  });
});

test("exactly the forbidden characters are refused, in every text", () => {
  for (const character of forbidden) {
    const text = `a${character}b`;
    expect(draw(readTitle(text, "lesson"))).toBe("CHARACTER_FORBIDDEN");
    expect(draw(readDescription(text, "lesson"))).toBe("CHARACTER_FORBIDDEN");
    expect(draw(readCode(text))).toBe("CHARACTER_FORBIDDEN");
  }
  for (const character of [
    "\t",
    "\n",
    " ",
    "~",
    "\u00a0",
    "\u2027",
    "\u202a",
    "\ue000",
    "\ufdd0",
    "\ufffd",
    "\u{1fffe}",
    "\u{10ffff}",
  ]) {
    expect(draw(readDescription(`a${character}b`, "lesson"))).toBe(`a${character}b`);
  }
});

test("no Unicode normal form is imposed", () => {
  expect(draw(readTitle("e\u0301 é Å", "lesson"))).toBe("e\u0301 é Å");
});

test("a replacement character causes a warning in every text", () => {
  for (const reading of [
    readTitle("a\ufffd", "lesson"),
    readDescription("a\n\ufffd\n\ufffd", "lesson"),
    readCode("\ufffd"),
  ]) {
    expect(reading.ok && new Set(reading.remarks.map((remark) => remark.code))).toEqual(
      new Set(["TEXT_REPLACEMENT"]),
    );
  }
});

describe("languages", () => {
  test("are trimmed, in lower case, and aliases become ids", () => {
    const pairs = {
      ts: "typescript",
      PY: "python",
      js: "javascript",
      "C++": "cpp",
      "c#": "csharp",
      cs: "csharp",
      sh: "bash",
      Golang: "go",
    };
    for (const [alias, id] of Object.entries(pairs)) expect(draw(readLanguage(` ${alias}\n`))).toBe(id);
  });

  test("an unknown name of the right form causes a warning, a name of another form an error", () => {
    expect(readLanguage("no-such+#._1")).toMatchObject({
      ok: true,
      value: "no-such+#._1",
      remarks: [{ code: "LANGUAGE_UNKNOWN" }],
    });
    expect(draw(readLanguage(" "))).toBe("LANGUAGE_MISSING");
    for (const name of ["-a", "a b", "é", "a".repeat(41), "a`", "{js}", "__proto__", "."]) {
      expect(draw(readLanguage(name))).toBe("LANGUAGE_INVALID");
    }
    expect(readLanguage("constructor")).toMatchObject({ ok: true, remarks: [{ code: "LANGUAGE_UNKNOWN" }] });
  });

  test("every language of the built-in catalogue, and text, is known and causes no warning", () => {
    const catalogue =
      "javascript typescript python sql bash html css json regex java c go rust cpp csharp php ruby kotlin swift text";
    for (const id of catalogue.split(" "))
      expect(readLanguage(id)).toEqual({ ok: true, value: id, remarks: [] });
  });

  test("ids and aliases are distinct words of the right form", () => {
    const words = languages.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(word).toMatch(/^[a-z0-9][a-z0-9+#._-]{0,39}$/);
    for (const { id, name } of languages) {
      expect([languageId(id), isKnownLanguage(id), name.length > 0]).toEqual([id, true, true]);
    }
    expect(languages.length).toBeGreaterThan(60);
  });
});

test("difficulty levels are three words in any case", () => {
  expect(draw(readDifficulty(" Beginner "))).toBe("beginner");
  expect(["easy", "", "beginners"].map((text) => draw(readDifficulty(text)))).toEqual(
    Array(3).fill("DIFFICULTY_INVALID"),
  );
});

test("order numbers are whole, from 0 to 1,000,000", () => {
  expect([0, 1_000_000, "7", " 007 "].map((raw) => draw(readOrderIndex(raw)))).toEqual([0, 1_000_000, 7, 7]);
  for (const raw of [
    -1,
    1.5,
    1_000_001,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    "",
    "x",
    "1e3",
    "+1",
    "0x1",
    "1.0",
    "１",
    "9".repeat(400),
  ]) {
    expect(draw(readOrderIndex(raw))).toBe("ORDER_INVALID");
  }
});

test("positions are whole numbers of any size", () => {
  expect(["0", "000", "0012", "9".repeat(30)].map((raw) => draw(readPosition(raw)))).toEqual([
    "0",
    "0",
    "12",
    "9".repeat(30),
  ]);
  expect(["", "-1", "1.5"].map((raw) => draw(readPosition(raw)))).toEqual(Array(3).fill("ORDER_INVALID"));
});

test("reading a value again does not change it", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", " ", "\n", "\r", "\t", "#", "\u00a0", "😀"),
    maxLength: 12,
  });
  fc.assert(
    fc.property(text, (raw) => {
      for (const read of [
        (t: string) => readTitle(t, "lesson"),
        (t: string) => readDescription(t, "lesson"),
        readCode,
      ]) {
        const once = read(raw);
        if (once.ok) expect(read(once.value)).toEqual(once);
      }
    }),
  );
});
