// The operator commands while a server runs: in this process, and as a separate process from the bundle.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countUntil } from "../statistics/construct-counter.ts";
import { listAudit } from "../store/accounts/audit.ts";
import { derivedRows } from "../store/test/derived-tables.ts";
import { plantMemoryExample, review } from "../test/memory-runs.ts";
import { complete, loggedIn, typedRun } from "../test/typed-runs.ts";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { runCommandLine } from "./run-command-line.ts";

const elsewhere = mkdtempSync(join(tmpdir(), "tabstop-commands-"));
// The folder is inside the repository, so that packages outside the bundle are found.
const bundle = join(import.meta.dirname, `../../.cache/commands-under-test-${process.pid}`);
beforeAll(async () => {
  await build({
    configFile: join(import.meta.dirname, "../vite.config.ts"),
    logLevel: "warn",
    build: { outDir: bundle },
  });
}, 120_000);
afterAll(() => {
  for (const folder of [elsewhere, bundle]) rmSync(folder, { recursive: true, force: true });
});

type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

async function run(env: Record<string, string>, words: readonly string[], input = ""): Promise<Ended> {
  let out = "";
  let err = "";
  const code = await runCommandLine(
    {
      environment: () => env,
      now: () => Date.UTC(2026, 10, 27, 12),
      print: (line) => void (out += `${line}\n`),
      warn: (line) => void (err += `${line}\n`),
      askPassword: async () => input,
    },
    words,
  );
  return { code, out, err };
}

/** `isLeftOpen`: the standard input does not end after `input`. */
function runProcess(
  env: Record<string, string>,
  words: readonly string[],
  input: string | Buffer = "",
  isLeftOpen = false,
): Promise<Ended> {
  return new Promise((resolve) => {
    // Ignore the settings and the .env file of the person who runs the tests.
    const child = spawn(process.execPath, [join(bundle, "tabstop.js"), ...words], {
      cwd: elsewhere,
      env: { PATH: process.env["PATH"] ?? "", ...env },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => void (out += chunk));
    child.stderr.on("data", (chunk: Buffer) => void (err += chunk));
    child.on("close", (code) => resolve({ code, out, err }));
    if (isLeftOpen) child.stdin.write(input);
    else child.stdin.end(input);
  });
}

/** The command on a terminal of its own. `typed` has the keys after each prompt; `out` is all that the terminal shows. */
function runOnTerminal(env: Record<string, string>, words: readonly string[], typed: readonly string[]) {
  return new Promise<Omit<Ended, "err">>((resolve) => {
    const command = [process.execPath, join(bundle, "tabstop.js"), ...words].join(" ");
    const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
      cwd: elsewhere,
      env: { PATH: process.env["PATH"] ?? "", SHELL: "/bin/sh", ...env },
    });
    let out = "";
    let prompts = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk;
      const seen = out.match(/password: /g)?.length ?? 0;
      for (; prompts < seen; prompts++) child.stdin.write(typed[prompts] ?? "");
    });
    child.on("close", (code) => resolve({ code, out }));
  });
}

