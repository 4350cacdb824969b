// The key that signs tokens. With SQLite it is generated once and stored in the data folder, readable only by the
// server's account; it is never stored in the database, so that a copy of the database contains no key. With PostgreSQL
// it is a setting, because several servers must share it.

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
import { secretKeyMinimum } from "./setting-kinds.ts";
import { InvalidSetting } from "./settings.ts";

export const secretKeyFile = "secret.key";

/** Throws InvalidSetting when the file contains no key, cannot be read, or cannot be created. */
export function storedSecretKey(dataDir: string): string {
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
    throw new InvalidSetting(`The file ${file} cannot be used: ${(error as Error).message}.`);
  }
}

function readIfThere(file: string): string | null {
  try {
    // Copying or restoring the folder easily widens the permissions.
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
    throw new InvalidSetting(
      `The file ${file} is ${key.length} characters long, but must hold a key of at least ${secretKeyMinimum}; restore the right file, or delete it, which logs all users out.`,
    );
  return key;
}

// Write the whole file under another name and then link it, so that a crash never leaves half a key and two servers
// that start at the same time use the same key.
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
