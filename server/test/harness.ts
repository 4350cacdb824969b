// The whole server in-process for API tests, on a fresh database of either kind:
//
//   for (const opener of openers)
//     test(`… (${opener.name})`, async () => {
//       const { client, register, clock } = await serverForTest(opener);
//
// Requests go through `app.inject`, which is everything but the socket. The clock is a number that only the test moves.
// A `beforeAll` that calls `openServer` needs an `afterAll` that closes it.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { type Client, createClient } from "@tabstop/contract/client";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { createMailer } from "../accounts/mail/mailer.ts";
import { createPasswords, type Passwords } from "../accounts/passwords/passwords.ts";
import { openMailWorker, type MailWorker } from "../accounts/mail/mail-worker.ts";
import { openCourseReader } from "../authoring/course-reader.ts";
import { createSession } from "../accounts/sessions/create-session.ts";
import { createTokens, type TokenPair } from "../accounts/sessions/tokens.ts";
import { buildApp } from "../http/app.ts";
import type { Handlers } from "../http/endpoints.ts";
import { openHighlighter } from "../learning/colours/highlighter.ts";
import { openConstructFiller } from "../learning/constructs/construct-filler.ts";
import type { ReplayerOptions } from "../learning/evidence/replayer.ts";
import { createLog } from "../log.ts";
import { type Environment, publicUrl, readSettings } from "../settings.ts";
import { insertUser } from "../store/accounts/accounts.ts";
import type { Store } from "../store/store.ts";
import { type Opener, sqliteOpener } from "./stores.ts";

export { type Opener, openers, sqliteOpener } from "./stores.ts";

export type TestServer = {
  readonly app: FastifyInstance;
  readonly store: Store;
  /** The folder (SQLite) or address (PostgreSQL) of the database. */
  readonly place: string;
  /** A client that sends no token. */
  readonly client: Client;
  /** A client that sends this access token. */
  as(token: string): Client;
  /** ms since 1970 UTC; starts at noon, 27 November 2026. */
  readonly clock: { now: number };
  /** Creates an account and logs it in; the address is `<name>@example.com`, the password `password of <name>`. */
  register(name: string): Promise<Person>;
  /** The same for an admin. */
  registerAdmin(name: string): Promise<Person>;
  /** A further session of a user, without the cost of hashing a password. */
  openSession(
    person: { readonly id: number },
    remember?: boolean,
  ): Promise<TokenPair & { readonly sessionId: string }>;
  /**
   * Sends the mail in the mail outbox; without SMTP_URL to files in `mailFolder`. Returns how many mails were
   * accepted.
   */
  deliverMail(): Promise<number>;
  readonly mailFolder: string;
  /** The mail worker that another server of this database would have, or this one after a restart. */
  anotherMailWorker(): MailWorker;
  /** What the server logged: one JSON line per entry. */
  readonly log: readonly string[];
  /** A further server on the same database and clock (PostgreSQL only); it is closed with this one. */
  another(): Promise<FastifyInstance>;
  close(): Promise<void>;
};

export type Person = {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly refreshToken: string;
  readonly client: Client;
};

export type ServerOptions = {
  /** Settings as they are given in the environment. */
  readonly env?: Environment;
  /** Replaces the product's own table of handlers. */
  readonly handlers?: Handlers;
  /** Wraps the store that the HTTP layer gets, for instance with one that is unavailable. */
  readonly wrapStore?: (store: Store) => Store;
  /** Replaces the default passwords, which cache each hash: pass `createPasswords()` where hashing time matters. */
  readonly passwords?: Passwords;
  /** Limits of the replays of logs. A result waits a minute by default, since tests run on busy machines. */
  readonly replays?: ReplayerOptions;
  /** Replaces the search for constructs that are needed now. */
  readonly ensureConstructs?: (exampleId: number) => Promise<boolean>;
  /** Called when there is new code; does nothing by default. */
  readonly codeChanged?: () => void;
};

/** Starts a server on SQLite with these settings, passes it on, and closes it in any case. */
export async function withServer<T>(env: Environment, work: (harness: TestServer) => Promise<T>): Promise<T> {
  const harness = await openServer(sqliteOpener, { env });
  try {
    return await work(harness);
  } finally {
    await harness.close();
  }
}

