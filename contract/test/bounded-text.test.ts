// Every text that a request may contain is bounded before anything else looks at it. The schemas are walked, so that a
// new field is checked without an entry here.

import { expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoints } from "../endpoints.ts";
import { storableText } from "../text.ts";

type Def = z.core.$ZodTypeDef & {
  readonly checks?: readonly z.core.$ZodCheck[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly in?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
};

/** The places of texts whose first check is not a length that ends the check. */
function unbounded(schema: z.core.$ZodType, place: string): string[] {
  const def = schema._zod.def as Def;
  switch (def.type as string) {
    case "string": {
      const first = def.checks?.[0]?._zod.def as z.core.$ZodCheckMaxLengthDef | undefined;
      return first?.check === "max_length" && first.abort === true ? [] : [place];
    }
    case "object":
      return Object.entries(def.shape ?? {}).flatMap(([name, field]) => unbounded(field, `${place}.${name}`));
    case "array":
      return unbounded(def.element as z.core.$ZodType, `${place}[]`);
    case "union":
      return (def.options ?? []).flatMap((option) => unbounded(option, place));
    case "optional":
    case "nullable":
    case "default":
    case "catch":
      return unbounded(def.innerType as z.core.$ZodType, place);
    case "pipe":
      // What follows gets only what passed.
      return unbounded(def.in as z.core.$ZodType, place);
    case "int":
    case "number":
    case "boolean":
    case "enum":
    case "literal":
      return [];
    case "unknown":
      // Sent back as it is; nothing looks at it.
      return place === "testPost" ? [] : [place];
    default:
      return [`${place} (${def.type})`];
  }
}

test("every text in a body, a path or a query is bounded first [SEC-131]", () => {
  const found: string[] = [];
  let texts = 0;
  for (const [name, endpoint] of Object.entries(endpoints))
    for (const schema of [
      "params" in endpoint ? endpoint.params : undefined,
      "query" in endpoint ? endpoint.query : undefined,
      "body" in endpoint ? endpoint.body : undefined,
    ])
      if (schema !== undefined) {
        found.push(...unbounded(schema, name));
        texts += JSON.stringify(z.toJSONSchema(schema, { io: "input" })).split('"type":"string"').length - 1;
      }
  expect(found).toEqual([]);
  expect(texts).toBeGreaterThan(50);
});

test("a text without a length, or with one that does not end the check, is found", () => {
  const fields = {
    none: z.string().check(z.regex(/^a*$/)),
    late: z.string().check(z.trim(), z.maxLength(9, { abort: true })),
    goesOn: z.string().check(z.maxLength(9)),
    inList: z.array(z.string()),
    maybe: z.optional(z.nullable(z.string())),
    any: z.unknown(),
    good: z._default(storableText(9), ""),
  };
  expect(unbounded(z.object(fields), "x")).toEqual(
    ["none", "late", "goesOn", "inList[]", "maybe", "any"].map((name) => `x.${name}`),
  );
});

test("no check looks at a text that is too long", () => {
  let looked = 0;
  const schema = storableText(9, { tooLong: "Too long" }).check(
    z.trim(),
    z.minLength(20),
    z.refine(() => {
      looked++;
      return false;
    }, "Looked"),
  );
  expect(schema.safeParse("a".repeat(10)).error?.issues.map(({ message }) => message)).toEqual(["Too long"]);
  expect(looked).toBe(0);
  expect(schema.safeParse("a".repeat(9)).success).toBe(false);
  expect(looked).toBe(1);
});

test("a long text has at most 30 marks in a row, as Unicode's stream-safe format does", () => {
  const text = z.object({ title: storableText(10_000) });
  const marks = (count: number) => ({ title: `a${"\u0301".repeat(count)}b${"\u0323".repeat(count)}` });
  expect(text.safeParse(marks(30)).success).toBe(true);
  expect(text.safeParse(marks(31)).error?.issues.map(({ message }) => message)).toEqual([
    "title has more than 30 combining marks in a row, but no letter of any script has so many.",
  ]);
});

test("each character that normalises to marks alone counts as a mark", () => {
  const text = storableText(10_000);
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    if (/^\p{M}+$/u.test(character.normalize("NFKD")))
      expect(text.safeParse(character.repeat(31)).success, point.toString(16)).toBe(false);
  }
});
