// Exports the caller's own data as a JSON file. Names and times are spelled as in the API: snake_case, ISO 8601 in UTC.

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
  const content = {
    exported_at: instant(now()),
    account: {
      id: user.id,
      username: user.username,
      email: user.email,
      role: user.role,
      profile_photo: user.profilePhoto,
      created_at: instant(user.createdAt),
      updated_at: instant(user.updatedAt),
      last_active_at: instant(record.lastActiveAt),
    },
    /** A WebP in base64. */
    photo: photo && Buffer.from(photo).toString("base64"),
    sessions: record.sessions.map((session) => ({
      created_at: instant(session.createdAt),
      last_used_at: instant(session.lastUsedAt),
      expires_at: instant(session.expiresAt),
      ended_at: instant(session.revokedAt),
      remember: session.remember,
      user_agent: session.userAgent,
    })),
    known_addresses: record.knownAddressesSince.map((since) => ({ since: instant(since) })),
    progress: record.progress.map((one) => ({
      course: one.course,
      lesson: one.lesson,
      chapter: one.chapter,
      example: one.example,
      example_id: one.exampleId,
      progress: one.percent,
      accuracy: one.accuracy,
      errors: one.errors,
      completed_at: instant(one.completedAt),
      best_time_ms: one.bestTimeMs,
      best_at: instant(one.bestAt),
      last_time_ms: one.lastTimeMs,
      last_at: instant(one.lastAt),
      saved_at: instant(one.savedAt),
    })),
    attempts: record.attempts.map((one) => ({
      example_id: one.exampleId,
      time_ms: one.timeMs,
      accuracy: one.accuracy,
      errors: one.errors,
      ended_at: instant(one.endedAt),
      received_at: instant(one.receivedAt),
    })),
    events: record.audit.map(({ at, kind, detail }) => ({ at: instant(at), kind, detail })),
  };
  const name = "tabstop-account.json";
  return {
    contentType: "application/json; charset=utf-8",
    name,
    asciiName: name,
    content: `${JSON.stringify(content, null, 2)}\n`,
  };
}

function instant(at: number): string;
function instant(at: number | null): string | null;
function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
