import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { storedSecretKey, secretKeyFile } from "./secret-key.ts";
import {
  prepareDataDir,
  publicUrl,
  readEnvironment,
  readSettings,
  settingNames,
  InvalidSetting,
} from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "tabstop-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

const key = "k".repeat(32);

test("without any environment variable, every setting has its safe default", () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: null,
    dataDir: resolve("data"),
    databaseUrl: null,
    databasePool: "session",
    secretKey: null,
    adminEmail: null,
    adminPassword: null,
    registration: { kind: "open" },
    refuseCommonPasswords: false,
    smtpUrl: null,
    mailFrom: null,
    cloudinary: null,
    photoHosts: [],
    apiBaseUrl: null,
    allowedOrigins: [],
    socialLinks: [],
    catalogue: true,
    trustProxy: [],
    rateLimits: true,
    board: "all",
    connectionsPerAddress: 500,
    retainAttemptsDays: 400,
    keepRunsDays: 7,
    retainSessionsDays: 30,
    retainResetsDays: 1,
    retainAuditDays: 400,
    shutdownDelay: 5,
    logLevel: "info",
  });
});

test("an empty value counts as not set, for every setting", () => {
  const all = (value: string) => Object.fromEntries(settingNames.map((name) => [name, value]));
  expect(readSettings(all(""))).toEqual(readSettings({}));
  expect(readSettings({ ...all(" \t"), ADMIN_PASSWORD: "" })).toEqual(readSettings({}));
});

test.each([
  ["PORT", "0", { port: 0 }],
  ["PORT", "65535", { port: 65_535 }],
  ["HOST", "0.0.0.0", { host: "0.0.0.0" }],
  ["HOST", "::", { host: "::" }],
  ["HOST", "localhost", { host: "localhost" }],
  ["HOST", "fe80::1%eth0", { host: "fe80::1%eth0" }],
  ["PUBLIC_URL", "https://Learn.Example.org/", { publicUrl: "https://learn.example.org" }],
  ["PUBLIC_URL", "http://10.0.0.7:8080", { publicUrl: "http://10.0.0.7:8080" }],
  ["DATA_DIR", "/var/lib/tabstop", { dataDir: "/var/lib/tabstop" }],
  ["SECRET_KEY", key, { secretKey: key }],
  ["ADMIN_EMAIL", "ada@example.org", { adminEmail: "ada@example.org" }],
  ["ADMIN_PASSWORD", " pass phrase ", { adminPassword: " pass phrase " }],
  ["REGISTRATION", "closed", { registration: { kind: "closed" } }],
  [
    "REGISTRATION",
    "Example.org, @school.example.com",
    { registration: { kind: "domains", domains: ["example.org", "school.example.com"] } },
  ],
  ["SMTP_URL", "smtp://localhost:2525", { smtpUrl: "smtp://localhost:2525" }],
  ["MAIL_FROM", "Tabstop <tabstop@example.org>", { mailFrom: "Tabstop <tabstop@example.org>" }],
  [
    "CLOUDINARY_URL",
    "cloudinary://123:abc@demo",
    {
      cloudinary: { cloudName: "demo", apiKey: "123", apiSecret: "abc", uploadPreset: "", folder: "tabstop" },
    },
  ],
  [
    "PHOTO_HOSTS",
    "images.example.org, cdn.example.org:8443",
    { photoHosts: ["images.example.org", "cdn.example.org:8443"] },
  ],
  ["API_BASE_URL", "https://api.example.org/api/", { apiBaseUrl: "https://api.example.org/api/" }],
  ["API_BASE_URL", "/api", { apiBaseUrl: "/api" }],
  [
    "ALLOWED_ORIGINS",
    "https://a.example https://b.example:8443/",
    { allowedOrigins: ["https://a.example", "https://b.example:8443"] },
  ],
  ["SOCIAL_LINKS", "https://social.example/@tabstop", { socialLinks: ["https://social.example/@tabstop"] }],
  ["CATALOGUE", "off", { catalogue: false }],
  ["TRUST_PROXY", "10.0.0.0/8, ::1, loopback", { trustProxy: ["10.0.0.0/8", "::1", "loopback"] }],
  ["TRUST_PROXY", "fe80::1%eth0", { trustProxy: ["fe80::1%eth0"] }],
  ["DATABASE_POOL", "transaction", { databasePool: "transaction" }],
  ["RATE_LIMITS", "off", { rateLimits: false }],
  ["RETAIN_ATTEMPTS_DAYS", "800", { retainAttemptsDays: 800 }],
  ["BOARD", "checked", { board: "checked" }],
  ["KEEP_RUNS_DAYS", "1", { keepRunsDays: 1 }],
  ["RETAIN_AUDIT_DAYS", "30", { retainAuditDays: 30 }],
  ["SHUTDOWN_DELAY", "0", { shutdownDelay: 0 }],
  ["LOG_LEVEL", "warn", { logLevel: "warn" }],
])("%s may be %s", (name, value, expected) => {
  expect(readSettings({ [name]: value })).toMatchObject(expected);
});

