// A backup's checksum: any damage is refused with a sentence and changes nothing, and files without one still restore.

import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertUser } from "../accounts/accounts.ts";
import { backUp } from "./back-up.ts";
import { verifyChecksum } from "./checksum.ts";
import { databaseFileName, openSqlite } from "./open-sqlite.ts";
import { restore } from "./restore.ts";
import { DatabaseSync } from "./sqlite-module.ts";

const scratch = mkdtempSync(join(tmpdir(), "tabstop-checksum-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let places = 0;
function newFolder(): string {
  const folder = join(scratch, String(++places));
  mkdirSync(folder);
  return folder;
}

async function databaseWith(...names: readonly string[]): Promise<string> {
  const folder = newFolder();
  const store = await openSqlite({ folder });
  for (const name of names)
    await store.write((tx) =>
      insertUser(tx, {
        username: name,
        email: `${name}@example.com`,
        passwordHash: "x".repeat(200),
        role: "learner",
        at: 7,
      }),
    );
  await store.close();
  return join(folder, databaseFileName);
}

async function backupOf(database: string): Promise<Buffer> {
  const file = join(newFolder(), "backup.sqlite");
  backUp(database, file);
  return readFileSync(file);
}

/** Why a file with these bytes is not restored; `null` when it is. */
async function refusalOf(bytes: Uint8Array): Promise<string | null> {
  const file = join(scratch, "tried.sqlite");
  writeFileSync(file, bytes);
  try {
    await restore({ file, folder: target, at: 1 });
    return null;
  } catch (error) {
    return (error as Error).message.replaceAll(file, "FILE");
  }
}

let database = "";
let backup: Buffer;
let other: Buffer;
/** The folder of the server's database, which no refused file may change. */
let target = "";
let targetBytes: Buffer;
const lineBytes =
  "\nTabstop backup: the SHA-256 of the 0000000000000000 bytes before this line is \n".length + 64;

beforeAll(async () => {
  const numbered = (kind: string) => Array.from({ length: 60 }, (_, n) => `${kind}${n}`);
  database = await databaseWith(...numbered("learner"));
  backup = await backupOf(database);
  other = await backupOf(await databaseWith(...numbered("student")));
  const there = await databaseWith("there");
  target = newFolder();
  // A copy, because the library keeps a connection open until its statements are garbage-collected.
  copyFileSync(there, join(target, databaseFileName));
  targetBytes = readFileSync(join(target, databaseFileName));
});

function expectTargetUntouched(): void {
  expect(readFileSync(join(target, databaseFileName)).equals(targetBytes)).toBe(true);
  expect(readdirSync(target).filter((name) => /before|restoring/.test(name))).toEqual([]);
}

test("a backup is one file that SQLite reads as a whole database, with its checksum as the last line", async () => {
  const file = join(newFolder(), "backup.sqlite");
  writeFileSync(file, backup);
  const opened = new DatabaseSync(file, { readOnly: true });
  expect(opened.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(opened.prepare("select count(*) as n from account").get()).toEqual({ n: 60 });
  opened.close();
  expect(backup.subarray(-lineBytes).toString()).toMatch(
    /^\nTabstop backup: the SHA-256 of the \d{16} bytes before this line is [\da-f]{64}\n$/,
  );
  expect(verifyChecksum(file)).toEqual({ bytes: backup.length - lineBytes, isChecked: true });
});

describe("damage that restore refuses", () => {
  const parts: readonly (readonly [name: string, from: () => number, to: () => number])[] = [
    ["the header", () => 0, () => 100],
    ["the first page", () => 100, () => 4096],
    ["the other pages", () => 4096, () => backup.length - lineBytes],
    ["the checksum", () => backup.length - lineBytes, () => backup.length],
  ];
  test.each(parts)("one flipped bit in %s [REL-01]", async (_, from, to) => {
    const bits = fc.tuple(fc.integer({ min: from(), max: to() - 1 }), fc.integer({ min: 0, max: 7 }));
    await fc.assert(
      fc.asyncProperty(bits, async ([at, bit]) => {
        const damaged = Buffer.from(backup);
        damaged[at] = (damaged[at] as number) ^ (1 << bit);
        expect(await refusalOf(damaged)).toMatch(
          at < 16
            ? /^FILE is not a Tabstop backup: /
            : /^FILE is damaged \(it[^)]+\)\. Take another backup\. /,
        );
      }),
      { numRuns: 40 },
    );
    expectTargetUntouched();
  });

  test("every single bit of the mark in the header and of the last line", async () => {
    const positions = [...Array(4).keys()].map((n) => 68 + n);
    for (let at = backup.length - lineBytes; at < backup.length; at++) positions.push(at);
    for (const at of positions)
      for (let bit = 0; bit < 8; bit++) {
        const damaged = Buffer.from(backup);
        damaged[at] = (damaged[at] as number) ^ (1 << bit);
        const file = join(scratch, "bit.sqlite");
        writeFileSync(file, damaged);
        expect(() => verifyChecksum(file), `bit ${bit} of byte ${at}`).toThrow();
      }
  });

  test("a byte that is missing or added anywhere, a file that was cut off, and two backups mixed [REL-02]", async () => {
    const end = backup.length;
    const lines = end - lineBytes;
    const without = (at: number) => Buffer.concat([backup.subarray(0, at), backup.subarray(at + 1)]);
    const withMore = (at: number) =>
      Buffer.concat([backup.subarray(0, at), Buffer.of(0), backup.subarray(at)]);
    const halves = (at: number) => Buffer.concat([backup.subarray(0, at), other.subarray(at)]);
    expect(other.length).toBe(end);
    const damaged: [string, Uint8Array][] = [
      ...[0, 20, 70, 5_000, lines - 1, lines, end - 1].flatMap((at): [string, Uint8Array][] => [
        [`without byte ${at}`, without(at)],
        [`with a byte more at ${at}`, withMore(at)],
      ]),
      ["with a byte more at the end", Buffer.concat([backup, Buffer.of(10)])],
      ["cut off before the checksum", backup.subarray(0, lines)],
      ["cut off after a page", backup.subarray(0, 8 * 4096)],
      ["cut off after the first page", backup.subarray(0, 4096)],
      ["cut off in the header", backup.subarray(0, 80)],
      ["of two backups, from the middle", halves(4096 * Math.floor(lines / 8192))],
      ["of two backups, the line of the other", halves(lines)],
      ["of two backups, one after the other", Buffer.concat([backup, other])],
      ["of zeros in the middle", Buffer.from(backup).fill(0, 8192, 12_288)],
    ];
    for (const [name, bytes] of damaged)
      expect([name, await refusalOf(bytes)]).toEqual([name, expect.any(String)]);
    expectTargetUntouched();
  });
});

test("a backup of an earlier release, which has no checksum, restores, and so does a copied database", async () => {
  const folder = newFolder();
  const old = join(newFolder(), "old.sqlite");
  const source = new DatabaseSync(database, { readOnly: true });
  source.prepare("vacuum into ?").run(old);
  source.close();
  expect(await restore({ file: old, folder, at: 1 })).toMatchObject({ accounts: 60, isChecked: false });
  expect(await restore({ file: database, folder, at: 2 })).toMatchObject({ accounts: 60, isChecked: false });
});

test("what restore and a hand-copied backup leave is a plain database, whose copies and backups restore", async () => {
  for (const put of ["restored", "copied by hand"]) {
    const folder = newFolder();
    const file = join(newFolder(), "backup.sqlite");
    writeFileSync(file, backup);
    if (put === "restored")
      expect(await restore({ file, folder, at: 1 })).toMatchObject({ accounts: 60, isChecked: true });
    else copyFileSync(file, join(folder, databaseFileName));
    const store = await openSqlite({ folder });
    await store.write((tx) =>
      insertUser(tx, {
        username: "new",
        email: "new@example.com",
        passwordHash: "-",
        role: "learner",
        at: 7,
      }),
    );
    await store.close();
    const copy = join(newFolder(), "copy.sqlite");
    copyFileSync(join(folder, databaseFileName), copy);
    expect([put, await restore({ file: copy, folder: newFolder(), at: 1 })]).toMatchObject([
      put,
      { accounts: 61, isChecked: false },
    ]);
    const again = join(newFolder(), "again.sqlite");
    backUp(copy, again);
    expect(await restore({ file: again, folder: newFolder(), at: 1 })).toMatchObject({
      accounts: 61,
      isChecked: true,
    });
  }
});

test("a write-ahead log that lies beside a backup is not restored with it", async () => {
  const file = join(newFolder(), "backup.sqlite");
  writeFileSync(file, backup);
  writeFileSync(`${file}-wal`, "of something else");
  expect(await restore({ file, folder: newFolder(), at: 1 })).toMatchObject({
    accounts: 60,
    isChecked: true,
  });
});

test("a damaged database is not backed up", async () => {
  const folder = newFolder();
  const broken = join(folder, databaseFileName);
  copyFileSync(database, broken);
  const bytes = readFileSync(broken);
  // The index of the usernames has one key twice and another not at all.
  const at = bytes.lastIndexOf("learner42");
  expect(at).toBeGreaterThan(0);
  bytes.write("learner4x", at, "latin1");
  writeFileSync(broken, bytes);
  const file = join(folder, "backup.sqlite");
  expect(() => backUp(broken, file)).toThrow(/^The database is damaged \(/);
  expect(readdirSync(folder).filter((name) => name.startsWith("backup"))).toEqual([]);
});
