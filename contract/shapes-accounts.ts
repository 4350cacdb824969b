// Accounts, sessions and profiles: what the bodies may hold, and what the responses are made of.
//
// In this and the other `shapes-*.ts`, fields are spelled as the specification spells them. Times are whole
// milliseconds; dates are ISO 8601 strings in UTC; `description` is always a string. Objects ignore unknown fields, so
// that a client may send back a row that it read.

import { codePoints } from "@tabstop/engine/code-points";
import * as z from "zod/mini";
import { Id, Instant, storableText } from "./text.ts";
import { passwordMaximum, passwordMinimum } from "./vocabulary.ts";

function newPassword(tooShort: string) {
  return storableText().check(
    z.refine((value) => codePoints(value) >= passwordMinimum, tooShort),
    z.refine(
      (value) => codePoints(value) <= passwordMaximum,
      `Password must be at most ${passwordMaximum} characters long`,
    ),
  );
}

// What a browser's email field accepts (HTML, "valid email address"). No dot is needed: `admin@localhost` is valid.
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const Email = storableText().check(
  z.trim(),
  z.minLength(1, "Email is required"),
  z.maxLength(254, "Email must be at most 254 characters long"),
  z.regex(emailPattern, "Email must be an address such as name@example.com"),
);

export const Username = storableText().check(
  z.trim(),
  z.refine(
    (name) => codePoints(name) >= 2 && codePoints(name) <= 32,
    "Username must be 2 to 32 characters long",
  ),
  // This includes letters and marks without a shape (Hangul fillers, the empty Braille cell). Variation selectors are
  // allowed beside visible characters, since they only select how the character before them is drawn.
  z.refine(
    (name) =>
      !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cn}\p{Co}\u2800]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u.test(
        name,
      ) && !/^[\s\ufe0e\ufe0f]*$/u.test(name),
    "Username must not contain invisible characters",
  ),
);

export const Registration = z.object({
  username: Username,
  email: Email,
  password: newPassword(`Password must be at least ${passwordMinimum} characters long`),
});

/** No syntax is checked here: an address that is not one belongs to no account. */
export const Credentials = z.object({
  email: storableText(),
  password: storableText(),
  rememberMe: z._default(z.boolean(), false),
});

export const ProfilePhoto = z.nullable(z.string());

export const SignedIn = z.object({
  token: z.string(),
  refreshToken: z.string(),
  user: z.object({ id: Id, username: z.string(), email: z.string(), profile_photo: ProfilePhoto }),
});

export const RefreshRequest = z.object({ refreshToken: storableText() });
export const TokenPair = z.object({ token: z.string(), refreshToken: z.string() });

export const ForgotPassword = z.object({
  email: storableText().check(z.trim(), z.minLength(1, "Email is required")),
});
export const ResetPassword = z.object({
  token: storableText().check(z.minLength(1, "Missing reset token. Please use the link from your email.")),
  password: newPassword(`Password must be at least ${passwordMinimum} characters long`),
});
export const ChangePassword = z.object({
  currentPassword: storableText().check(z.minLength(1, "All fields are required")),
  newPassword: newPassword(`New password must be at least ${passwordMinimum} characters long`),
});

export const Profile = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  profile_photo: ProfilePhoto,
  created_at: Instant,
  updated_at: Instant,
});

export const Session = z.object({
  id: z.string(),
  created_at: Instant,
  last_used_at: Instant,
  user_agent: z.string(),
  current: z.boolean(),
});