test.each([
  ["PORT", "abc", 'PORT is "abc", but must be a whole number from 0 to 65535.'],
  ["PORT", "65536", 'PORT is "65536", but must be a whole number from 0 to 65535.'],
  ["PORT", "-1", 'PORT is "-1", but must be a whole number from 0 to 65535.'],
  ["PORT", "3e3", 'PORT is "3e3", but must be a whole number from 0 to 65535.'],
  ["HOST", "a b", 'HOST is "a b", but must be an IP address or a host name, such as 127.0.0.1 or 0.0.0.0.'],
  ["HOST", "300.1.1.1", /^HOST is "300\.1\.1\.1", but must be an IP address/],
  ["HOST", "http://localhost", /^HOST is/],
  [
    "PUBLIC_URL",
    "example.org",
    'PUBLIC_URL is "example.org", but must be an http or https address without a path.',
  ],
  ["PUBLIC_URL", "https://example.org/tabstop", /^PUBLIC_URL is/],
  ["PUBLIC_URL", "https://user:pw@example.org", /^PUBLIC_URL is/],
  ["PUBLIC_URL", "javascript:alert(1)", /^PUBLIC_URL is/],
  [
    "DATABASE_URL",
    "mysql://u:hunter22@h/d",
    'DATABASE_URL is "mysql://…", but must be an address such as postgres://user:password@host/database, in which the password\'s special characters are written as %23 for #, %2F for /, %40 for @, %25 for %.',
  ],
  ["DATABASE_URL", "hunter22", /^DATABASE_URL is not an address, but/],
  ["SECRET_KEY", "hunter22", "SECRET_KEY is 8 characters long, but must be at least 32 characters long."],
  ["ADMIN_EMAIL", "ada", /^ADMIN_EMAIL is "ada", but must be a mail address/],
  ["ADMIN_PASSWORD", "hunt2", "ADMIN_PASSWORD is 5 characters long, but must be 6 to 256 characters long."],
  ["REGISTRATION", "opne", /^REGISTRATION is "opne", but must be open, closed, or a list of mail domains/],
  ["REGISTRATION", "example.org;x", /^REGISTRATION is/],
  ["SMTP_URL", "http://u:hunter22@h", /^SMTP_URL is "http:\/\/…", but must be/],
  ["MAIL_FROM", "nobody", /^MAIL_FROM is "nobody", but must be a mail address/],
  ["MAIL_FROM", "x\r\nBcc: a@b.c <a@b.c>", /^MAIL_FROM is/],
  ["CLOUDINARY_URL", "cloudinary://hunter22@demo", /^CLOUDINARY_URL is "cloudinary:\/\/…", but must be/],
  [
    "PHOTO_HOSTS",
    "https://images.example.org",
    /^PHOTO_HOSTS is "https:\/\/images\.example\.org", but must be a list of host names/,
  ],
  ["PHOTO_HOSTS", "ok.example *.example", /^PHOTO_HOSTS is "\*\.example"/],
  ["PHOTO_HOSTS", "x.example;script-src", /^PHOTO_HOSTS is/],
  [
    "API_BASE_URL",
    "api.example.org",
    /^API_BASE_URL is "api\.example\.org", but must be an http or https address, or a path/,
  ],
  ["API_BASE_URL", "//evil.example", /^API_BASE_URL is/],
  ["API_BASE_URL", "https://h/?x=1", /^API_BASE_URL is/],
  ["ALLOWED_ORIGINS", "*", /^ALLOWED_ORIGINS is "\*", but must be a list of origins/],
  ["ALLOWED_ORIGINS", "https://a.example/path", /^ALLOWED_ORIGINS is/],
  [
    "SOCIAL_LINKS",
    "http://social.example",
    /^SOCIAL_LINKS is "http:\/\/social\.example", but must be a list of https addresses\.$/,
  ],
  ["CATALOGUE", "yes", 'CATALOGUE is "yes", but must be on or off.'],
  ["TRUST_PROXY", "true", /^TRUST_PROXY is "true", but must be a list of IP addresses/],
  ["TRUST_PROXY", "10.0.0.0/33", /^TRUST_PROXY is/],
  ["DATABASE_POOL", "statement", "DATABASE_POOL is another word, but must be session or transaction."],
  ["RATE_LIMITS", "0", 'RATE_LIMITS is "0", but must be on or off.'],
  ["CONNECTIONS_PER_ADDRESS", "0", /must be a whole number from 1 to 2000\.$/],
  [
    "RETAIN_ATTEMPTS_DAYS",
    "399",
    'RETAIN_ATTEMPTS_DAYS is "399", but must be a whole number from 400 to 36500 (days): so long a repeated result is recognized.',
  ],
  ["RETAIN_AUDIT_DAYS", "29", /from 30 to 36500 \(days\): the database refuses to delete younger entries\.$/],
  ["BOARD", "Checked", 'BOARD is "Checked", but must be one of all, checked.'],
  ["KEEP_RUNS_DAYS", "0", /from 1 to 36500 \(days\)\.$/],
  ["RETAIN_SESSIONS_DAYS", "0", /from 1 to 36500 \(days\)\.$/],
  ["RETAIN_RESETS_DAYS", "1.5", /from 1 to 36500 \(days\)\.$/],
  [
    "LOG_LEVEL",
    "loud",
    'LOG_LEVEL is "loud", but must be one of fatal, error, warn, info, debug, trace, silent.',
  ],
])("%s must not be %s [SEC-84]", (name, value, sentence) => {
  expect(() =>
    readSettings({ [name]: value, ...(name === "DATABASE_URL" ? { SECRET_KEY: key } : {}) }),
  ).toThrow(sentence);
  expect(() => readSettings({ [name]: value })).toThrow(InvalidSetting);
});

