// The types of the tables for Kysely; `migrations.ts` creates the tables.
//
// Times are milliseconds since 1970 UTC, flags are 0 or 1, ids are positive integers. Tables marked as derived can be
// rebuilt by `recount`; only the store's functions write them.

import type { goalChoices, UncheckedReason } from "@tabstop/contract/vocabulary";
import type { Difficulty } from "@tabstop/course/course";
import type { ColumnType, Generated, SelectType } from "kysely";
import type {
  KnownAddressTable,
  OutboxTable,
  PasswordResetTable,
  PhotoTable,
  ThrottleTable,
} from "./account-tables.ts";
import type { MemoryTables } from "./memory-tables.ts";

export type Flag = 0 | 1;

/** A row that was deleted is marked first, so that learners no longer see it, and cleared behind. */
type Stored<T> = T & { readonly deleted: Generated<Flag> };
/** A view of the rows without that mark. It cannot be written. */
type ViewOf<T> = { readonly [K in keyof T]: ColumnType<SelectType<T[K]>, never, never> };

export type AccountTable = {
  id: Generated<number>;
  username: string;
  /** `usernameKey(username)`, which makes it unique. */
  username_key: string;
  email: string;
  email_key: string;
  password_hash: string;
  role: "learner" | "admin";
  profile_photo: string | null;
  created_at: number;
  updated_at: number;
};

export type SessionTable = {
  id: string;
  user_id: number;
  /** Grows by one with every refresh. A refresh token must have this number or the one before. */
  generation: number;
  remember: Flag;
  created_at: number;
  rotated_at: number;
  /** When the current pair of tokens was first used; until then the previous pair stays valid. */
  current_used_at: number | null;
  last_used_at: number;
  expires_at: number;
  revoked_at: number | null;
  user_agent: string;
};

/** A trigger refuses changes, and deletions of young entries. `user_id` is not a foreign key, so that the entry outlives the account. */
export type AuditEntryTable = {
  id: Generated<number>;
  at: number;
  kind: string;
  user_id: number | null;
  detail: string;
};

export type CourseTable = {
  id: Generated<number>;
  title: string;
  description: string;
  difficulty_level: Difficulty;
  order_index: number;
  published: Flag;
  created_at: number;
  updated_at: number;
};

export type LessonTable = {
  id: Generated<number>;
  course_id: number;
  title: string;
  description: string;
  order_index: number;
  created_at: number;
  updated_at: number;
};

export type ChapterTable = {
  id: Generated<number>;
  lesson_id: number;
  title: string;
  description: string;
  order_index: number;
  created_at: number;
  updated_at: number;
};

export type ExampleTable = {
  id: Generated<number>;
  chapter_id: number;
  title: string;
  description: string;
  code_content: string;
  /** SHA-256 of the code in hex: the key of its colours. */
  code_hash: string;
  /** Grows by one whenever the code changes. */
  code_version: number;
  language: string;
  /** What the code prints, without its final line end; '' when nothing is given. */
  output: Generated<string>;
  order_index: number;
  created_at: number;
  updated_at: number;
};

export type ProgressTable = {
  user_id: number;
  example_id: number;
  /** 0 to 100, never goes down. */
  percent: number;
  accuracy: number | null;
  errors: number | null;
  /** The end of the first run, also when that arrived after another. */
  completed_at: number | null;
  /** The day of practice that counts the completion; null when none does. */
  completed_day: Generated<number | null>;
  best_time_ms: number | null;
  /** What decides between equal times: when a checked run ended, and when the server first heard of any other. */
  best_at: number | null;
  /** null when the best time is checked, or there is none. */
  best_unchecked_because: Generated<UncheckedReason | null>;
  /** The shortest checked time, and when its run ended. */
  checked_best_ms: Generated<number | null>;
  checked_best_at: Generated<number | null>;
  last_time_ms: number | null;
  /** When the run of the last time ended. */
  last_at: number | null;
  saved_at: number;
  /** The version of the example's code on which the times were reached. Those of an earlier version do not count. */
  code_version: Generated<number>;
};

