import { expect, test } from "vitest";
import { typeText } from "./type-text.ts";

test("an object has a line for each field, followed by its bounds", () => {
  expect(
    typeText({
      type: "object",
      required: ["id", "title"],
      properties: {
        id: { type: "integer", minimum: 1, maximum: 2_147_483_647 },
        title: { type: "string", maxLength: 200 },
        photo: { type: ["string", "null"] },
        remember: { type: "boolean", default: false },
      },
    }),
  ).toBe(
    [
      "{",
      "  id: integer  // 1 to 2,147,483,647",
      "  title: string  // at most 200 characters",
      "  photo?: string | null",
      "  remember?: boolean  // default false",
      "}",
    ].join("\n"),
  );
});

test("nested fields are indented", () => {
  expect(
    typeText({
      type: "object",
      required: ["rows"],
      properties: {
        rows: {
          type: "array",
          maxItems: 3,
          items: { type: "object", required: ["n"], properties: { n: { type: "number" } } },
        },
      },
    }),
  ).toBe("{\n  rows: {\n    n: number\n  }[]  // at most 3 entries\n}");
});

test.each([
  [{}, "anything"],
  [{ type: "object" }, "{}"],
  [{ const: true }, "true"],
  [{ type: "string", enum: ["a", "b"] }, '"a" | "b"'],
  [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "integer | null"],
  [{ type: "array", items: { type: ["string", "null"] } }, "(string | null)[]"],
  [{ type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] }, "[string, integer]"],
  [{ type: "object", additionalProperties: { type: "number" } }, "{ [name]: number }"],
  [{ type: "string", format: "binary" }, "a file"],
])("%j is %s", (schema, text) => {
  expect(typeText(schema)).toBe(text);
});