test("no error message repeats a secret, whichever setting has the wrong value [SEC-89]", () => {
  // Only these may be repeated. A new setting counts as a secret until it is named here.
  const shown = new Set([
    "PORT",
    "HOST",
    "PUBLIC_URL",
    "ADMIN_EMAIL",
    "REGISTRATION",
    "REFUSE_COMMON_PASSWORDS",
  ]);
  for (const name of ["MAIL_FROM", "PHOTO_HOSTS", "API_BASE_URL", "ALLOWED_ORIGINS", "SOCIAL_LINKS"])
    shown.add(name);
  for (const name of [
    "CATALOGUE",
    "TRUST_PROXY",
    "RATE_LIMITS",
    "CONNECTIONS_PER_ADDRESS",
    "SHUTDOWN_DELAY",
    "BOARD",
    ...settingNames.filter((name) => name.endsWith("_DAYS")),
    "LOG_LEVEL",
  ])
    shown.add(name);
  const acceptsAnything = ["DATA_DIR", "CLOUDINARY_UPLOAD_PRESET", "CLOUDINARY_FOLDER"];
  for (const name of settingNames.filter((one) => !acceptsAnything.includes(one))) {
    const refuse = () => readSettings({ [name]: name === "ADMIN_PASSWORD" ? "hunt" : "x://hunter22" });
    expect(refuse, name).toThrow(InvalidSetting);
    expect(refuse, name).toThrow(new RegExp(`^${name} is .+, but must be .+\\.$`));
    if (!shown.has(name)) expect(refuse, name).not.toThrow(/hunt/);
  }
});

