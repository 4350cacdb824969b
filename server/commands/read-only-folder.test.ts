// Commands that only read work in a folder that their account cannot write to, in every state in which a server may
// have left the database, and see all acknowledged saves.

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { insertUser } from "../store/accounts/accounts.ts";
import { databaseFileName, lockFileName, openSqlite } from "../store/sqlite/open-sqlite.ts";
import { restore } from "../store/sqlite/restore.ts";
import { DatabaseSync } from "../store/sqlite/sqlite-module.ts";
import { startChild } from "../test/children.ts";

const scratch = mkdtempSync(join(tmpdir(), "tabstop-read-only-"));
chmodSync(scratch, 0o755);
afterAll(() => {
  for (const name of readdirSync(scratch)) chmodSync(join(scratch, name), 0o700);
  rmSync(scratch, { recursive: true, force: true });
});

/** A database with one user, and more saves in its write-ahead log than in its file. */
async function folderInUse() {
  const folder = mkdtempSync(join(scratch, "data-"));
  const store = await openSqlite({ folder });
  for (const name of ["mira", "eve"])
    await store.write((tx) =>
      insertUser(tx, {
        username: name,
        email: `${name}@example.com`,
        passwordHash: "-",
        role: "learner",
        at: 7,
      }),
    );
  return { folder, store };
}

/** What another computer, or a snapshot taken at this moment, would find. */
function snapshotOf(folder: string, suffixes: readonly string[]): string {
  const copy = mkdtempSync(join(scratch, "snapshot-"));
  for (const suffix of suffixes)
    copyFileSync(join(folder, databaseFileName + suffix), join(copy, databaseFileName + suffix));
  return copy;
}

/** Every account may read it, and only root may write. */
function makeReadOnly(folder: string): void {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
  chmodSync(folder, 0o555);
}

function runUnprivileged(folder: string, ...words: readonly string[]) {
  return run(folder, "unprivileged", ...words);
}

async function run(folder: string, ...words: readonly string[]) {
  const child = startChild("./command-process.ts", folder, ...words);
  onTestFinished(() => child.kill());
  const code = Number((await child.line("ended")).split(" ")[1]);
  await child.kill();
  const linesOf = (start: string) =>
    child.lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
  return { code, out: linesOf("out "), err: linesOf("err ") };
}

function writableFolder(): string {
  const folder = mkdtempSync(join(scratch, "backups-"));
  chmodSync(folder, 0o777);
  return folder;
}

async function expectAllCommandsToWork(folder: string, who = "unprivileged"): Promise<void> {
  const command = who === "unprivileged" ? runUnprivileged : run;
  const namesBefore = readdirSync(folder);
  const list = await command(folder, "list-users");
  expect([list.code, list.err]).toEqual([0, []]);
  expect(list.out.slice(1).map((line) => line.split("\t")[3])).toEqual(["mira", "eve"]);
  const file = join(writableFolder(), "backup.sqlite");
  expect(await command(folder, "backup", file)).toEqual({
    code: 0,
    out: [`The backup was written to ${file}.`],
    err: [],
  });
  const target = mkdtempSync(join(scratch, "target-"));
  expect(await restore({ file, folder: target, at: 1 })).toMatchObject({ accounts: 2, isChecked: true });
  expect(readdirSync(folder)).toEqual(namesBefore);
}

