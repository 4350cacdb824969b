// The kinds of values that settings have: how the text of a value is read, and the words for a wrong one.

import { isIP } from "node:net";
import { resolve } from "node:path";
import { domainInOneForm } from "@tabstop/contract/email-address";
import { Email } from "@tabstop/contract/shapes/accounts";
import { passwordMaximum, passwordMinimum } from "@tabstop/contract/vocabulary";
import { codePoints } from "@tabstop/engine/code-points";
import * as z from "zod/mini";
import type { RegistrationRule } from "./accounts/register.ts";

export const secretKeyMinimum = 32;

/**
 * How a value is read, and the sentence for a wrong one: 'NAME is `found`, but must be `expected`.' `found` says what may
 * be shown of the value; without it, all of it.
 */
export type Kind<T> = {
  readonly expected: string;
  readonly schema: z.ZodMiniType<T, string | null>;
  readonly found?: (value: string) => string;
};

/** A text that `read` turns into a value; null means that it is wrong. */
function text<T>(read: (value: string) => T | null) {
  return z.pipe(
    z.string(),
    z.transform((value, { issues }): T => {
      const result = read(value);
      if (result !== null) return result;
      issues.push({ code: "custom", input: value });
      return z.NEVER;
    }),
  );
}

/** Entries are separated by commas or white space. A wrong one is reported alone. */
function listOf<T>(expected: string, entry: z.ZodMiniType<T, string>): Kind<T[]> {
  return { expected, schema: z.pipe(text(entriesOf), z.array(entry)) };
}

export function wholeNumber(least: number, most: number): Kind<number> {
  const isInRange = (value: string) =>
    /^\d{1,15}$/.test(value) && Number(value) >= least && Number(value) <= most;
  return {
    expected: `a whole number from ${least} to ${most}`,
    schema: text((value) => (isInRange(value) ? Number(value) : null)),
  };
}

const daysAtMost = 36_500;

/** A number of days; `reason` says why it cannot be smaller. */
export function daysFrom(least: number, reason?: string): Kind<number> {
  const { schema, expected } = wholeNumber(least, daysAtMost);
  return { schema, expected: reason === undefined ? `${expected} (days)` : `${expected} (days): ${reason}` };
}

export function oneOf<const T extends string>(...words: readonly T[]): Kind<T> {
  return { expected: `one of ${words.join(", ")}`, schema: z.enum(words) };
}

export const onOff: Kind<boolean> = {
  expected: "on or off",
  schema: text((value) => (value === "on" || value === "off" ? value === "on" : null)),
};

export const poolingOfDatabase: Kind<"session" | "transaction"> = {
  ...oneOf("session", "transaction"),
  expected: "session or transaction",
  // It may be the address of the database with its password, given to the wrong setting.
  found: () => "another word",
};

export const folder: Kind<string> = { expected: "a folder", schema: text((value) => resolve(value)) };

// Unlike zod's own check it accepts an address with a zone, such as fe80::1%eth0.
const ipAddress = z.string().check(z.refine((value) => isIP(value) !== 0));

export const hostToListenOn: Kind<string> = {
  expected: "an IP address or a host name, such as 127.0.0.1 or 0.0.0.0",
  schema: z.union([ipAddress, z.hostname().check(z.refine((value) => !/^[\d.]+$/.test(value)))]),
};

export const publicOrigin: Kind<string> = {
  expected: "an http or https address without a path",
  schema: text(originOf),
};

const escapedPassword =
  "in which the password's special characters are written as %23 for #, %2F for /, %40 for @, %25 for %";