const settingsOf = (harness: TestServer): Record<string, string> =>
  harness.store.dialect === "sqlite"
    ? { DATA_DIR: harness.place }
    : { DATABASE_URL: harness.place, SECRET_KEY: "x".repeat(32), DATA_DIR: elsewhere };

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  beforeAll(async () => {
    harness = await openServer(opener);
    mira = await harness.register("mira");
  });
  afterAll(() => harness.close());
  const command = (words: readonly string[], input?: string | Buffer, isLeftOpen?: boolean) =>
    runProcess(settingsOf(harness), words, input, isLeftOpen);
  const mayBeAdmin = async () =>
    (
      await harness.app.inject({
        url: "/api/admin/dashboard",
        headers: { authorization: `Bearer ${(await harness.openSession(mira)).token}` },
      })
    ).statusCode;

  test("granting or revoking the admin role takes effect with the next request, and the last admin keeps it [SEC-78]", async () => {
    expect(await mayBeAdmin()).toBe(403);
    expect(await command(["grant-admin", "MIRA@example.com"])).toEqual({
      code: 0,
      out: "mira (mira@example.com) is an admin now.\n",
      err: "",
    });
    expect(await mayBeAdmin()).toBe(200);
    const refused = await command(["revoke-admin", mira.email]);
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toMatch(/^mira@example\.com is the last admin and stays one\. [^\n]*\n$/);
    await harness.registerAdmin("ada");
    expect((await command(["revoke-admin", mira.email])).out).toBe(
      "mira (mira@example.com) is no longer an admin.\n",
    );
    expect(await mayBeAdmin()).toBe(403);
    const audit = await harness.store.read((db) => listAudit(db, mira.id, 2));
    expect(audit.map(({ kind, detail }) => [kind, detail])).toEqual([
      ["admin_revoked", { by: "command line" }],
      ["admin_granted", { by: "command line" }],
    ]);
  });

  test("a new password is read from standard input, ends all sessions, and works", async () => {
    const { token } = await harness.openSession(mira);
    const short = await command(["set-password", mira.email], "12345\n");
    expect(short).toEqual({
      code: 1,
      out: "",
      err: "The password is 5 characters long, but must be 6 to 256.\n",
    });
    expect((await harness.as(token)("getProfile")).username).toBe("mira");
    const done = await command(["set-password", mira.email], "set by the operator\nsecond line\n");
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(done.out).toMatch(/^mira \(mira@example\.com\) has a new password\. \d+ sessions have ended\.\n$/);
    await expect(harness.as(token)("getProfile")).rejects.toMatchObject({ code: "TOKEN_INVALID" });
    const { user } = await harness.client("login", {
      body: { email: mira.email, password: "set by the operator" },
    });
    expect(user.id).toBe(mira.id);
  });

  test.each([
    ["a line end of Windows", "grüße 🙂 x\r\n", "grüße 🙂 x"],
    ["no line end", "no line end", "no line end"],
    ["blanks at both ends", "  blanks  \nx\n", "  blanks  "],
    ["a byte order mark", "\uFEFFmarked\n", "marked"],
  ])("a password from standard input may have %s", async (_, input, password) => {
    expect((await command(["set-password", mira.email], input)).code).toBe(0);
    const { user } = await harness.client("login", { body: { email: mira.email, password } });
    expect(user.id).toBe(mira.id);
  });

  test("a password is read as soon as its line has ended, also when the program that writes it goes on", async () => {
    expect((await command(["set-password", mira.email], "left open\n", true)).code).toBe(0);
    const { user } = await harness.client("login", { body: { email: mira.email, password: "left open" } });
    expect(user.id).toBe(mira.id);
  });

  test("a password that is not UTF-8 is refused, as it would become one that no one can type", async () => {
    expect(await command(["set-password", mira.email], Buffer.from("grüße\n", "latin1"))).toEqual({
      code: 1,
      out: "",
      err: "The password is not UTF-8 text. Nothing was changed.\n",
    });
  });

  describe.runIf(existsSync("/usr/bin/script"))("on a terminal", () => {
    const terminal = (...typed: string[]) =>
      runOnTerminal(settingsOf(harness), ["set-password", mira.email], typed);

    test("a typed password is not shown, and keys that edit the line are no part of it [SEC-180]", async () => {
      const { code, out } = await terminal("wrong\u0015typed herX\u007fe\r", "typed hre\u001b[D\u001b[De\r");
      expect(out).toMatch(
        /^New password: \s+Repeat the new password: \s+mira \(mira@example\.com\) has a new password\./,
      );
      expect(code).toBe(0);
      const { user } = await harness.client("login", { body: { email: mira.email, password: "typed here" } });
      expect(user.id).toBe(mira.id);
    });

    test.each([
      ["Ctrl-C", ["half a pass\u0003"], "Nothing was changed."],
      ["Ctrl-D in an empty line", ["\u0004"], "Nothing was changed."],
      ["Ctrl-C at the second prompt", ["never set\r", "never\u0003"], "Nothing was changed."],
      ["another password", ["never set\r", "never sat\r"], "The two passwords differ. Nothing was changed."],
    ])("%s leaves the old password, with exit code 1", async (_, typed, sentence) => {
      const { code, out } = await terminal(...typed);
      expect(code).toBe(1);
      expect(out.trimEnd().split(/\s*\n/).at(-1)).toBe(sentence);
      expect(out).not.toMatch(/half|never/);
    });
  });

  test("a user is logged out everywhere [SEC-72]", async () => {
    await command(["end-sessions", mira.email]);
    const { token } = await harness.openSession(mira);
    expect((await command(["end-sessions", mira.email])).out).toBe(
      "mira (mira@example.com): 1 session has ended.\n",
    );
    await expect(harness.as(token)("getProfile")).rejects.toMatchObject({ code: "TOKEN_INVALID" });
  });

  test("recount computes totals and cards again, beside the running server, and changes nothing the second time", async () => {
    const { exampleId, ids } = await plantMemoryExample(harness.store, "a => b;\n", [
      { name: "=>", places: [[2, 4]] },
    ]);
    const [constructId = 0] = Object.values(ids);
    const learner = await loggedIn(harness, mira);
    await review(learner, exampleId, { hidden: [constructId] });
    await complete(harness, learner, exampleId, typedRun("a => b;\n"));
    const stored = () =>
      harness.store.read(async (db) => [
        await db.selectFrom("memory").selectAll().execute(),
        await derivedRows(db),
      ]);
    // As the server does behind the run.
    await countUntil(harness.store, () => false);
    const sound = await stored();
    const again = (changed: number) => ({
      code: 0,
      out: `The totals, rollups and leaderboards were computed again.\n1 card was folded again, ${changed} of them changed.\n`,
      err: "",
    });
    await harness.store.write(async (tx) => {
      await tx.updateTable("memory").set({ due_day: 1, stability: 99, lapses: 3 }).execute();
      await tx.updateTable("example_total").set({ completions: 9 }).execute();
    });
    expect(await command(["recount"])).toEqual(again(1));
    expect(await stored()).toEqual(sound);
    expect(await command(["recount"])).toEqual(again(0));
    expect(await stored()).toEqual(sound);
    const entry = await harness.store.read((db) =>
      db.selectFrom("audit_entry").select("detail").where("kind", "=", "recounted").execute(),
    );
    expect(entry.map(({ detail }) => JSON.parse(detail))).toEqual(
      [1, 0].map((changed) => ({ by: "command line", cards: 1, changed })),
    );
    // What cannot be read is reported, and stays.
    await harness.store.write((tx) =>
      tx
        .updateTable("memory")
        .set({ history: Uint8Array.of(9) })
        .execute(),
    );
    expect(await run(settingsOf(harness), ["recount"])).toMatchObject({
      code: 0,
      err: "1 card could not be folded, because of a damaged history, and stayed as before.\n",
    });
    await harness.store.write((tx) => tx.deleteFrom("memory").execute());
  });

  test("all accounts are listed, one line each, without their hashes", async () => {
    const { out } = await run(settingsOf(harness), ["list-users"]);
    const [head, ...lines] = out.trimEnd().split("\n");
    expect(head).toBe("id\trole\temail\tusername\tcreated");
    expect(lines[0]).toBe(`${mira.id}\tlearner\tmira@example.com\tmira\t2026-11-27T12:00:00.000Z`);
    expect(out).not.toContain("$argon2");
  });
});

