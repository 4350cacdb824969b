import fc from "fast-check";
import { expect, test } from "vitest";
import { DomainError } from "../domain-error.ts";
import { leastCpuMs } from "../test/thread-cpu.ts";
import { parseJsonBody } from "./json-body.ts";

const parse = (text: string) => parseJsonBody(new TextEncoder().encode(text));

test("valid JSON is parsed, with or without a byte order mark", () => {
  expect(parse(' {"a":[1,true,null,"é🦊\\u00e9"]}')).toEqual({ a: [1, true, null, "é🦊é"] });
  expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
  expect(parse("null")).toBe(null);
  expect(parse('"\\\\u0000"')).toBe("\\u0000");
});

test("an empty body is undefined", () => {
  expect(parse("")).toBe(undefined);
});

test.each([
  ["{", "The body is not valid JSON."],
  ["{'a':1}", "The body is not valid JSON."],
  ["[1,]", "The body is not valid JSON."],
  ["NaN", "The body is not valid JSON."],
  [" ", "The body is not valid JSON."],
  ['"\u0001"', "The body is not valid JSON."],
  ['{"a":"\\u0000"}', "The body contains NUL or broken characters."],
  ['["\\ud800"]', "The body contains NUL or broken characters."],
  ['"\\udc00\\ud800"', "The body contains NUL or broken characters."],
  ['{"a\\u0000":1}', "The body contains NUL or broken characters."],
  [`${"[".repeat(101)}${"]".repeat(101)}`, "The body is nested too deeply."],
  [`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`, "The body is nested too deeply."],
])("%j is refused", (text, message) => {
  expect(() => parse(text)).toThrow(DomainError);
  expect(() => parse(text)).toThrow(message);
});

test("a list has at most 2,000 entries and an object at most 1,000 names", () => {
  const list = (count: number) => JSON.stringify({ ids: Array(count).fill(1) });
  const names = (count: number) =>
    JSON.stringify([Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, 1]))]);
  expect(parse(list(2_000))).toEqual({ ids: Array(2_000).fill(1) });
  expect(() => parse(list(2_001))).toThrow("A list in the body has 2001 entries, but may have at most 2000.");
  expect(Object.keys((parse(names(1_000)) as [object])[0])).toHaveLength(1_000);
  expect(() => parse(names(1_001))).toThrow(
    "An object in the body has 1001 names, but may have at most 1000.",
  );
});

test("32 KiB of brackets are refused quickly", async () => {
  const refuseBoth = async () => {
    expect(() => parse("[".repeat(32_000))).toThrow(DomainError);
    expect(() => parse(`${"[".repeat(32_000)}${"]".repeat(32_000)}`)).toThrow("nested too deeply");
  };
  expect(await leastCpuMs(refuseBoth, { enoughMs: 200, runs: 5 })).toBeLessThan(200);
});

test.each([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0x22, 0xf0, 0x9f, 0x22]])(
  "bytes that are not UTF-8 are refused [SEC-01]",
  (...bytes) => {
    expect(() => parseJsonBody(Uint8Array.from(bytes))).toThrow("The body is not valid UTF-8.");
  },
);

test("names that would reach a prototype are dropped, at any depth [SEC-110]", () => {
  const parsed = parse(
    '{"a":1,"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}},"b":[{"__proto__":null,"c":2}]}',
  );
  expect(parsed).toEqual({ a: 1, b: [{ c: 2 }] });
  expect(Object.keys(parsed as object)).toEqual(["a", "b"]);
  expect(({} as { role?: string }).role).toBe(undefined);
});