export const testSecretKey = "a secret key for tests, 32 and more";

export async function openServer(opener: Opener, options: ServerOptions = {}): Promise<TestServer> {
  const log: string[] = [];
  const logger = createLog("trace", { write: (line) => void log.push(line) });
  const opened = await opener.open(logger);
  const store = options.wrapStore?.(opened.store) ?? opened.store;
  const clock = { now: Date.UTC(2026, 10, 27, 12) };
  const now = () => clock.now;
  const passwords = options.passwords ?? remembering;
  const tokens = await createTokens(testSecretKey);
  const web = webFolder();
  const reader = openCourseReader();
  const highlighter = openHighlighter({ store, log: logger });
  const constructs = openConstructFiller({ store, log: logger, now });
  const settings = readSettings({ ...options.env });
  const mailFolder = mkdtempSync(join(tmpdir(), "tabstop-mail-"));
  const newMailWorker = () =>
    openMailWorker({
      store,
      mailer: createMailer({ ...settings, folder: mailFolder, log: logger, timeoutMs: 500 }),
      now,
      log: logger,
      publicUrl: () => publicUrl(settings, 3000),
      timer: false,
    });
  const mailWorker = newMailWorker();
  const serve = (on: Store) =>
    buildApp({
      store: on,
      settings,
      secretKey: testSecretKey,
      now,
      log: logger,
      webFolder: web,
      passwords,
      reader,
      codeChanged: options.codeChanged ?? (() => {}),
      contentChanged: () => {},
      colours: highlighter.colours,
      ensureConstructs: options.ensureConstructs ?? constructs.ensure,
      mailQueued: () => mailWorker.wake(),
      replays: { answerMs: 60_000, ...options.replays },
      ...(options.handlers ? { handlers: options.handlers } : {}),
    });
  const app = await serve(store);
  const closeOthers: (() => Promise<void>)[] = [];

  const client = createClient({ baseUrl: "http://tabstop.test", fetch: fetchFrom(app) });
  const as = (token: string) =>
    createClient({
      baseUrl: "http://tabstop.test",
      fetch: fetchFrom(app),
      session: { token: () => token, renew: async () => null },
    });
  const personOf = async (email: string, password: string): Promise<Person> => {
    const { token, refreshToken, user } = await client("login", { body: { email, password } });
    return { id: user.id, username: user.username, email, password, token, refreshToken, client: as(token) };
  };

  return {
    app,
    store,
    place: opened.place,
    client,
    as,
    clock,
    async register(name) {
      const email = `${name}@example.com`;
      const password = `password of ${name}`;
      const { token, refreshToken, user } = await client("register", {
        body: { username: name, email, password },
      });
      return { id: user.id, username: name, email, password, token, refreshToken, client: as(token) };
    },
    async registerAdmin(name) {
      const email = `${name}@example.com`;
      const password = `password of ${name}`;
      const passwordHash = await passwords.hash(password);
      await store.write((tx) =>
        insertUser(tx, { username: name, email, passwordHash, role: "admin", at: clock.now }),
      );
      return personOf(email, password);
    },
    async openSession({ id }, remember = false) {
      const session = await store.write((tx) =>
        createSession(tx, id, { remember, userAgent: "test" }, clock.now),
      );
      return { sessionId: session.id, ...(await tokens.issue(session, clock.now)) };
    },
    deliverMail: () => mailWorker.deliver(),
    anotherMailWorker: newMailWorker,
    mailFolder,
    log,
    async another() {
      const itsStore = await opened.reopen();
      const other = await serve(itsStore);
      closeOthers.push(async () => {
        await other.close();
        await itsStore.close();
      });
      return other;
    },
    async close() {
      await app.close();
      await mailWorker.close();
      for (const closeOther of closeOthers) await closeOther();
      await Promise.all([reader.close(), highlighter.close(), constructs.close()]);
      await opened.remove();
      for (const folder of [web, mailFolder]) rmSync(folder, { recursive: true });
    },
  };
}

