// Starts the server: reads settings, opens the database, creates the first admin, imports the built-in courses,
// listens. On a signal it finishes the requests in flight and closes the database; before it listens, it just ends.
//
// A few plain lines for the operator go to standard output, the log as JSON to standard error (see log.ts). If the
// server cannot start, it prints one sentence that says why and exits with code 1.

import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { makeFirstAdmin } from "./accounts/make-first-admin.ts";
import { createMailer } from "./accounts/mail/mailer.ts";
import { createPasswords } from "./accounts/passwords/passwords.ts";
import { openMailWorker } from "./accounts/mail/mail-worker.ts";
import { openClearingWorker } from "./authoring/clearing-worker.ts";
import { openCourseReader } from "./authoring/course-reader.ts";
import { importBuiltins } from "./authoring/import-builtins.ts";
import { envFileWarnings } from "./env-file-warnings.ts";
import { buildApp, portOf } from "./http/app.ts";
import { stopServing } from "./http/stop-serving.ts";
import { openHighlighter } from "./learning/colours/highlighter.ts";
import { openConstructFiller } from "./learning/constructs/construct-filler.ts";
import { createLog, type Log } from "./log.ts";
import { networkOf } from "./network-folder.ts";
import { outputWritten, standardError, standardOutput } from "./output.ts";
import { projectRoot } from "./project-root.ts";
import { openReleaseFiles } from "./release-files.ts";
import { openRetention } from "./retention.ts";
import { storedSecretKey } from "./secret-key.ts";
import {
  prepareDataDir,
  publicUrl,
  readEnvFile,
  readEnvironment,
  readSettings,
  type Settings,
  InvalidSetting,
} from "./settings.ts";
import { openConstructCounter } from "./statistics/construct-counter.ts";
import { listenForStop, type StopRequest } from "./stop-request.ts";
import { openPostgres } from "./store/postgres/open-postgres.ts";
import { openSqlite } from "./store/sqlite/open-sqlite.ts";
import { StorageFull, type Store, StoreRefused, StoreUnavailable } from "./store/store.ts";

/** Requests in flight are cut this long after the signal, or `afterDelayMs` after the delay, in ms. */
const stopLimitMs = 25_000;
const afterDelayMs = 10_000;
/** How long closing the database may take, in ms. */
const closeLimitMs = 10_000;
/** How long the last lines may take to be written, in ms. */
const outputLimitMs = 1_000;
const dayMs = 86_400_000;
/** The database often starts at the same time. */
const databaseWaitS = 60;

process.exit(await run());

/** Resolves with the exit code when the server has stopped. */
async function run(): Promise<number> {
  const stop = listenForStop();
  try {
    await start(stop);
    return 0;
  } catch (error) {
    standardError.write(`${refusal(error)}\n`);
    return 1;
  } finally {
    await outputWritten(outputLimitMs);
  }
}

function say(sentence: string): void {
  standardOutput.write(`${sentence}\n`);
}

async function start(stop: StopRequest): Promise<void> {
  const settings = readSettings(readEnvironment(process.cwd(), process.env));
  prepareDataDir(settings.dataDir);
  const log = createLog(settings.logLevel);
  // After an uncaught error the state of the process is unknown: log it and exit.
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught");
    process.exit(1);
  });

  // By default Node prints warnings, also those of packages, as plain text into the JSON log.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "warning"));

  logEnvFileWarnings(log);
  const network = settings.databaseUrl === null ? networkOf(settings.dataDir) : null;
  if (network !== null)
    log.warn({ network }, "the database's folder is on a network file system, where SQLite is not safe");

  const store = await unlessStopped(openStore(settings, log), stop);
  if (store === null) return;
  try {
    await serve(settings, store, log, stop);
  } finally {
    await Promise.race([store.close(), sleep(closeLimitMs, undefined, { ref: false })]);
  }
}

/** Resolves with null as soon as the server has to stop, whatever becomes of the work. */
async function unlessStopped<T>(work: Promise<T>, { requested }: StopRequest): Promise<T | null> {
  const stopped = requested.aborted ? Promise.resolve() : once(requested, "abort");
  return Promise.race([stopped.then(() => null), work]);
}

function logEnvFileWarnings(log: Log): void {
  for (const { kind, ...warning } of envFileWarnings(readEnvFile(process.cwd()) ?? "", process.env)) {
    if (kind === "unknown") log.warn(warning, "a name in .env is not a setting");
    else if (kind === "twice") log.warn(warning, "a setting is in .env more than once; the last one counts");
    else log.info(warning, "a setting in .env has another value in the environment, which counts");
  }
}