test("JSON that a database can store is unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "grapheme" }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/\\u0000|__proto__|constructor/.test(text));
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

const lenient = ["log", "start"];
const parseLenient = (text: string) => parseJsonBody(new TextEncoder().encode(text), { lenient });

test("nothing in a lenient field is refused, and everything else is as anywhere", () => {
  for (const log of [
    '"\\u0000"',
    '"\\ud800"',
    `[${"0,".repeat(3_000)}0]`,
    `${"[".repeat(500)}${"]".repeat(500)}`,
  ])
    expect(parseLenient(`{"log":${log},"a":[1],"start":${log}}`)).toEqual({
      ...{ log: JSON.parse(log), a: [1], start: JSON.parse(log) },
    });
  for (const value of ['"\\u0000"', `[${"0,".repeat(3_000)}0]`]) {
    expect(() => parseLenient(`{"log":1,"a":${value}}`)).toThrow(DomainError);
    // Only at the top.
    expect(() => parseLenient(`{"a":{"log":${value}}}`)).toThrow(DomainError);
    expect(() => parseLenient(`[{"log":${value}}]`)).toThrow(DomainError);
  }
  expect(() => parseLenient('{"log":1,"a\\u0000":1}')).toThrow(DomainError);
});

test("a long body with lenient fields loses the lists and objects in it, and nothing else", () => {
  const values = fc.dictionary(
    fc.constantFrom("a", "log", "start", 'b"c', "d\\", "{", "é"),
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom("\\", '"', "{", "}", "[", "]", ",", ":", "\n") }),
      fc.jsonValue(),
    ),
  );
  fc.assert(
    fc.property(values, fc.constantFrom(undefined, 1, "\t"), (body, indent) => {
      const text = JSON.stringify({ ...body, filler: "x".repeat(70_000) }, null, indent);
      const parsed = parseLenient(text) as Record<string, unknown>;
      for (const [name, value] of Object.entries(JSON.parse(JSON.stringify(body)) as Record<string, unknown>))
        expect([name, parsed[name]]).toEqual([
          name,
          typeof value === "object" && value !== null ? "" : value,
        ]);
    }),
  );
});

test.each(['{"log":"', '{"log":[', '{"log":]}', '{"log":1}}', '{"log":1,}', '"log', '{"log":"\\"}'])(
  "%s is not valid, also in a long body",
  (start) => {
    expect(() => parseLenient(start)).toThrow("The body is not valid JSON.");
    for (const filler of [" ".repeat(70_000), `,"a":"${"x".repeat(70_000)}"}`]) {
      const text = start + filler;
      const isValid = (() => {
        try {
          return JSON.parse(text) !== undefined;
        } catch {
          return false;
        }
      })();
      if (!isValid) expect(() => parseLenient(text)).toThrow(DomainError);
    }
  },
);

test("a megabyte of lists in a lenient field takes no longer than a text [SEC-217]", async () => {
  const inner = [
    ...["[],".repeat(349_000), "{},".repeat(349_000), '{"a":1},'.repeat(130_000)].map((list) => `[${list}0]`),
    `${"[".repeat(523_000)}${"]".repeat(523_000)}`,
    `${'{"a":'.repeat(170_000)}1${"}".repeat(170_000)}`,
  ];
  for (const log of inner) {
    const ms = await leastCpuMs(async () => void parseLenient(`{"log":${log},"a":1}`), {
      enoughMs: 20,
      runs: 10,
    });
    expect([log.slice(0, 20), ms < 20]).toEqual([log.slice(0, 20), true]);
  }
});

const idLists = ["ids", "more"];
const parseIds = (value: object) =>
  parseJsonBody(new TextEncoder().encode(JSON.stringify(value)), { lenient, idLists });
const manyIds = (count: number) => Array.from({ length: count }, (_, n) => 2_147_483_647 - n);

test("a list of ids has at most 10,000 entries where the endpoint has one, in a long body too", () => {
  const body = { ids: manyIds(10_000), more: manyIds(10_000) };
  expect(parseIds(body)).toEqual(body);
  // Whatever stands before them in the lenient fields.
  const long = { log: manyIds(3_000), start: [1], ...body };
  expect(parseIds(long)).toMatchObject(body);
  expect(parseIds({ ...long, log: "A".repeat(900_000) })).toMatchObject(body);
  for (const more of [{}, { log: "A".repeat(900_000) }])
    expect(() => parseIds({ ids: manyIds(10_001), ...more })).toThrow(
      'The list "ids" has 10001 entries, but may have at most 10000.',
    );
  expect(() => parseIds({ others: manyIds(2_001) })).toThrow("has 2001 entries");
});

test.each([0, -1, 1.5, 2 ** 31, 2 ** 53, "1", null, [1]])(
  "a long list with %j in it is no list of ids",
  (item) => {
    expect(() => parseIds({ ids: [...manyIds(2_000), item] })).toThrow(
      'The list "ids" has 2001 entries, so each must be an id: a whole number from 1 to 2147483647.',
    );
    expect(parseIds({ ids: [1, item] })).toEqual({ ids: [1, item] });
  },
);