describe("backup and list-users work in a folder that their account cannot write to", () => {
  test("while a server runs there [REL-03]", async () => {
    const { folder, store } = await folderInUse();
    for (const name of readdirSync(folder)) if (name !== lockFileName) chmodSync(join(folder, name), 0o644);
    chmodSync(folder, 0o755);
    await expectAllCommandsToWork(folder);
    await store.close();
  });

  test.each<[state: string, suffixes: readonly string[]]>([
    ["a killed server left, with its write-ahead log", ["", "-wal", "-shm"]],
    ["a killed server left, without the index of its write-ahead log", ["", "-wal"]],
  ])("after %s", async (_, suffixes) => {
    const { folder, store } = await folderInUse();
    expect(statSync(join(folder, `${databaseFileName}-wal`)).size).toBeGreaterThan(0);
    const snapshot = snapshotOf(folder, suffixes);
    await store.close();
    makeReadOnly(snapshot);
    await expectAllCommandsToWork(snapshot);
  });

  test("after a server was stopped", async () => {
    const { folder, store } = await folderInUse();
    await store.close();
    const snapshot = snapshotOf(folder, [""]);
    makeReadOnly(snapshot);
    await expectAllCommandsToWork(snapshot);
  });
});

test("a command that writes is refused there with a sentence, and changes nothing", async () => {
  const { folder, store } = await folderInUse();
  await store.close();
  const snapshot = snapshotOf(folder, [""]);
  makeReadOnly(snapshot);
  if (process.getuid?.() === 0) {
    const { code, err } = await runUnprivileged(snapshot, "grant-admin", "mira@example.com");
    expect([code, err]).toEqual([
      1,
      [`The folder ${snapshot} cannot be used: EACCES: permission denied, access '${snapshot}'`],
    ]);
  }
  expect(readdirSync(snapshot)).toEqual([databaseFileName]);
});

test("files that this account may not read, and a database of an earlier release, are refused with a sentence", async () => {
  const { folder, store } = await folderInUse();
  await store.close();
  const secret = snapshotOf(folder, [""]);
  chmodSync(secret, 0o555);
  chmodSync(join(secret, databaseFileName), 0o000);
  const file = join(secret, databaseFileName);
  for (const words of [["list-users"], ["backup", join(writableFolder(), "backup")]])
    expect(await runUnprivileged(secret, ...words)).toEqual({
      code: 1,
      out: [],
      err: [`The database cannot be read: EACCES: permission denied, access '${file}'`],
    });

  const old = snapshotOf(folder, [""]);
  const database = new DatabaseSync(join(old, databaseFileName));
  database.exec("pragma journal_mode = delete; delete from migration where name <> '0001-initial'");
  database.close();
  makeReadOnly(old);
  const { code, err } = await runUnprivileged(old, "list-users");
  expect([code, err[0]]).toEqual([
    1,
    expect.stringContaining("is of an earlier release and cannot be migrated"),
  ]);
});

test.skipIf(process.getuid?.() !== 0)(
  "a folder that is closed to this account, as the server makes it, is not reported as one without a database",
  async () => {
    const { folder, store } = await folderInUse();
    await store.close();
    const closed = snapshotOf(folder, [""]);
    chmodSync(closed, 0o700);
    const file = join(closed, databaseFileName);
    for (const words of [["list-users"], ["grant-admin", "mira@example.com"], ["backup", "backup"]])
      expect(await runUnprivileged(closed, ...words)).toEqual({
        code: 1,
        out: [],
        err: [`The database cannot be read: EACCES: permission denied, stat '${file}'`],
      });
  },
);

// Only root may mount, and only where the container allows it. Elsewhere the rights above have the same effect.
test.each(["stopped", "killed", "running"])(
  "a folder of a %s server that is mounted read-only serves root's commands too",
  async (state) => {
    const { folder, store } = await folderInUse();
    if (state === "stopped") await store.close();
    const from =
      state === "running" ? folder : snapshotOf(folder, state === "killed" ? ["", "-wal", "-shm"] : [""]);
    if (state === "killed") await store.close();
    const mounted = mkdtempSync(join(scratch, "mounted-"));
    if (!canMount(from, mounted)) return;
    onTestFinished(() => void execFileSync("umount", [mounted]));
    await expectAllCommandsToWork(mounted, "as root");
    if (state === "running") await store.close();
  },
);

function canMount(from: string, to: string): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync("mount", ["--bind", from, to], { stdio: "ignore" });
    execFileSync("mount", ["-o", "remount,bind,ro", to], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
