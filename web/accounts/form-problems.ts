// The problems of an entry in the account forms, by field: those found before it is sent, and those that the server
// found.

import { ApiError } from "@tabstop/contract/client";
import type { ErrorCode } from "@tabstop/contract/errors";
import { passwordMaximum, passwordMinimum } from "@tabstop/contract/vocabulary";
import { codePoints } from "@tabstop/engine/code-points";

export type LoginField = "email" | "password";
export type RegisterField = "username" | "email" | "password" | "confirmPassword";
export type ResetField = "password" | "confirmPassword";
export type ChangePasswordField = "currentPassword" | "newPassword" | "confirmPassword";

/** `form` has a problem that concerns no single field. Fields are in the order in which the form shows them. */
export type Problems<F extends string> = { readonly [K in F | "form"]?: string };

/** The field of each refusal that concerns one field. */
const fieldOfCode: Partial<Record<ErrorCode, LoginField | RegisterField | ChangePasswordField>> = {
  INVALID_CREDENTIALS: "password",
  EMAIL_TAKEN: "email",
  USERNAME_TAKEN: "username",
  WRONG_PASSWORD: "currentPassword",
};

export function loginProblems(entry: Readonly<Record<LoginField, string>>): Problems<LoginField> {
  return {
    ...(entry.email.trim() === "" && { email: "Email is required" }),
    ...(entry.password === "" && { password: "Password is required" }),
  };
}

export function registerProblems(entry: Readonly<Record<RegisterField, string>>): Problems<RegisterField> {
  return {
    ...problem("username", usernameProblem(entry.username.trim())),
    ...problem("email", emailProblem(entry.email.trim())),
    ...resetProblems(entry),
  };
}

export function forgotProblems(entry: Readonly<Record<"email", string>>): Problems<"email"> {
  return problem("email", emailProblem(entry.email.trim()));
}

export function resetProblems(entry: Readonly<Record<ResetField, string>>): Problems<ResetField> {
  return {
    ...problem("password", passwordProblem(entry.password)),
    ...problem("confirmPassword", confirmProblem(entry.password, entry.confirmPassword)),
  };
}

/** When fields are missing, only the first of them gets the problem. */
export function changePasswordProblems(
  entry: Readonly<Record<ChangePasswordField, string>>,
): Problems<ChangePasswordField> {
  const missing = (["currentPassword", "newPassword", "confirmPassword"] as const).find(
    (field) => entry[field] === "",
  );
  if (missing !== undefined) return { [missing]: "All fields are required" };
  return {
    ...problem("newPassword", passwordLengthProblem(entry.newPassword, "New password")),
    ...(entry.newPassword !== entry.confirmPassword && { confirmPassword: "New passwords do not match" }),
  };
}

/** The problems that an error of the server reports, by field. One whose field is not in this form is under `form`. */
export function serverProblems<F extends string>(
  error: unknown,
  fields: readonly F[],
  fallback: string,
): Problems<F> {
  if (!(error instanceof ApiError)) return { form: fallback } as Problems<F>;
  const sentence = error.message || fallback;
  const at = error.code === null ? undefined : fieldOfCode[error.code];
  if (at !== undefined && (fields as readonly string[]).includes(at))
    return { [at]: sentence } as Problems<F>;
  const problems: Record<string, string> = {};
  for (const { path, message } of error.details) {
    if ((fields as readonly string[]).includes(path)) problems[path] ??= message;
  }
  return (Object.keys(problems).length > 0 ? problems : { form: sentence }) as Problems<F>;
}

/** The first field with a problem, in the order shown. */
export function firstWrongField<F extends string>(problems: Problems<F>, fields: readonly F[]): F | null {
  return fields.find((field) => problems[field] !== undefined) ?? null;
}

function usernameProblem(username: string): string | null {
  if (username === "") return "Username is required";
  const length = codePoints(username);
  return length < 2 || length > 32 ? "Username must be 2 to 32 characters long" : null;
}

// Only what no address lacks: the server judges the rest. The browser's own check of an email field is not asked, since
// Firefox's refuses `anna@bücher.example`. (Chromium accepts it and gives the page the form in ASCII.)
const address = /^[^\s@＠]+[@＠][^\s@＠]+$/;

function emailProblem(email: string): string | null {
  if (email === "") return "Email is required";
  return address.test(email) ? null : "Email must be an address such as name@example.com";
}

function passwordProblem(password: string): string | null {
  return password === "" ? "Password is required" : passwordLengthProblem(password, "Password");
}

function passwordLengthProblem(password: string, name: string): string | null {
  const length = codePoints(password);
  if (length < passwordMinimum) return `${name} must be at least ${passwordMinimum} characters long`;
  return length > passwordMaximum ? `${name} must be at most ${passwordMaximum} characters long` : null;
}

function confirmProblem(password: string, confirmed: string): string | null {
  if (confirmed === "" && password !== "") return "Confirm your password";
  return password === confirmed ? null : "Passwords do not match";
}

function problem<F extends string>(field: F, message: string | null): Problems<F> {
  return (message === null ? {} : { [field]: message }) as Problems<F>;
}
