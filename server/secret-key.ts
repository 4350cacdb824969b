// The key that signs tokens. With SQLite it is made once and kept in the data folder, readable for the server's account
// only; it never enters the database, so that a copy of that holds no key. With PostgreSQL it is a setting, since
// several servers must share it.

import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { SettingRefused, secretKeyMinimum } from "./settings.ts";

export const secretKeyFile = "secret.key";

/** Throws SettingRefused when the kept file holds no key, cannot be read, or cannot be made. */
export function keptSecretKey(dataDir: string): string {
  const file = join(dataDir, secretKeyFile);
  return checked(file, readOrMake(file));
}

function readOrMake(file: string): string {
  try {
    const kept = readIfThere(file);
    if (kept !== null) return kept;
    makeKey(file);
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new SettingRefused(`The file ${file} cannot be used: ${(error as Error).message}.`);
  }
}

function readIfThere(file: string): string | null {
  try {
    // Copies and restores widen rights easily.
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function checked(file: string, text: string): string {
  const key = text.trim();
  if (key.length < secretKeyMinimum)
    throw new SettingRefused(
      `The file ${file} is ${key.length} characters long, but must hold a key of at least ${secretKeyMinimum}; put back the right one, or delete it, which signs everybody out.`,
    );
  return key;
}

// Written whole under another name and then linked, so that a crash leaves no half key and two starts one key.
function makeKey(file: string): void {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const descriptor = openSync(draft, "wx", 0o600);
  try {
    writeSync(descriptor, `${randomBytes(32).toString("base64url")}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}