export const databaseAddress: Kind<string> = {
  expected: `an address such as postgres://user:password@host/database, ${escapedPassword}`,
  schema: text((value) => (/^postgres(?:ql)?:\/\//i.test(value) && URL.canParse(value) ? value : null)),
  found: withoutSecret,
};

export const longSecret: Kind<string> = {
  expected: `at least ${secretKeyMinimum} characters long`,
  schema: z.string().check(z.minLength(secretKeyMinimum)),
  found: ({ length }) => `${length} characters long`,
};

export const mailAddress: Kind<string> = {
  expected: "a mail address such as admin@example.org",
  schema: Email,
};

export const password: Kind<string> = {
  expected: `${passwordMinimum} to ${passwordMaximum} characters long`,
  schema: text((value) =>
    codePoints(value) >= passwordMinimum && codePoints(value) <= passwordMaximum ? value : null,
  ),
  found: (value) => `${codePoints(value)} characters long`,
};

export const registrationRule: Kind<RegistrationRule> = {
  expected: "open, closed, or a list of mail domains such as example.org, example.com",
  schema: text((value) => {
    if (value === "open" || value === "closed") return { kind: value };
    const domains = entriesOf(value).map((domain) => domainInOneForm(domain.replace(/^@/, "")) ?? "");
    // Require a dot, so that a misspelt `open` or `closed` does not count as a domain.
    return domains.length > 0 && domains.every((domain) => domain.includes("."))
      ? { kind: "domains", domains }
      : null;
  }),
};

export const smtpAddress: Kind<string> = {
  expected: `an address such as smtps://user:password@mail.example.org, ${escapedPassword}`,
  schema: text((value) => {
    if (!/^smtps?:\/\//i.test(value) || !URL.canParse(value)) return null;
    const url = new URL(value);
    if (url.hostname === "") return null;
    // A URL of this scheme has other characters than ASCII percent-encoded.
    const host = url.hostname.includes("%") ? domainInOneForm(decodeURIComponent(url.hostname)) : null;
    if (host === null) return value;
    url.hostname = host;
    return url.href;
  }),
  found: withoutSecret,
};

export const sender: Kind<string> = {
  expected: "a mail address, or a name and an address such as Tabstop <tabstop@example.org>",
  schema: text((value) => {
    const address = /^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(value)?.[1] ?? value;
    const { data: inOneForm } = Email.safeParse(address);
    return inOneForm === undefined ? null : value.replace(address, () => inOneForm);
  }),
};

export const cloudinaryAddress: Kind<{ cloudName: string; apiKey: string; apiSecret: string }> = {
  expected: "an address such as cloudinary://key:secret@cloud-name",
  schema: text((value) => {
    const parts = /^cloudinary:\/\/([^:@/]+):([^:@/]+)@([A-Za-z0-9_-]+)\/?$/.exec(value);
    const [, apiKey, apiSecret, cloudName] = parts ?? [];
    return apiKey && apiSecret && cloudName ? { cloudName, apiKey, apiSecret } : null;
  }),
  found: withoutSecret,
};

export const anything: Kind<string> = { expected: "text", schema: z.string() };

export const hostNames = listOf(
  "a list of host names such as images.example.org",
  text((entry) => {
    const [, name = "", port] = /^([^:]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
    const host = domainInOneForm(name);
    if (host === null || port === undefined) return host;
    return Number(port) > 0 && Number(port) <= 65_535 ? `${host}:${port}` : null;
  }),
);

export const apiBase: Kind<string> = {
  expected: "an http or https address, or a path such as /api",
  schema: text((value) => {
    if (/^\/(?![/\\])[^\s\\?#"'<>;,]*$/.test(value)) return value;
    const url = webAddress(value);
    return url && url.search === "" && url.hash === "" ? url.href : null;
  }),
};

export const origins = listOf("a list of origins such as https://app.example.org", text(originOf));

export const httpsLinks = listOf(
  "a list of https addresses",
  text((entry) => {
    const url = webAddress(entry);
    return url?.protocol === "https:" ? url.href : null;
  }),
);

export const proxies = listOf(
  "a list of IP addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal",
  z.union([z.enum(["loopback", "linklocal", "uniquelocal"]), ipAddress, z.cidrv4(), z.cidrv6()]),
);

export function quoted(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
}

/** The part of an address with a password that may be shown: its scheme. */
function withoutSecret(value: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(value)?.[0];
  return scheme ? `"${scheme}…"` : "not an address";
}

export function entriesOf(value: string): string[] {
  return value.split(/[\s,]+/).filter((entry) => entry !== "");
}

function webAddress(value: string): URL | null {
  if (!/^https?:\/\//i.test(value) || /[\s\\]/.test(value)) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  return url && url.username === "" && url.password === "" ? url : null;
}

/** null if the address is more than an origin; a trailing slash is allowed. */
function originOf(value: string): string | null {
  const url = webAddress(value);
  return url && url.pathname === "/" && url.search === "" && url.hash === "" ? url.origin : null;
}
