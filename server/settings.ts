// Every setting of the server: its name in the environment, its safe default, and the check of its value.
//
// `readSettings` is a pure function of the variables. A wrong value stops the start with one sentence that names the
// setting and says what was found and what is expected; it never repeats a secret. An empty value counts as not set,
// like a line `NAME=` in a `.env` file.

import { accessSync, constants, mkdirSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { domainInOneForm } from "@tabstop/contract/email-address";
import { Email } from "@tabstop/contract/shapes-accounts";
import { passwordMaximum, passwordMinimum } from "@tabstop/contract/vocabulary";
import { codePoints } from "@tabstop/engine/code-points";
import type { CloudinaryAccount } from "./accounts/photo/cloudinary-signature.ts";
import type { RegistrationRule } from "./accounts/register.ts";

export type LogLevel = (typeof logLevels)[number];

export type Settings = {
  /** 0 means any free port. */
  readonly port: number;
  readonly host: string;
  /** An origin without a trailing slash. null means `http://localhost:` and the port; see `publicUrl`. */
  readonly publicUrl: string | null;
  /** An absolute path. */
  readonly dataDir: string;
  /** null selects SQLite in `dataDir`. */
  readonly databaseUrl: string | null;
  /** null only with SQLite, which uses the key kept in `dataDir`. */
  readonly secretKey: string | null;
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  readonly registration: RegistrationRule;
  /** Whether common passwords are refused as new passwords. */
  readonly refuseCommonPasswords: boolean;
  /** When it is null, mail is written to files in `dataDir/mail`. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly cloudinary: CloudinaryAccount | null;
  /** Host names, with a port where one was given. */
  readonly photoHosts: readonly string[];
  /** The web app's API base, as given. null means the origin that served the page. */
  readonly apiBaseUrl: string | null;
  readonly allowedOrigins: readonly string[];
  readonly socialLinks: readonly string[];
  /** Whether the built-in courses are imported. */
  readonly catalogue: boolean;
  /** Addresses, networks in CIDR form, or `loopback`, `linklocal`, `uniquelocal`. */
  readonly trustProxy: readonly string[];
  readonly rateLimits: boolean;
  readonly logLevel: LogLevel;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting is wrong; the message is the sentence for the operator. */
export class InvalidSetting extends Error {
  override readonly name = "InvalidSetting";
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export const secretKeyMinimum = 32;

export const settingNames = [
  "PORT",
  "HOST",
  "PUBLIC_URL",
  "DATA_DIR",
  "DATABASE_URL",
  "SECRET_KEY",
  "ADMIN_EMAIL",
  "ADMIN_PASSWORD",
  "REGISTRATION",
  "REFUSE_COMMON_PASSWORDS",
  "SMTP_URL",
  "MAIL_FROM",
  "CLOUDINARY_URL",
  "CLOUDINARY_UPLOAD_PRESET",
  "CLOUDINARY_FOLDER",
  "PHOTO_HOSTS",
  "API_BASE_URL",
  "ALLOWED_ORIGINS",
  "SOCIAL_LINKS",
  "CATALOGUE",
  "TRUST_PROXY",
  "RATE_LIMITS",
  "LOG_LEVEL",
] as const;

export type SettingName = (typeof settingNames)[number];

/** The text of a `.env` file in this folder; null when there is none. */
export function readEnvFile(folder: string): string | null {
  try {
    return utf8Text(readFileSync(join(folder, ".env")), folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    if (error instanceof InvalidSetting) throw error;
    throw new InvalidSetting(`The file .env in ${folder} cannot be read: ${(error as Error).message}.`);
  }
}

/** The variables of a `.env` file in this folder, under those of the process, which win. */
export function readEnvironment(folder: string, processEnv: Environment): Environment {
  const text = readEnvFile(folder);
  return text === null ? processEnv : { ...parseEnv(text), ...processEnv };
}

// Editors and shells on Windows may save UTF-16, in which no setting would be found, or add a byte order mark before
// the first name.
function utf8Text(bytes: Buffer, folder: string): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Reported below.
  }
  throw new InvalidSetting(`The file .env in ${folder} is not UTF-8 text. Save it as UTF-8.`);
}

/** Throws InvalidSetting at the first wrong value. */
export function readSettings(env: Environment): Settings {
  const get = (name: SettingName): string | null => env[name]?.trim() || null;

  const databaseUrl = read(get("DATABASE_URL"), databaseAddress);
  const secretKey = read(get("SECRET_KEY"), longSecret);
  if (databaseUrl !== null && secretKey === null)
    throw new InvalidSetting(
      `SECRET_KEY is not set, but must be with DATABASE_URL: at least ${secretKeyMinimum} random characters, the same on every server of this database.`,
    );

  return {
    port: read(get("PORT"), portNumber) ?? 3000,
    host: read(get("HOST"), hostToListenOn) ?? "127.0.0.1",
    publicUrl: read(get("PUBLIC_URL"), publicOrigin),
    dataDir: resolve(get("DATA_DIR") ?? "./data"),
    databaseUrl,
    secretKey,
    adminEmail: read(get("ADMIN_EMAIL"), adminAddress),
    // Not trimmed: a space may be part of the password.
    adminPassword: read(env["ADMIN_PASSWORD" satisfies SettingName] || null, adminSecret),
    registration: read(get("REGISTRATION"), registrationRule) ?? { kind: "open" },
    refuseCommonPasswords: read(get("REFUSE_COMMON_PASSWORDS"), onOff("REFUSE_COMMON_PASSWORDS")) ?? false,
    smtpUrl: read(get("SMTP_URL"), smtpAddress),
    mailFrom: read(get("MAIL_FROM"), sender),
    cloudinary: read(get("CLOUDINARY_URL"), (value) =>
      cloudinaryAccount(value, get("CLOUDINARY_UPLOAD_PRESET") ?? "", get("CLOUDINARY_FOLDER") ?? "tabstop"),
    ),
    photoHosts: read(get("PHOTO_HOSTS"), hostNames) ?? [],
    apiBaseUrl: read(get("API_BASE_URL"), apiBase),
    allowedOrigins: read(get("ALLOWED_ORIGINS"), origins) ?? [],
    socialLinks: read(get("SOCIAL_LINKS"), httpsLinks) ?? [],
    catalogue: read(get("CATALOGUE"), onOff("CATALOGUE")) ?? true,
    trustProxy: read(get("TRUST_PROXY"), proxies) ?? [],
    rateLimits: read(get("RATE_LIMITS"), onOff("RATE_LIMITS")) ?? true,
    logLevel: read(get("LOG_LEVEL"), logLevel) ?? "info",
  };
}

/** Creates the data folder, readable only by this account; throws InvalidSetting if that fails. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw refused("DATA_DIR", `${quoted(dataDir)} (${code})`, "a folder that this account can write to");
  }
}

/** The address for mails, canonical links and structured data; `port` is the port that the server listens on. */
export function publicUrl(settings: Settings, port: number): string {
  return settings.publicUrl ?? `http://localhost:${port}`;
}

// ---------------------------------------------------------------- one check per kind of value

function read<T>(value: string | null, check: (value: string) => T): T | null {
  return value === null ? null : check(value);
}

function refused(name: string, found: string, expected: string): InvalidSetting {
  return new InvalidSetting(`${name} is ${found}, but must be ${expected}.`);
}

function quoted(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
}

/** The part of an address with a password that may be shown: its scheme. */
function withoutSecret(value: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(value)?.[0];
  return scheme ? `"${scheme}…"` : "not an address";
}

function portNumber(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw refused("PORT", quoted(value), "a whole number from 0 to 65535");
  return Number(value);
}

const hostName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

function hostToListenOn(value: string): string {
  if (isIP(value) === 0 && (!hostName.test(value) || /^[\d.]+$/.test(value)))
    throw refused("HOST", quoted(value), "an IP address or a host name, such as 127.0.0.1 or 0.0.0.0");
  return value;
}

function webAddress(value: string): URL | null {
  if (!/^https?:\/\//i.test(value) || /[\s\\]/.test(value)) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  return url && url.username === "" && url.password === "" ? url : null;
}

/** Whether the address is only an origin; a trailing slash is allowed. */
function isOrigin(url: URL): boolean {
  return url.pathname === "/" && url.search === "" && url.hash === "";
}

function publicOrigin(value: string): string {
  const url = webAddress(value);
  if (!url || !isOrigin(url))
    throw refused("PUBLIC_URL", quoted(value), "an http or https address without a path");
  return url.origin;
}

const escapedPassword =
  "in which the password's special characters are written as %23 for #, %2F for /, %40 for @, %25 for %";

function databaseAddress(value: string): string {
  if (!/^postgres(?:ql)?:\/\//i.test(value) || !URL.canParse(value))
    throw refused(
      "DATABASE_URL",
      withoutSecret(value),
      `an address such as postgres://user:password@host/database, ${escapedPassword}`,
    );
  return value;
}

function longSecret(value: string): string {
  if (value.length < secretKeyMinimum)
    throw refused(
      "SECRET_KEY",
      `${value.length} characters long`,
      `at least ${secretKeyMinimum} characters long`,
    );
  return value;
}

function adminAddress(value: string): string {
  const result = Email.safeParse(value);
  if (!result.success)
    throw refused("ADMIN_EMAIL", quoted(value), "a mail address such as admin@example.org");
  return result.data;
}

function adminSecret(value: string): string {
  const length = codePoints(value);
  if (length < passwordMinimum || length > passwordMaximum)
    throw refused(
      "ADMIN_PASSWORD",
      `${length} characters long`,
      `${passwordMinimum} to ${passwordMaximum} characters long`,
    );
  return value;
}

function registrationRule(value: string): RegistrationRule {
  if (value === "open" || value === "closed") return { kind: value };
  const domains = listOf(value).flatMap((domain) => domainInOneForm(domain.replace(/^@/, "")) ?? []);
  // Require a dot, so that a misspelt `open` or `closed` does not count as a domain.
  if (
    domains.length === 0 ||
    domains.length < listOf(value).length ||
    !domains.every((domain) => domain.includes("."))
  )
    throw refused(
      "REGISTRATION",
      quoted(value),
      "open, closed, or a list of mail domains such as example.org, example.com",
    );
  return { kind: "domains", domains };
}

function smtpAddress(value: string): string {
  if (!/^smtps?:\/\//i.test(value) || !URL.canParse(value) || new URL(value).hostname === "")
    throw refused(
      "SMTP_URL",
      withoutSecret(value),
      `an address such as smtps://user:password@mail.example.org, ${escapedPassword}`,
    );
  const url = new URL(value);
  // A URL of this scheme has other characters than ASCII percent-encoded.
  const host = url.hostname.includes("%") ? domainInOneForm(decodeURIComponent(url.hostname)) : null;
  if (host === null) return value;
  url.hostname = host;
  return url.href;
}

function sender(value: string): string {
  const address = /^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(value)?.[1] ?? value;
  const { data: inOneForm } = Email.safeParse(address);
  if (inOneForm === undefined)
    throw refused(
      "MAIL_FROM",
      quoted(value),
      "a mail address, or a name and an address such as Tabstop <tabstop@example.org>",
    );
  return value.replace(address, () => inOneForm);
}

function cloudinaryAccount(value: string, uploadPreset: string, folder: string): CloudinaryAccount {
  const parts = /^cloudinary:\/\/([^:@/]+):([^:@/]+)@([A-Za-z0-9_-]+)\/?$/.exec(value);
  const [, apiKey, apiSecret, cloudName] = parts ?? [];
  if (!apiKey || !apiSecret || !cloudName)
    throw refused(
      "CLOUDINARY_URL",
      withoutSecret(value),
      "an address such as cloudinary://key:secret@cloud-name",
    );
  return { cloudName, apiKey, apiSecret, uploadPreset, folder };
}

/** Entries are separated by commas or white space. */
function listOf(value: string): string[] {
  return value.split(/[\s,]+/).filter((entry) => entry !== "");
}

function eachOf<T>(name: string, value: string, expected: string, check: (entry: string) => T | null): T[] {
  return listOf(value).map((entry) => {
    const checked = check(entry);
    if (checked === null) throw refused(name, quoted(entry), expected);
    return checked;
  });
}

function hostNames(value: string): string[] {
  return eachOf("PHOTO_HOSTS", value, "a list of host names such as images.example.org", (entry) => {
    const [name = "", port, ...more] = entry.split(":");
    const host = domainInOneForm(name);
    const portIsGood =
      port === undefined || (/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= 65_535);
    if (host === null || !portIsGood || more.length > 0) return null;
    return port === undefined ? host : `${host}:${port}`;
  });
}

function apiBase(value: string): string {
  if (/^\/(?![/\\])[^\s\\?#"'<>;,]*$/.test(value)) return value;
  const url = webAddress(value);
  if (!url || url.search !== "" || url.hash !== "")
    throw refused("API_BASE_URL", quoted(value), "an http or https address, or a path such as /api");
  return url.href;
}

function origins(value: string): string[] {
  return eachOf("ALLOWED_ORIGINS", value, "a list of origins such as https://app.example.org", (entry) => {
    const url = webAddress(entry);
    return url && isOrigin(url) ? url.origin : null;
  });
}

function httpsLinks(value: string): string[] {
  return eachOf("SOCIAL_LINKS", value, "a list of https addresses", (entry) => {
    const url = webAddress(entry);
    return url?.protocol === "https:" ? url.href : null;
  });
}

function proxies(value: string): string[] {
  return eachOf(
    "TRUST_PROXY",
    value,
    "a list of IP addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal",
    (entry) => {
      if (["loopback", "linklocal", "uniquelocal"].includes(entry)) return entry;
      const [address = "", bits, ...more] = entry.split("/");
      const version = isIP(address);
      const bitsAreGood =
        bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
      return version !== 0 && bitsAreGood && more.length === 0 ? entry : null;
    },
  );
}

function onOff(name: string) {
  return (value: string): boolean => {
    if (value !== "on" && value !== "off") throw refused(name, quoted(value), "on or off");
    return value === "on";
  };
}

function logLevel(value: string): LogLevel {
  const level = logLevels.find((known) => known === value);
  if (!level) throw refused("LOG_LEVEL", quoted(value), `one of ${logLevels.join(", ")}`);
  return level;
}