function openStore({ databaseUrl, databasePool, dataDir }: Settings, log: Log): Promise<Store> {
  if (databaseUrl === null) return openSqlite({ folder: dataDir, log });
  const onStart = ({ message }: StoreUnavailable) =>
    say(`Waiting up to ${databaseWaitS} seconds for the database (${message}) …`);
  const wait = { limitMs: databaseWaitS * 1_000, onStart };
  return openPostgres({ url: databaseUrl, pooling: databasePool, log, wait });
}

async function serve(settings: Settings, store: Store, log: Log, stop: StopRequest): Promise<void> {
  const now = Date.now;
  const passwords = createPasswords();
  const root = projectRoot();
  const reader = openCourseReader();
  const constructs = openConstructFiller({ store, log });
  const highlighter = openHighlighter({ store, log, coloured: constructs.refresh });
  const clearingWorker = openClearingWorker({ store, log });
  const mailWorker = openMailWorker({
    store,
    mailer: createMailer({
      smtpUrl: settings.smtpUrl,
      mailFrom: settings.mailFrom,
      folder: join(settings.dataDir, "mail"),
      log,
    }),
    now,
    log,
    publicUrl: () => publicUrl(settings, portOf(app) ?? settings.port),
    timer: true,
  });
  const webFolder = join(root, "build/web");
  const releaseFiles = openReleaseFiles({ store, folder: webFolder, now, log });
  const app: FastifyInstance = await buildApp({
    store,
    settings,
    // Read the key after the store is open: opening it locks the folder for this server.
    secretKey: settings.secretKey ?? storedSecretKey(settings.dataDir),
    now,
    log,
    passwords,
    reader,
    codeChanged() {
      highlighter.refresh();
      constructs.refresh();
    },
    contentChanged: () => clearingWorker.wake(),
    colours: highlighter.colours,
    ensureConstructs: constructs.ensure,
    mailQueued: () => mailWorker.wake(),
    webFolder,
    readReleased: releaseFiles.read,
    isStopping: () => stop.requested.aborted,
  });

  const prepare = async () => {
    if (settings.catalogue) {
      const imported = await importBuiltins({ store, reader, now, log, folder: join(root, "catalogue") });
      if (imported.length > 0)
        say(`Imported ${imported.length} built-in ${imported.length === 1 ? "course" : "courses"}.`);
    }

    const admin = await makeFirstAdmin(
      { store, passwords, now },
      { email: settings.adminEmail, password: settings.adminPassword },
    );
    if (admin?.password)
      say(`The first admin is ${admin.email} with the password ${admin.password} (shown only this once).`);
    // Before anyone can get a page that needs them from another server.
    await releaseFiles.share();
  };
  await unlessStopped(prepare(), stop);
  if (stop.requested.aborted) return;
  await app.listen({ host: settings.host, port: settings.port });
  // No request waits for colours: until they are computed, code is drawn plain. Nor for constructs.
  highlighter.refresh();
  constructs.refresh();
  const retention = openRetention({ store, now, log, settings });
  retention.start();
  const counter = openConstructCounter({ store, log });
  setInterval(() => void releaseFiles.share(), dayMs).unref();

  if (settings.smtpUrl === null)
    say(`Mail is written to files in ${join(settings.dataDir, "mail")}, because SMTP_URL is not set.`);
  say(`Tabstop is ready at ${publicUrl(settings, portOf(app) ?? settings.port)}`);

  if (!stop.requested.aborted) await once(stop.requested, "abort");
  say("Stopping …");
  const delayMs = stop.prompt.aborted ? 0 : settings.shutdownDelay * 1_000;
  await stopServing(app, {
    delayMs,
    limitMs: Math.max(stopLimitMs, delayMs + afterDelayMs),
    prompt: stop.prompt,
  });
  const workers = [highlighter, constructs, reader, mailWorker, clearingWorker, retention, counter];
  await Promise.all(workers.map((worker) => worker.close()));
}

function refusal(error: unknown): string {
  if (error instanceof InvalidSetting || error instanceof StoreRefused) return error.message;
  if (error instanceof StoreUnavailable)
    return `The database cannot be reached (${error.message}). Check DATABASE_URL, and that the database is running.`;
  if (error instanceof StorageFull) return "The disk is full. Free some space and start again.";
  const { code, syscall, message, stack } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (syscall === "listen" && code === "EADDRINUSE")
    return "Another program already uses this address. Set PORT to another port.";
  if (syscall === "listen" && code === "EACCES")
    return "This account may not use this port. Set PORT to 1024 or more, and let a proxy serve the usual ones.";
  if (syscall === "listen" || syscall === "getaddrinfo")
    return `The server cannot listen there: ${message}. Set HOST and PORT to an address of this machine.`;
  // An error of a system call is for the operator to fix and needs no stack.
  if (syscall !== undefined) return `The server cannot start: ${message}.`;
  return stack ?? String(error);
}