describe("invalid command lines", () => {
  const server = openers[0] as (typeof openers)[number];

  test("every command has help, and without a command the list of commands is printed", async () => {
    const overview = await run({}, []);
    expect(overview.code).toBe(0);
    const names = [...overview.out.matchAll(/^ {2}([a-z][a-z-]+)/gm)].map((match) => match[1] as string);
    expect(names).toEqual([
      "grant-admin",
      "revoke-admin",
      "set-password",
      "end-sessions",
      "list-users",
      "bring-back-course",
      "backup",
      "restore",
      "copy-to-postgres",
      "recount",
      "help",
    ]);
    names.pop();
    for (const words of [["--help"], ["help"], ["-h"]]) expect(await run({}, words)).toEqual(overview);
    expect(await runProcess({}, [])).toEqual(overview);
    for (const name of names) {
      const help = await run({}, [name, "--help"]);
      expect([name, help.code, help.err]).toEqual([name, 0, ""]);
      expect(help.out).toContain(`Usage: npm run tabstop -- ${name} `);
      expect(help.out).toMatch(/^This [a-z]+s? .+\./m);
      for (const words of [
        [name, "-h"],
        ["help", name],
      ])
        expect(await run({}, words)).toEqual(help);
    }
  });

  test.each([
    [
      ["grant-admni", "x"],
      2,
      /^error: unknown command 'grant-admni'\n\(Did you mean grant-admin\?\)\n\nUsage:/,
    ],
    [["help", "grant-admni"], 2, /^Usage: npm run tabstop -- .*\n[^]*^ {2}grant-admin <EMAIL> /m],
    [["--verbose"], 2, /^error: unknown option '--verbose'\n\nUsage: npm run tabstop -- /],
    [["grant-admin"], 2, /^error: missing required argument 'EMAIL'\n\nUsage: .* grant-admin .*<EMAIL>\n/],
    [["grant-admin", "a@b.c", "d@e.f"], 2, /^error: .*'grant-admin'\. Expected 1 argument but got 2\.\n/],
    [["set-password", "a@b.c", "--password=x"], 2, /^error: unknown option '--password=x'\n\nUsage: /],
    [["list-users", "all"], 2, /^error: .*'list-users'\. Expected 0 arguments but got 1\.\n\nUsage: /],
  ] as const)("%j exits with %i and a sentence", async (words, code, sentence) => {
    const ended = await run({}, words);
    expect([ended.code, ended.out]).toEqual([code, ""]);
    expect(ended.err).toMatch(sentence);
  });

  test("a folder without a database is refused, and stays empty", async () => {
    const empty = mkdtempSync(join(elsewhere, "empty-"));
    expect(await runProcess({ DATA_DIR: empty }, ["list-users"])).toEqual({
      code: 1,
      out: "",
      err: `There is no database in ${empty}. Set DATA_DIR to the server's folder, or start the server once.\n`,
    });
    expect(readdirSync(empty)).toEqual([]);
  });

  test("a wrong setting and an unreachable database are each reported in one sentence", async () => {
    expect(await run({ PORT: "x" }, ["list-users"])).toMatchObject({
      code: 1,
      err: 'PORT is "x", but must be a whole number from 0 to 65535.\n',
    });
    const away = { DATABASE_URL: "postgres://u:canary@127.0.0.1:1/t", SECRET_KEY: "x".repeat(32) };
    const ended = await run(away, ["list-users"]);
    expect([ended.code, ended.out]).toEqual([1, ""]);
    expect(ended.err).toMatch(
      /^The database cannot be reached \(PostgreSQL: connect ECONNREFUSED 127\.0\.0\.1:1\)\. [^\n]*\n$/,
    );
  });

  test("an unknown address is reported, and a built-in course is imported again with colours while a server runs", async () => {
    const harness = await openServer(server);
    try {
      const unknown = await run(settingsOf(harness), ["grant-admin", "nobody@example.com"]);
      expect(unknown).toEqual({
        code: 1,
        out: "",
        err: "No account has the address nobody@example.com. Run list-users to see all accounts.\n",
      });
      const noCourse = await run(settingsOf(harness), ["bring-back-course", "../README.md"]);
      expect(noCourse.code).toBe(1);
      expect(noCourse.err).toMatch(
        /^There is no built-in course \.\.\/README\.md\. The built-in courses are: .*\.md\.\n$/,
      );
      const file = "symbols-and-brackets.md";
      for (const id of [1, 2])
        expect(await runProcess(settingsOf(harness), ["bring-back-course", file])).toEqual({
          code: 0,
          out: `${file} was imported as course ${id}.\n`,
          err: "",
        });
      const mira = await harness.register("mira");
      const { courses } = await mira.client("listCourses");
      expect(courses).toHaveLength(2);
      expect(courses[0]?.title).toBe(courses[1]?.title);
      const { lessons } = await mira.client("getCourse", { params: { courseId: 2 } });
      const lesson = await mira.client("getLesson", { params: { lessonId: lessons[0]?.id as number } });
      for (const { examples } of lesson.chapters)
        for (const { tokens, language } of examples) if (language !== "text") expect(tokens).not.toBe(null);
    } finally {
      await harness.close();
    }
  });
});
