// Random request bodies, generated from an endpoint's own schema. Most are almost valid, with single faults, because a
// body that is entirely wrong is refused early and tests nothing further in.

import fc, { type Arbitrary } from "fast-check";
import * as z from "zod/mini";

type JsonSchema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
};

/** `known` has values that exist in this database, by field name. */
export function arbitraryBody(
  schema: z.ZodMiniType,
  known: Readonly<Record<string, unknown>>,
): Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return fc.oneof({ weight: 20, arbitrary: valueOf(json, known, "") }, { weight: 1, arbitrary: hostile });
}

/** Text as a JSON document that no JavaScript value serializes to: duplicate names, huge numbers, invalid escapes. */
export const arbitraryDocument: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    "{",
    "[]",
    "null",
    '"\\ud800"',
    '{"a":"\\u0000"}',
    '{"exampleId":1,"exampleId":2,"progress":1e999}',
    '{"exampleId":-0,"progress":9007199254740993,"timeMs":1E400}',
    '{"__proto__":{"role":"admin"},"email":"a@b.c","password":"x"}',
    '{"constructor":{"prototype":{"x":1}}}',
    "[".repeat(5_000),
  ),
  fc.json(),
  fc.string({ unit: "binary", maxLength: 200 }),
);

const hostileText = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\udc00x",
    "\u202egnp.exe",
    "🦊".repeat(64),
    "x".repeat(255),
    "x".repeat(256),
    "x".repeat(257),
    "__proto__",
    "' or 1=1 --",
    "%00",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "\r\nX: y",
    "0001-01-01T00:00:00.000Z",
    "+275760-09-13T00:00:00.000Z",
    "9007199254740993",
  ),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: "binary", maxLength: 30 }),
);
const hostileNumber = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    1.5,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 53,
    2 ** 53 + 2,
    1e308,
    -1e308,
    86_400_001,
    1_000_001,
  ),
  fc.double(),
  fc.integer(),
);
const hostile: Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, [], {}, [[]], { a: { b: null } }),
  fc.jsonValue({ stringUnit: "grapheme" }),
);

function valueOf(
  schema: JsonSchema,
  known: Readonly<Record<string, unknown>>,
  name: string,
): Arbitrary<unknown> {
  const right = rightValueOf(schema, known);
  const inPlace = name in known ? fc.oneof({ weight: 3, arbitrary: fc.constant(known[name]) }, right) : right;
  return fc.oneof({ weight: 12, arbitrary: inPlace }, { weight: 1, arbitrary: hostile });
}

function rightValueOf(schema: JsonSchema, known: Readonly<Record<string, unknown>>): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => rightValueOf(option, known)));
  switch (schema.type) {
    case "object":
      return objectOf(schema, known);
    case "array":
      return fc.array(rightValueOf(schema.items ?? {}, known), { maxLength: 4 });
    case "integer":
      return edgesAndBetween(schema.minimum ?? -(2 ** 31), schema.maximum ?? 2 ** 31 - 1);
    case "number":
      return fc.double({ noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      if (schema.format === "idn-email") return fc.oneof(fc.emailAddress(), hostileText);
      return schema.pattern
        ? fc.oneof(fc.uuid(), fc.emailAddress(), fc.stringMatching(new RegExp(schema.pattern, "u")))
        : fc.oneof(fc.string({ unit: "grapheme", maxLength: 40 }), hostileText);
    case undefined:
    default:
      return hostile;
  }
}

function objectOf(schema: JsonSchema, known: Readonly<Record<string, unknown>>): Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field, known, name)])), {
        requiredKeys: fields.map(([name]) => name).filter((name) => required.has(name)),
      }),
      fc.option(fc.constantFrom(...fields.map(([name]) => name), "none"), { freq: 12 }),
      fc.option(fc.dictionary(fc.constantFrom("role", "id", "user_id", "created_at", "x"), hostile), {
        freq: 4,
      }),
    )
    .map(([object, left, extra]) => {
      const body: Record<string, unknown> = { ...object, ...extra };
      if (left !== null) delete body[left];
      return body;
    });
}

function edgesAndBetween(min: number, max: number): Arbitrary<number> {
  return fc.oneof(fc.constantFrom(min, max, Math.min(min + 1, max)), fc.integer({ min, max }), hostileNumber);
}
