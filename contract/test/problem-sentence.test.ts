import { expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoints } from "../endpoints.ts";
import {
  AccountDeletion,
  ChangePassword,
  Credentials,
  ForgotPassword,
  RefreshRequest,
  Registration,
  ResetPassword,
} from "../shapes/accounts.ts";
import { Percent } from "../text.ts";

const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

test("a missing or ill-typed field is reported in the specification's words, where it has them", () => {
  const noEmail = "Email is required";
  for (const email of [undefined, null, 7, true, ["a@b.c"], { a: 1 }, "", "  "])
    expect(messagesOf(ForgotPassword, { email })).toEqual([noEmail]);
  expect(messagesOf(Credentials, {})).toEqual([noEmail, "Password is required"]);
  expect(messagesOf(Credentials, { email: null, password: 7 })).toEqual([noEmail, "Password is required"]);
  expect(messagesOf(Registration, {})).toEqual(["Username is required", noEmail, "Password is required"]);
  expect(messagesOf(ResetPassword, { password: "secret" })).toEqual([
    "Missing reset token. Please use the link from your email.",
  ]);
  const all = "All fields are required";
  for (const value of [undefined, null, 7, ""])
    expect(messagesOf(ChangePassword, { currentPassword: value, newPassword: value })).toEqual([all, all]);
  expect(messagesOf(AccountDeletion, { currentPassword: 1 })).toEqual(["Current password is required"]);
});

test("the other fields are reported in a sentence with their name", () => {
  const schema = z.object({
    a: z.string(),
    b: z.int().check(z.lte(9)),
    c: z.boolean(),
    d: z.array(z.int()),
    e: z.object({ f: z.enum(["x", "y"]) }),
    g: z.number().check(z.gte(1)),
  });
  expect(messagesOf(schema, { b: 10, c: 1, d: 1, e: { f: "z" }, g: 0 })).toEqual([
    "a is required.",
    "b must be at most 9.",
    "c must be true or false.",
    "d must be a list.",
    'e.f must be "x" or "y".',
    "g must be at least 1.",
  ]);
  expect(messagesOf(schema, null)).toEqual(["The body must be a JSON object."]);
  expect(messagesOf(schema, { a: 1, b: 1.5, c: true, d: ["1"], e: [], g: null })).toEqual([
    "a must be text.",
    "b must be a whole number.",
    "d.0 must be a number.",
    "e must be a JSON object.",
    "g must be a number.",
  ]);
});

const illTyped = [undefined, null, true, 1.5, 1e300, -1, "", "x", [], [null], {}, { a: 1 }];

test("no field of any endpoint is reported with the name of a type", () => {
  let count = 0;
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const { body } = endpoint as { readonly body?: z.ZodMiniType };
    if (body === undefined) continue;
    const fields = Object.keys(
      z.toJSONSchema(body, { io: "input", unrepresentable: "any" }).properties ?? {},
    );
    const bodies = [...illTyped, ...fields.flatMap((field) => illTyped.map((value) => ({ [field]: value })))];
    for (const value of bodies)
      for (const message of messagesOf(body, value) ?? []) {
        count++;
        expect(message, name).not.toMatch(
          /9007199254740991|expected|received|undefined|\bNaN\b|string|boolean|array|invalid|something else|too (big|small)/i,
        );
        expect(message, name).toMatch(/^[A-Za-z].{5,}$/);
      }
  }
  expect(count).toBeGreaterThan(1_000);
});

test("a number far out of range is reported with the bound of its field", () => {
  const field = z.object({ progress: Percent });
  for (const progress of [101, 1e16, 1e300, Number.MAX_VALUE])
    expect(messagesOf(field, { progress })).toContain("progress must be at most 100.");
  for (const progress of [-1, -1e16, -1e300])
    expect(messagesOf(field, { progress })).toContain("progress must be at least 0.");
});

test("a token of any length is judged as a token", () => {
  expect(RefreshRequest.safeParse({ refreshToken: "x".repeat(60_000) }).success).toBe(true);
  expect(messagesOf(ResetPassword, { token: "x".repeat(60_000), password: "secret" })).toEqual([
    "Invalid or expired token. Please request a new password reset link.",
  ]);
});
