// Every setting of the server: its safe default and the check of its value.
//
// `readSettings` is a pure function of the variables. A wrong value stops the start with one sentence that names the
// setting and says what was found and what is expected; it never repeats a secret. An empty value counts as not set,
// like a line `NAME=` in a `.env` file.
//
// A new setting is one line of `fields` with one of the kinds of value of setting-kinds.ts, and a row in docs/operators.md.

import { accessSync, constants, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import * as z from "zod/mini";
import * as kind from "./setting-kinds.ts";
import { attemptKeptDays } from "./store/results/attempts.ts";
import { auditKeptDays } from "./store/sweep.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting is wrong; the message is the sentence for the operator. */
export class InvalidSetting extends Error {
  override readonly name = "InvalidSetting";
}

type Words = { readonly expected: string; readonly found: (value: string) => string };
const wordsOf = z.registry<Words>();

/** `standard` is the value of a setting that is not given. */
function setting<T>({ schema, expected, found = kind.quoted }: kind.Kind<T>, standard: NoInfer<T>) {
  const field = z.pipe(
    z.optional(schema),
    z.transform((value): T => value ?? standard),
  );
  wordsOf.add(field, { expected, found });
  return field;
}

/** A setting that is null when it is not set. */
function optional<T>({ schema, ...words }: kind.Kind<T>) {
  return setting<T | null>({ ...words, schema: z.nullable(schema) }, null);
}

/** The setting `publicUrl` is PUBLIC_URL in the environment. */
const fields = z.object({
  /** 0 means any free port. */
  port: setting(kind.wholeNumber(0, 65_535), 3000),
  host: setting(kind.hostToListenOn, "127.0.0.1"),
  /** An origin without a trailing slash. null means `http://localhost:` and the port; see `publicUrl`. */
  publicUrl: optional(kind.publicOrigin),
  /** An absolute path. */
  dataDir: setting(kind.folder, resolve("data")),
  /** null selects SQLite in `dataDir`. */
  databaseUrl: optional(kind.databaseAddress),
  /** What DATABASE_URL leads to; see `Pooling` in store/postgres/postgres-pools.ts. */
  databasePool: setting(kind.poolingOfDatabase, "session"),
  /** null only with SQLite, which uses the key kept in `dataDir`. */
  secretKey: optional(kind.longSecret),
  adminEmail: optional(kind.mailAddress),
  adminPassword: optional(kind.password),
  registration: setting(kind.registrationRule, { kind: "open" }),
  /** Whether common passwords are refused as new passwords. */
  refuseCommonPasswords: setting(kind.onOff, false),
  /** When it is null, mail is written to files in `dataDir/mail`. */
  smtpUrl: optional(kind.smtpAddress),
  mailFrom: optional(kind.sender),
  cloudinaryUrl: optional(kind.cloudinaryAddress),
  cloudinaryUploadPreset: setting(kind.anything, ""),
  cloudinaryFolder: setting(kind.anything, "tabstop"),
  /** Host names, with a port where one was given. */
  photoHosts: setting(kind.hostNames, []),
  /** The web app's API base, as given. null means the origin that served the page. */
  apiBaseUrl: optional(kind.apiBase),
  allowedOrigins: setting(kind.origins, []),
  socialLinks: setting(kind.httpsLinks, []),
  /** Whether the built-in courses are imported. */
  catalogue: setting(kind.onOff, true),
  /** Whether leaderboards list all times or only the checked ones. */
  board: setting(kind.oneOf("all", "checked"), "all"),
  /** Addresses, networks in CIDR form, or `loopback`, `linklocal`, `uniquelocal`. */
  trustProxy: setting(kind.proxies, []),
  rateLimits: setting(kind.onOff, true),
  /** How many connections one client address may hold. */
  connectionsPerAddress: setting(kind.wholeNumber(1, 2_000), 500),
  /** How long the server goes on serving after SIGTERM, in seconds, so that proxies notice. */
  shutdownDelay: setting(kind.wholeNumber(0, 300), 5),
  /** How many days rows are stored; see docs/operators.md, 'What grows'. */
  retainAttemptsDays: setting(kind.daysFrom(attemptKeptDays, "so long a repeated result is recognized"), 400),
  /** Of the runs with a log of keystrokes, those that are not a learner's best. */
  keepRunsDays: setting(kind.daysFrom(1), 7),
  retainSessionsDays: setting(kind.daysFrom(1), 30),
  retainResetsDays: setting(kind.daysFrom(1), 1),
  retainAuditDays: setting(
    kind.daysFrom(auditKeptDays, "the database refuses to delete younger entries"),
    400,
  ),
  logLevel: setting(kind.oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"), "info"),
});

const schema = z.pipe(
  fields.check(
    z.refine(({ databaseUrl, secretKey }) => databaseUrl === null || secretKey !== null, {
      error: `SECRET_KEY is not set, but must be with DATABASE_URL: at least ${kind.secretKeyMinimum} random characters, the same on every server of this database.`,
    }),
  ),
  z.transform(({ cloudinaryUrl, cloudinaryUploadPreset: uploadPreset, cloudinaryFolder, ...settings }) => ({
    ...settings,
    cloudinary: cloudinaryUrl && { ...cloudinaryUrl, uploadPreset, folder: cloudinaryFolder },
  })),
);

export type Settings = Readonly<z.output<typeof schema>>;
export type LogLevel = Settings["logLevel"];

const keys = z.keyof(fields).options;
export const settingNames: readonly string[] = keys.map(nameOf);

function nameOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, "_$&").toUpperCase();
}

/** Throws InvalidSetting at the first wrong value. */
export function readSettings(env: Environment): Settings {
  const given = Object.fromEntries(
    keys.map((key) => {
      const value = env[nameOf(key)];
      // A space may be part of the password.
      return [key, (key === "adminPassword" ? value : value?.trim()) || undefined];
    }),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new InvalidSetting(sentence(result.error.issues[0], given));
}

function sentence(issue: z.core.$ZodIssue | undefined, given: Readonly<Record<string, string | undefined>>) {
  const [field, entry] = issue?.path ?? [];
  const key = keys.find((one) => one === field);
  const words = key && wordsOf.get(fields.shape[key]);
  // A rule about several settings has a sentence of its own.
  if (!words) return issue?.message;
  const value = given[key] ?? "";
  const found = words.found(typeof entry === "number" ? (kind.entriesOf(value)[entry] ?? "") : value);
  return `${nameOf(key)} is ${found}, but must be ${words.expected}.`;
}

// ---------------------------------------------------------------- where they come from

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

/** Creates the data folder, readable only by this account; throws InvalidSetting if that fails. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InvalidSetting(
      `DATA_DIR is ${kind.quoted(dataDir)} (${code}), but must be a folder that this account can write to.`,
    );
  }
}

/** The address for mails, canonical links and structured data; `port` is the port that the server listens on. */
export function publicUrl(settings: Settings, port: number): string {
  return settings.publicUrl ?? `http://localhost:${port}`;
}
