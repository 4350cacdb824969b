// Exports the caller's own data as a JSON file. Names and times are spelled as in the API: snake_case, ISO 8601 in UTC.

import { instantText } from "@tabstop/contract/text";
import { readAccountRecord } from "../store/accounts/account-export.ts";
import { findUser } from "../store/accounts/accounts.ts";
import { findPhotoOf } from "../store/accounts/photos.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";
import { gone } from "./passwords/check-password.ts";

type Deps = { readonly store: Store; readonly now: () => number };

export type AccountFile = {
  readonly contentType: string;
  readonly name: string;
  readonly asciiName: string;
  readonly content: string;
};

export async function exportAccount({ store, now }: Deps, principal: Principal): Promise<AccountFile> {
  const found = await store.read(async (db) => ({
    user: await findUser(db, principal.userId),
    photo: await findPhotoOf(db, principal.userId),
    record: await readAccountRecord(db, principal.userId),
  }));
  const { user, photo, record } = found;
  if (!user) throw gone();
  const { id, username, email, role, profile_photo, created_at, updated_at } = user;
  const { last_active_at } = record;
  const account = { id, username, email, role, profile_photo, created_at, updated_at, last_active_at };
  const content = {
    exported_at: instantText(now()),
    account: withTexts(account, "created_at", "updated_at", "last_active_at"),
    /** A WebP in base64. */
    photo: photo && Buffer.from(photo).toString("base64"),
    sessions: record.sessions.map((row) =>
      withTexts(row, "created_at", "last_used_at", "expires_at", "ended_at"),
    ),
    known_addresses: record.known_addresses.map((row) => withTexts(row, "since")),
    progress: record.progress.map((row) => withTexts(row, "completed_at", "best_at", "last_at", "saved_at")),
    attempts: record.attempts.map((row) => withTexts(row, "ended_at", "received_at")),
    events: record.events.map((row) => withTexts(row, "at")),
  };
  const name = "tabstop-account.json";
  return {
    contentType: "application/json; charset=utf-8",
    name,
    asciiName: name,
    content: `${JSON.stringify(content, null, 2)}\n`,
  };
}

/** A copy of the row, with these times as ISO 8601 text. The order of the fields stays the same. */
function withTexts<Row extends object>(row: Row, ...moments: (keyof Row)[]): object {
  const texts = moments.map((name) => {
    const moment = row[name];
    return [name, typeof moment === "number" ? instantText(moment) : moment];
  });
  return { ...row, ...Object.fromEntries(texts) };
}