/** A finished run that was counted, with the response to it. */
export type AttemptTable = {
  user_id: number;
  example_id: number;
  /** The client's UUID in lower case; for a run without one, a text made of its end and time. */
  attempt_key: string;
  /** 1 when the key is a client's UUID. */
  named: Flag;
  /** null when the run has no valid time. */
  time_ms: number | null;
  ended_at: number;
  received_at: number;
  /** The example's version when the run was on its current code at that time, else null. */
  code_version: number | null;
  accuracy: number | null;
  errors: number | null;
  answer_best_ms: number | null;
  answer_last_ms: number | null;
  answer_is_record: Flag;
  checked: Generated<Flag>;
  /** null when the time is checked. */
  unchecked_because: Generated<UncheckedReason | null>;
  /** 1 when an admin removed its time, which no repeat of it brings back. */
  removed: Generated<Flag>;
};

/** A run whose log was replayed and leads to its result. */
export type RunTable = {
  user_id: number;
  example_id: number;
  /** That of `attempt`. */
  attempt_key: string;
  /** The version of the code that was typed. */
  code_version: number;
  /** null when the run sets no time. */
  time_ms: number | null;
  errors: number;
  accuracy: number;
  /** How many keystrokes the log has. */
  keystrokes: number;
  /** Milliseconds from the signed start to the arrival; null without a valid start. */
  started_ms: number | null;
  ended_at: number;
  /** The learner's time zone as an IANA name; null when unknown. */
  zone: string | null;
  checked: Flag;
  unchecked_because: UncheckedReason | null;
  /**
   * 1 for the learner's fastest run with a log, and for the fastest checked one, of the times that no admin removed. The
   * others are deleted after some days.
   */
  kept: Flag;
  /** For admins: JSON of the notes on the run; null without any. */
  notes: string | null;
  /** As `engine/packed-log.ts` packs it. */
  log: Uint8Array;
};

/** A time that an admin took from the leaderboard. The same or a faster one is listed again only if it is checked. */
type RemovedTimeTable = {
  example_id: number;
  user_id: number;
  code_version: number;
  time_ms: number;
};

/** What a user chose; without a row everything is as at the start. */
export type PreferenceTable = {
  user_id: number;
  /** Whether the log of keystrokes may be sent and stored. */
  sends_keystrokes: Generated<Flag>;
  /** Whether the offer to type an example from memory was made. */
  is_offer_seen: Generated<Flag>;
  /** Minutes of typing a day; null: no goal. */
  goal_minutes: Generated<(typeof goalChoices)[number] | null>;
};

/** Sums of attempts that were deleted because of their age: those with known errors, by the code that was typed. */
type SweptAttemptTable = {
  example_id: number;
  code_version: number;
  attempts: number;
  errors: number;
};

type ActivityTable = {
  user_id: number;
  last_active_at: number;
  /** The day (UTC, days since 1970) of the last counted run, and how many runs were counted on that day. */
  run_day: Generated<number>;
  runs: Generated<number>;
  /** The zone of the run that ended last of those that had one, as an IANA name, and the end of this run. */
  zone: string | null;
  zone_at: number | null;
  /** Derived: the version in `coverage` at which the learner's cards were compared with content. */
  covered_version: string | null;
};

/** Derived: how many learners' best times fall into a bucket; bucket = ms >> 18, 12, 6, 0 at level 0, 1, 2, 3. */
type TimeCountTable = {
  example_id: number;
  code_version: number;
  /** 0: all best times; 1: the best of the checked times. */
  board: Flag;
  level: number;
  bucket: number;
  n: number;
};

/** Derived, one row per example. */
export type ExampleTotalTable = {
  example_id: number;
  /** Learners with progress. */
  begun: number;
  /** Learners who completed it. */
  completions: number;
  /** Learners with a best time, and the sum of these times. */
  timed: number;
  sum_best_ms: number;
  /** Runs on the current code with known errors, and the sum of these errors. */
  attempts: number;
  errors: number;
};

