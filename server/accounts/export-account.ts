// Exports the caller's own data as a JSON file. Names, times and the email address are spelled as in the API: snake_case,
// ISO 8601 in UTC, the domain as people write it.
//
// The file is written while it is sent, a page of rows at a time, so that an account of any size takes little memory and
// blocks no other request. What is added after the start is left out. If a page cannot be read, or the account is
// deleted before the end, the response breaks off, and the file is no JSON: it cannot be taken for a complete one.

import { Readable } from "node:stream";
import { readableEmail } from "@tabstop/contract/email-address";
import { instantText } from "@tabstop/contract/text";
import { eventsIn } from "@tabstop/engine/packed-log";
import {
  activityOf,
  attemptPage,
  type Cursor,
  eventPage,
  knownAddressPage,
  type PageOf,
  progressPage,
  removedTimePage,
  runPage,
  sessionPage,
} from "../store/accounts/account-export.ts";
import {
  costPage,
  memoryPage,
  practiceDayPage,
  reviewRunPage,
  slipPage,
} from "../store/accounts/memory-export.ts";
import { findUser } from "../store/accounts/accounts.ts";
import { findPreferences } from "../store/accounts/preferences.ts";
import { findPhotoOf } from "../store/accounts/photos.ts";
import type { Store } from "../store/store.ts";
import { yieldToEventLoop } from "../store/yield-to-event-loop.ts";
import type { Principal } from "../principal.ts";
import { gone } from "./passwords/check-password.ts";

type Deps = {
  readonly store: Store;
  readonly now: () => number;
  /** The history of a card as an object of days and grades; null for bytes that are none. */
  readonly readHistory: (packed: Uint8Array) => object | null;
};

export type AccountFile = {
  readonly contentType: string;
  readonly name: string;
  readonly asciiName: string;
  readonly content: Readable;
};

/** Throws DomainError TOKEN_INVALID if the account was deleted after the token was checked. */
export async function exportAccount(
  { store, now, readHistory }: Deps,
  { userId }: Principal,
): Promise<AccountFile> {
  const at = now();
  const found = await store.read(async (db) => ({
    user: await findUser(db, userId),
    activity: await activityOf(db, userId),
    photo: await findPhotoOf(db, userId),
    preferences: await findPreferences(db, userId),
  }));
  if (!found.user) throw gone();
  const { id, username, role, profile_photo, created_at, updated_at } = found.user;
  const email = readableEmail(found.user.email);
  const { activity, photo, preferences } = found;
  const account = { id, username, email, role, profile_photo, created_at, updated_at, ...activity };
  const head = {
    exported_at: instantText(at),
    account: withTexts(account, { moments: ["created_at", "updated_at", "last_active_at"] }),
    /** A WebP in base64. */
    photo: photo && Buffer.from(photo).toString("base64"),
    preferences: {
      sends_keystrokes: preferences.sends_keystrokes === 1,
      is_offer_seen: preferences.is_offer_seen === 1,
      goal_minutes: preferences.goal_minutes,
    },
  };
  const name = "tabstop-account.json";
  return {
    contentType: "application/json; charset=utf-8",
    name,
    asciiName: name,
    content: Readable.from(textOf({ store, readHistory }, userId, at, head), { objectMode: false }),
  };
}

type List = {
  readonly read: PageOf;
  readonly moments: readonly string[];
  /** The fields that are days, and those that are months. */
  readonly days?: readonly string[];
  readonly months?: readonly string[];
};

/** The lists of the file, in its order, with the fields that are moments. */
const lists: Readonly<Record<string, List>> = {
  sessions: { read: sessionPage, moments: ["created_at", "last_used_at", "expires_at", "ended_at"] },
  known_addresses: { read: knownAddressPage, moments: ["since"] },
  progress: {
    read: progressPage,
    moments: ["completed_at", "best_at", "checked_best_at", "last_at", "saved_at"],
    days: ["completed_day"],
  },
  attempts: { read: attemptPage, moments: ["ended_at", "received_at"] },
  runs: { read: runPage, moments: ["ended_at"] },
  practice_days: { read: practiceDayPage, moments: ["first_at", "last_at"], days: ["day"] },
  memory: { read: memoryPage, moments: ["last_at"], days: ["met_day", "first_day", "due_day", "last_day"] },
  review_runs: { read: reviewRunPage, moments: ["ended_at"], days: ["day"] },
  costs: { read: costPage, moments: [], months: ["month"] },
  slips: { read: slipPage, moments: [], months: ["month"] },
  removed_times: { read: removedTimePage, moments: [] },
  events: { read: eventPage, moments: ["at"] },
};

/** After this many characters other requests get a turn: a few ms. A long log of keystrokes alone has more. */
const textAtOnce = 200_000;

async function* textOf(
  { store, readHistory }: Pick<Deps, "store" | "readHistory">,
  userId: number,
  until: number,
  head: object,
): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).slice(0, -"\n}".length);
  for (const [name, { read, ...fields }] of Object.entries(lists)) {
    yield `,\n  "${name}": [`;
    let isEmpty = true;
    let after: Cursor | null = null;
    do {
      const { rows, next } = await store.read((db) => read(db, { userId, after, until }));
      let text = "";
      for (const row of rows) {
        text += `${isEmpty ? "" : ","}\n${indented(withTexts(row, fields, readHistory))}`;
        isEmpty = false;
        if (text.length < textAtOnce) continue;
        yield text;
        text = "";
        await yieldToEventLoop();
      }
      yield text;
      after = next;
      await yieldToEventLoop();
    } while (after !== null);
    yield isEmpty ? "]" : "\n  ]";
  }
  if (!(await store.read((db) => findUser(db, userId)))) throw gone();
  yield "\n}\n";
}

function indented(row: object): string {
  return `    ${JSON.stringify(row, null, 2).replaceAll("\n", "\n    ")}`;
}

/**
 * A log as lines that people can read: the milliseconds since the first key, the kind, and the text where it is not the
 * one that the code expected. null for a log that this release cannot read.
 */
function linesOf(log: Uint8Array): readonly string[] | null {
  return (
    eventsIn(log)?.map((event) => `${event.at} ${event.kind}${"text" in event ? ` ${event.text}` : ""}`) ??
    null
  );
}

/** A copy of the row, with times, days and logs as texts. The order of the fields stays the same. */
function withTexts(
  row: object,
  { moments, days = [], months = [] }: Omit<List, "read">,
  readHistory: Deps["readHistory"] = () => null,
): object {
  const textOfField = (name: string, value: unknown): unknown => {
    if (value instanceof Uint8Array)
      return name === "history" ? historyOf(value, readHistory) : linesOf(value);
    if (typeof value !== "number") return value;
    if (moments.includes(name)) return instantText(value);
    if (days.includes(name)) return dayText(value);
    return months.includes(name) ? monthText(value) : value;
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textOfField(name, value)]));
}

/** Every number of a day in it becomes a text. */
function historyOf(packed: Uint8Array, readHistory: Deps["readHistory"]): unknown {
  const isDay = (name: string) => /day$/i.test(name);
  return JSON.parse(
    JSON.stringify(readHistory(packed), (name, value: unknown) =>
      typeof value === "number" && isDay(name) ? dayText(value) : value,
    ),
  );
}

const dayMs = 86_400_000;

function monthText(month: number): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}

function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, "2026-11-29".length);
}
