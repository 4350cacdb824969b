// Accounts, sessions and profiles: what the bodies may hold, and what the responses are made of.
//
// In this and the other files of this folder, fields are spelled as the specification spells them. Times are whole
// milliseconds; dates are ISO 8601 strings in UTC; `description` is always a string. Objects ignore unknown fields, so
// that a client may send back a row that it read.

import { codePoints } from "@tabstop/engine/code-points";
import * as z from "zod/mini";
import { emailInOneForm, readableEmail } from "../email-address.ts";
import { Flag, Id, Instant, storableText } from "../text.ts";
import { goalChoices, passwordMaximum, passwordMinimum } from "../vocabulary.ts";

const longPassword = `Password must be at most ${passwordMaximum} characters long`;

/** A code point has at most two UTF-16 units. */
function anyPassword(missing: string) {
  return storableText(2 * passwordMaximum, { missing, tooLong: longPassword }).check(
    z.refine((value) => codePoints(value) <= passwordMaximum, { error: longPassword, abort: true }),
  );
}

function newPassword(missing: string, tooShort: string) {
  return anyPassword(missing).check(z.refine((value) => codePoints(value) >= passwordMinimum, tooShort));
}

const noEmail = "Email is required";
const longEmail = "Email must be at most 254 characters long";
const notAnEmail = "Email must be an address such as name@example.com";

const AnyEmail = storableText(254, { missing: noEmail, tooLong: longEmail }).check(z.trim());
const SomeEmail = AnyEmail.check(z.minLength(1, { error: noEmail, abort: true }));

/** A new address, with its domain in ASCII (`emailInOneForm`). */
export const Email = SomeEmail.check(
  z.overwrite((text) => emailInOneForm(text) ?? ""),
  z.minLength(1, { error: notAnEmail, abort: true }),
  z.maxLength(254, longEmail),
  z.meta({ format: "idn-email" }),
);

/** A stored address in a response, as people write it. */
export const ReadableEmail = z.pipe(z.transform(readableEmail), z.string());

const usernameLength = "Username must be 2 to 32 characters long";

// Twice 32 code points, and room for the spaces that are cut off.
export const Username = storableText(100, { missing: "Username is required", tooLong: usernameLength }).check(
  z.trim(),
  z.refine((name) => codePoints(name) >= 2 && codePoints(name) <= 32, {
    error: usernameLength,
    abort: true,
  }),
  // UTS 39, 5.4. What has more is piled up to cover the lines around it.
  z.refine(
    (name) => !/[\p{Mn}\p{Me}]{5}/u.test(name.normalize("NFD")),
    "Username must not have more than 4 marks on a letter",
  ),
  // Such a mark is drawn on what stands before the name. The next check is about marks without a shape.
  z.refine(
    (name) => !/^(?!\p{Default_Ignorable_Code_Point})\p{M}/u.test(name),
    "Username must not start with a mark that belongs on a letter",
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

const noPassword = "Password is required";
const allFields = "All fields are required";
const shortPassword = `Password must be at least ${passwordMinimum} characters long`;
const noCurrentPassword = "Current password is required";
const noToken = "Missing reset token. Please use the link from your email.";
const badToken = "Invalid or expired token. Please request a new password reset link.";

export const Registration = z.object({
  username: Username,
  email: Email,
  password: newPassword(noPassword, shortPassword),
});

/** Neither is checked further: an empty address belongs to no account, and no account has an empty password. */
export const Credentials = z.object({
  email: AnyEmail,
  password: anyPassword(noPassword),
  rememberMe: z._default(z.boolean(), false),
});

export const ProfilePhoto = z.nullable(z.string());

export const SignedIn = z.object({
  token: z.string(),
  refreshToken: z.string(),
  user: z.object({ id: Id, username: z.string(), email: ReadableEmail, profile_photo: ProfilePhoto }),
});

// As long as the body may be, so that a damaged token is an invalid token, which ends the session, and not an invalid
// body. The server does not look at the content of a token of more than 2,000 characters.
export const RefreshRequest = z.object({ refreshToken: storableText(64 * 1024) });
export const TokenPair = z.object({ token: z.string(), refreshToken: z.string() });

export const ForgotPassword = z.object({ email: SomeEmail });
export const ResetPassword = z.object({
  token: storableText(2_000, { missing: noToken, tooLong: badToken }).check(z.minLength(1, noToken)),
  password: newPassword(noPassword, shortPassword),
});
export const ChangePassword = z.object({
  currentPassword: anyPassword(allFields).check(z.minLength(1, allFields)),
  newPassword: anyPassword(allFields).check(
    z.minLength(1, { error: allFields, abort: true }),
    z.refine(
      (value) => codePoints(value) >= passwordMinimum,
      `New password must be at least ${passwordMinimum} characters long`,
    ),
  ),
});
export const AccountDeletion = z.object({
  currentPassword: anyPassword(noCurrentPassword).check(z.minLength(1, noCurrentPassword)),
});

export const Profile = z.object({
  id: Id,
  username: z.string(),
  email: ReadableEmail,
  profile_photo: ProfilePhoto,
  created_at: Instant,
  updated_at: Instant,
});

/** Minutes of typing a day; null: no goal. */
export const GoalMinutes = z.nullable(
  z.literal(goalChoices, {
    error: ({ input }) =>
      `goalMinutes is ${JSON.stringify(input)?.slice(0, 40)}. It must be ${goalChoices.join(", ")}, or null for no goal.`,
  }),
);

export const Preferences = z.object({
  /** Whether a finished run is sent with its keystrokes. */
  sendsKeystrokes: Flag,
  /** A setting of the server: how many days the keystrokes of a run that is not the best are kept. */
  keepRunsDays: z.int(),
  /** Whether the user has had the offer to type an example from memory, which is made once. */
  isOfferSeen: Flag,
  goalMinutes: GoalMinutes,
});

/** A missing field keeps its value. */
export const PreferencesUpdate = z.object({
  sendsKeystrokes: z.optional(z.boolean()),
  isOfferSeen: z.optional(z.boolean()),
  goalMinutes: z.optional(GoalMinutes),
});

export const Session = z.object({
  id: z.string(),
  created_at: Instant,
  last_used_at: Instant,
  user_agent: z.string(),
  current: z.boolean(),
});