/** Derived, one row per lesson. `learners` have progress in it. */
type LessonTotalTable = {
  lesson_id: number;
  examples: number;
  /** Rows in `learner_lesson`. */
  learners: number;
  /** The last row of `clearing` that will correct learners' rollups of this lesson; null when they are exact. */
  inexact_until: Generated<number | null>;
};

/** Derived, one row per course. */
type CourseTotalTable = {
  course_id: number;
  examples: number;
  learners: number;
  inexact_until: Generated<number | null>;
};

/** Derived: how many examples of a lesson a learner has started (`begun`) and completed. */
type LearnerLessonTable = { user_id: number; lesson_id: number; begun: number; completed: number };

type LearnerCourseTable = { user_id: number; course_id: number; begun: number; completed: number };

/** A cache of colours. `runs` is JSON, or null for a language without colours. */
export type HighlightTable = {
  code_hash: string;
  language: string;
  engine_version: string;
  runs: string | null;
};

/** A text whose colours a server computes, or whose colours could not be computed for a moment. */
type HighlightClaimTable = {
  code_hash: string;
  language: string;
  engine_version: string;
  /** The server that claimed it last. */
  owner: string;
  failures: number;
  /** Any server may claim it from this moment on. */
  due_at: number;
};

/** Every built-in course that was ever imported, also when it was deleted later. */
export type BuiltinImportTable = {
  file_name: string;
  text_hash: string;
  imported_at: number;
  /** When a start looked whether the outputs of the file belong into the course; null before. */
  outputs_at: Generated<number | null>;
};

/** Work behind a change of content, done in the order of the ids (`content/clearing.ts`). */
export type ClearingTable = {
  id: Generated<number>;
  kind: "times" | "deleted" | "moved";
  /** The example of `times`, the content of `deleted`, the lesson whose learners have results in what was `moved`. */
  content_id: number;
  /** The last learner who is done, for `moved`. */
  after_user_id: Generated<number>;
};

/** One row, the first lock of every transaction that moves or deletes content. */
type ContentLockTable = { id: number };

/** A file of the web app of a release. `used_at`: when a server of that release last started or looked. */
type ReleaseFileTable = {
  path: string;
  bytes: Uint8Array;
  size: number;
  used_at: number;
};

type MigrationTable = {
  name: string;
  applied_at: number;
};

export type Tables = MemoryTables & {
  account: AccountTable;
  throttle: ThrottleTable;
  known_address: KnownAddressTable;
  password_reset: PasswordResetTable;
  outbox: OutboxTable;
  photo: PhotoTable;
  session: SessionTable;
  audit_entry: AuditEntryTable;
  course: ViewOf<CourseTable>;
  lesson: ViewOf<LessonTable>;
  chapter: ViewOf<ChapterTable>;
  example: ViewOf<ExampleTable>;
  stored_course: Stored<CourseTable>;
  stored_lesson: Stored<LessonTable>;
  stored_chapter: Stored<ChapterTable>;
  stored_example: Stored<ExampleTable>;
  clearing: ClearingTable;
  content_lock: ContentLockTable;
  progress: ProgressTable;
  attempt: AttemptTable;
  swept_attempt: SweptAttemptTable;
  run: RunTable;
  removed_time: RemovedTimeTable;
  preference: PreferenceTable;
  activity: ActivityTable;
  time_count: TimeCountTable;
  example_total: ExampleTotalTable;
  lesson_total: LessonTotalTable;
  course_total: CourseTotalTable;
  learner_lesson: LearnerLessonTable;
  learner_course: LearnerCourseTable;
  highlight: HighlightTable;
  highlight_claim: HighlightClaimTable;
  builtin_import: BuiltinImportTable;
  release_file: ReleaseFileTable;
  migration: MigrationTable;
};
