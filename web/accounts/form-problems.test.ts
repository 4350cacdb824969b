import { ApiError, NetworkError } from "@tabstop/contract/client";
import { expect, test } from "vitest";
import {
  changePasswordProblems,
  firstWrongField,
  forgotProblems,
  loginProblems,
  registerProblems,
  resetProblems,
  serverProblems,
} from "./form-problems.ts";

const good = { username: "mira", email: "mira@example.com", password: "secret", confirmPassword: "secret" };
const registerFields = ["username", "email", "password", "confirmPassword"] as const;
const no = (status: number, body: unknown) => new ApiError(status, body, null);

test("the login form requires both fields, and does not check their syntax", () => {
  expect(loginProblems({ email: " ", password: "" })).toEqual({
    email: "Email is required",
    password: "Password is required",
  });
  expect(loginProblems({ email: "admin", password: " " })).toEqual({});
});

test("a complete registration has no problem", () => {
  expect(registerProblems(good)).toEqual({});
});

test("in an empty registration, every field but the confirmation has a problem", () => {
  expect(registerProblems({ username: "", email: "", password: "", confirmPassword: "" })).toEqual({
    username: "Username is required",
    email: "Email is required",
    password: "Password is required",
  });
});

test("a password has at least 6 characters, and an emoji counts as one", () => {
  const short = { ...good, password: "😀😀😀", confirmPassword: "😀😀😀" };
  expect(registerProblems(short)).toEqual({
    password: "Password must be at least 6 characters long",
  });
  const emoji = { ...good, password: "😀😀😀😀😀😀", confirmPassword: "😀😀😀😀😀😀" };
  expect(registerProblems(emoji)).toEqual({});
});

test("both passwords must be the same", () => {
  expect(registerProblems({ ...good, confirmPassword: "secret " })).toEqual({
    confirmPassword: "Passwords do not match",
  });
});

test("a trimmed name has 2 to 32 characters", () => {
  expect(registerProblems({ ...good, username: " m " }).username).toBe(
    "Username must be 2 to 32 characters long",
  );
  expect(registerProblems({ ...good, username: "m".repeat(33) }).username).toBe(
    "Username must be 2 to 32 characters long",
  );
});

test("the server's sentence is shown at the field that it is about", () => {
  const wrong = no(401, { error: "Email or password is not correct.", code: "INVALID_CREDENTIALS" });
  expect(serverProblems(wrong, ["email", "password"], "Login failed")).toEqual({
    password: "Email or password is not correct.",
  });
  const taken = no(409, { error: "That name is taken.", code: "USERNAME_TAKEN" });
  expect(serverProblems(taken, registerFields, "Registration failed")).toEqual({
    username: "That name is taken.",
  });
  const invalid = no(400, {
    error: "Some fields are wrong.",
    code: "INVALID",
    details: [
      { path: "email", message: "Email must be at most 254 characters long" },
      { path: "email", message: "and more" },
    ],
  });
  expect(serverProblems(invalid, registerFields, "Registration failed")).toEqual({
    email: "Email must be at most 254 characters long",
  });
});

test("a sentence about no field is shown above the button", () => {
  const closed = no(403, { error: "Registration is closed here.", code: "REGISTRATION_CLOSED" });
  expect(serverProblems(closed, registerFields, "Registration failed")).toEqual({
    form: "Registration is closed here.",
  });
  const odd = no(400, { error: "Odd.", code: "INVALID", details: [{ path: "rememberMe", message: "x" }] });
  expect(serverProblems(odd, ["email", "password"], "Login failed")).toEqual({ form: "Odd." });
});

test("without a sentence from the server, the fallback is shown", () => {
  expect(serverProblems(no(500, "<html>"), ["email", "password"], "Login failed")).toEqual({
    form: "Login failed",
  });
  expect(serverProblems(new NetworkError("away"), registerFields, "Registration failed")).toEqual({
    form: "Registration failed",
  });
});

test("the first wrong field in the order shown gets the focus", () => {
  expect(firstWrongField({ password: "x", email: "y" }, ["email", "password"])).toBe("email");
  expect(firstWrongField({ form: "x" }, ["email", "password"])).toBeNull();
});

test("a request for a reset link requires an email address", () => {
  expect(forgotProblems({ email: " " })).toEqual({ email: "Email is required" });
  for (const email of [
    "mira",
    "@",
    "mira@",
    "@example.com",
    "mi ra@example.com",
    "mira@exam ple.com",
    "a@b@c",
  ])
    expect(forgotProblems({ email })).toEqual({
      email: "Email must be an address such as name@example.com",
    });
  expect(forgotProblems({ email: "mira@example.com" })).toEqual({});
});

test("an address of any script is sent to the server as it is typed", () => {
  for (const email of [
    "anna@bücher.example",
    "anna@BÜCHER.example",
    "ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ",
    " admin@localhost ",
  ]) {
    expect(forgotProblems({ email })).toEqual({});
    expect(registerProblems({ ...good, email })).toEqual({});
  }
});

test("a reset requires the same password twice, and a long enough one", () => {
  expect(resetProblems({ password: "short", confirmPassword: "short" })).toEqual({
    password: "Password must be at least 6 characters long",
  });
  expect(resetProblems({ password: "secret", confirmPassword: "secrets" })).toEqual({
    confirmPassword: "Passwords do not match",
  });
  expect(resetProblems({ password: "secret", confirmPassword: "secret" })).toEqual({});
});

test("a change of password requires all three fields; the problem is shown at the first missing one", () => {
  const whole = { currentPassword: "secret", newPassword: "better secret", confirmPassword: "better secret" };
  expect(changePasswordProblems(whole)).toEqual({});
  expect(changePasswordProblems({ ...whole, currentPassword: "", confirmPassword: "" })).toEqual({
    currentPassword: "All fields are required",
  });
  expect(changePasswordProblems({ ...whole, newPassword: "" })).toEqual({
    newPassword: "All fields are required",
  });
  expect(changePasswordProblems({ ...whole, newPassword: "short", confirmPassword: "short" })).toEqual({
    newPassword: "New password must be at least 6 characters long",
  });
  expect(changePasswordProblems({ ...whole, confirmPassword: "another secret" })).toEqual({
    confirmPassword: "New passwords do not match",
  });
});

test("a wrong current password is reported at its field", () => {
  const wrong = no(400, { error: "The current password is not correct.", code: "WRONG_PASSWORD" });
  expect(serverProblems(wrong, ["currentPassword"], "Password change failed")).toEqual({
    currentPassword: "The current password is not correct.",
  });
});