test("PostgreSQL without SECRET_KEY is refused [SEC-87]", () => {
  expect(() => readSettings({ DATABASE_URL: "postgres://u:p@localhost/tabstop" })).toThrow(
    "SECRET_KEY is not set, but must be with DATABASE_URL: at least 32 random characters, the same on every server of this database.",
  );
  expect(
    readSettings({ DATABASE_URL: "postgres://u:p@localhost/tabstop", SECRET_KEY: key }).databaseUrl,
  ).toBe("postgres://u:p@localhost/tabstop");
});

test("a .env file fills in what the environment does not set", () => {
  writeFileSync(join(folder, ".env"), 'PORT=4000\nHOST="0.0.0.0" # all\n');
  const env = readEnvironment(folder, { PORT: "5000" });
  expect(readSettings(env)).toMatchObject({ port: 5000, host: "0.0.0.0" });
  expect(readEnvironment(join(folder, "nowhere"), { PORT: "1" })).toEqual({ PORT: "1" });
});

test("a .env file may start with a byte order mark, and encodings other than UTF-8 are refused", () => {
  const read = (bytes: Buffer) => {
    writeFileSync(join(folder, ".env"), bytes);
    return readEnvironment(folder, {});
  };
  expect(read(Buffer.from("\ufeffPORT=4000\r\nHOST=::\r\n"))).toEqual({ PORT: "4000", HOST: "::" });
  for (const bytes of [
    Buffer.from("\ufeffPORT=4000\r\n", "utf16le"),
    Buffer.from("PORT=4000\r\n", "utf16le"),
    Buffer.from("MAIL_FROM=J\u00fcrgen <a@example.org>\n", "latin1"),
  ])
    expect(() => read(bytes)).toThrow(
      new InvalidSetting(`The file .env in ${folder} is not UTF-8 text. Save it as UTF-8.`),
    );
});

test("the public address uses the port that the server listens on", () => {
  expect(publicUrl(readSettings({ PORT: "0" }), 41_234)).toBe("http://localhost:41234");
  expect(publicUrl(readSettings({ PUBLIC_URL: "https://example.org" }), 41_234)).toBe("https://example.org");
});

test("the data folder is created for this account only, and a file in its place is refused", () => {
  const data = join(folder, "a/b");
  prepareDataDir(data);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, "file"), "");
  expect(() => prepareDataDir(join(folder, "file"))).toThrow(
    `DATA_DIR is "${join(folder, "file")}" (EEXIST), but must be a folder that this account can write to.`,
  );
});

test("the secret key is generated once, readable by this account only, and stored [SEC-83]", () => {
  const first = storedSecretKey(folder);
  expect(first).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(statSync(join(folder, secretKeyFile)).mode & 0o777).toBe(0o600);
  expect(storedSecretKey(folder)).toBe(first);
  expect(readdirSync(folder).filter((name) => name.startsWith(secretKeyFile))).toEqual([secretKeyFile]);
});

test("a secret key file that others can read is made private [SEC-88]", () => {
  chmodSync(join(folder, secretKeyFile), 0o644);
  storedSecretKey(folder);
  expect(statSync(join(folder, secretKeyFile)).mode & 0o777).toBe(0o600);
});

test("a damaged secret key is refused, not replaced", () => {
  writeFileSync(join(folder, secretKeyFile), "short");
  expect(() => storedSecretKey(folder)).toThrow(
    /secret\.key is 5 characters long, but must hold a key of at least 32/,
  );
  expect(readFileSync(join(folder, secretKeyFile), "utf8")).toBe("short");
});