/**
 * The product's own passwords with a cache of the hashes of this test file, because each hash takes 25 ms of a core.
 */
const remembering = rememberingPasswords(createPasswords());

function rememberingPasswords(real: Passwords): Passwords {
  const hashes = new Map<string, Promise<string>>();
  const matches = new Map<string, Promise<boolean>>();
  return {
    ...real,
    hash: (password) => once(hashes, password, () => real.hash(password)),
    matches: (password, passwordHash) =>
      once(matches, JSON.stringify([password, passwordHash]), () => real.matches(password, passwordHash)),
  };
}

async function once<T>(known: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const result = work();
  known.set(key, result);
  // A request that found no free place is sent again.
  result.catch(() => known.delete(key));
  return result;
}

/** A server for the running test only; it is closed when the test ends. */
export async function serverForTest(opener: Opener, options?: ServerOptions): Promise<TestServer> {
  const server = await openServer(opener, options);
  onTestFinished(() => server.close());
  return server;
}

/** `fetch` as in a browser; this process responds. */
export function fetchFrom(app: FastifyInstance): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    const { statusCode, headers, rawPayload } = await app.inject({
      method: (init.method ?? "GET") as "GET",
      url: url.pathname + url.search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body === undefined || init.body === null ? {} : { payload: init.body as string }),
    });
    const pairs = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    const noBody = statusCode === 204 || statusCode === 304;
    return new Response(noBody ? null : new Uint8Array(rawPayload), { status: statusCode, headers: pairs });
  };
}

/** The files of a build: a page, a script with a hash in its name and its compressed form, an icon, a hidden file. */
function webFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-web-"));
  mkdirSync(join(folder, "static/js"), { recursive: true });
  mkdirSync(join(folder, ".vite"));
  const pageWith = (root: string) =>
    `<!doctype html><head><!--tabstop:head--><!--tabstop:runtime--></head><div id="root">${root}</div>`;
  writeFileSync(join(folder, "index.html"), pageWith(""));
  writeFileSync(join(folder, "landing.html"), pageWith("<h1>drawn</h1>") + landingPlaces);
  writeFileSync(join(folder, "api-docs.html"), "<title>API</title><main><!--tabstop:api-docs--></main>");
  writeFileSync(join(folder, ".pages.json"), JSON.stringify(testPages));
  writeFileSync(join(folder, "static/js/main-abc123.js"), testScript);
  writeFileSync(join(folder, "static/js/main-abc123.js.br"), brotliCompressSync(testScript));
  writeFileSync(join(folder, "static/js/plain-abc123.js"), "1");
  writeFileSync(join(folder, "favicon.ico"), "icon");
  writeFileSync(join(folder, ".vite/manifest.json"), "{}");
  return folder;
}

const landingPlaces = `<p><!--tabstop:landing-counts--></p>
<div><!--tabstop:landing-courses <ul><li><a id="{{id}}"><b>{{title}}</b>{{levelNumber}} {{level}}, {{examples}}
<i>{{description}}</i>{{code}}</a></li></ul>--></div><!--tabstop:landing-data-->`;

const inside = { description: "Inside.", openGraphDescription: "Of the product.", isIndexed: false };

/** Writes files as a build of the web app does. */
const testPages = [
  {
    path: "/",
    title: "Tabstop | Start",
    description: "The start & more.",
    openGraphDescription: "Of the product.",
    isIndexed: true,
    file: "landing.html",
  },
  {
    path: "/login",
    title: "Login | Tabstop",
    description: "Log in.",
    openGraphDescription: "Log in.",
    isIndexed: true,
    file: "index.html",
  },
  { ...inside, path: "/courses", title: "Courses | Tabstop", file: "index.html" },
  { ...inside, path: "/admin/courses/new", title: "New Course | Tabstop", file: "index.html" },
  { ...inside, path: "/admin/courses/:courseId", title: "Edit Course | Tabstop", file: "index.html" },
  { ...inside, path: "/*", title: "Tabstop | Start", file: "index.html" },
];

export const testScript = `/* ${"the web app ".repeat(500)} */`;
