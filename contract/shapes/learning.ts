// Courses as learners see them, their progress, and leaderboards.

import * as z from "zod/mini";
import { ProfilePhoto, ReadableEmail } from "./accounts.ts";
import { Count, maxInteger } from "./common.ts";
import { fileText, Id, Instant, Percent, RunMs, storableText, wholeNumber } from "../text.ts";
import { difficulties, longestLogText, tokenClasses, uncheckedReasons } from "../vocabulary.ts";

export const DifficultyLevel = z.enum(difficulties);
const ExampleStatus = z.enum(["completed", "in_progress", "not_started"]);

/** Coloured code: runs of a token class and a length in UTF-16 units. */
export const Tokens = z.array(z.tuple([z.enum(tokenClasses), wholeNumber(0, 1_000_000)]));

export const Example = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  code_content: z.string(),
  /** What the code prints, without its final line end; '' when nothing is given. */
  output: z.string(),
  /** Grows by one whenever the code changes. */
  code_version: wholeNumber(1, maxInteger),
  language: z.string(),
  /** null when the colours are not computed yet or the language has none. */
  tokens: z.nullable(Tokens),
  chapter_id: Id,
  order_index: Count,
  status: ExampleStatus,
  progress: Percent,
  best_time_ms: z.nullable(RunMs),
  last_time_ms: z.nullable(RunMs),
  /** The run of the best time; null without one, or when it was deleted because of its age. */
  best_run: z.nullable(
    z.object({ errors: z.nullable(Count), accuracy: z.nullable(Percent), ended_at: Instant }),
  ),
});

const Chapter = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  lesson_id: Id,
  order_index: Count,
  example_count: Count,
  examples: z.array(Example),
});

export const Lesson = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  course_id: Id,
  order_index: Count,
  chapters: z.array(Chapter),
});

const counts = {
  completed_examples: Count,
  total_examples: Count,
};

const LessonSummary = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  course_id: Id,
  order_index: Count,
  ...counts,
});

const courseSummary = {
  id: Id,
  title: z.string(),
  description: z.string(),
  difficulty_level: DifficultyLevel,
  order_index: Count,
  ...counts,
};
export const CourseSummary = z.object(courseSummary);
export const Course = z.object({ ...courseSummary, lessons: z.array(LessonSummary) });

const notAnAttemptId = "attemptId must be a UUID.";
/** A UUID that the client makes at the first key. An attempt counts once, however often it is sent. */
export const AttemptId = storableText(36, { tooLong: notAnAttemptId }).check(
  z.regex(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, notAnAttemptId),
);

const attempt = {
  attemptId: z.optional(AttemptId),
  /** How long ago the attempt ended, for results that were stored on the device. */
  finishedMsAgo: z.optional(wholeNumber(0, 10 * 366 * 86_400_000)),
  /** The `code_version` that the learner typed. */
  codeVersion: z.optional(wholeNumber(1, maxInteger)),
  /**
   * False when the time cannot be trusted, because the device slept or its clock was changed. The example is then
   * completed without a time.
   */
  isTimed: z.optional(z.boolean()),
};

// Its own name would look like that of a promise's `catch`.
const orEmpty = z.catch;

/** A text in a body that refuses nothing: whatever is no such text counts as an empty one. */
export function lenient(text: z.ZodMiniType<string, string>) {
  return z.optional(orEmpty(z.nullable(text), ""));
}

/** The packed log of the keystrokes as text (`engine/packed-log.ts`). */
export const logField = lenient(fileText(longestLogText));

/**
 * What shows that a time was typed. It is never a reason to refuse a result: at worst the time is not checked. The
 * endpoints name these fields in `lenientFields`.
 */
const evidence = {
  log: logField,
  /** What `startAttempt` responded with. */
  start: lenient(storableText(200)),
  /** The learner's time zone as an IANA name. */
  zone: lenient(storableText(64)),
};
export const evidenceFields = Object.keys(evidence) as readonly (keyof typeof evidence)[];

export const ProgressRecord = z.object({
  exampleId: Id,
  progress: Percent,
  accuracy: Percent,
  errors: wholeNumber(0, 1_000_000),
  isComplete: z.boolean(),
  timeMs: RunMs,
  ...attempt,
  ...evidence,
});

export const Completion = z.object({
  status: z.literal("completed"),
  time_ms: wholeNumber(1, 86_400_000),
  ...attempt,
  ...evidence,
});

export const AttemptStart = z.object({
  attemptId: AttemptId,
  exampleId: Id,
  /** The `code_version` that the learner types. */
  codeVersion: wholeNumber(1, maxInteger),
});

/** Why a time is not checked; docs/security.md, 'Times and their evidence', explains each. */
const UncheckedBecause = z.enum(uncheckedReasons);

const checked = {
  /** These keystrokes lead to this text in this time, and that time passed on the server's clock. */
  checked: z.boolean(),
  /** null when the time is checked. */
  unchecked_because: z.nullable(UncheckedBecause),
};

/**
 * The learner's times of the example after an attempt. A repeat of the attempt gets the same, without the best time if an
 * admin has removed it since.
 */
const times = {
  best_time_ms: z.nullable(RunMs),
  last_time_ms: z.nullable(RunMs),
  /** The time beat the learner's best, or was their first. */
  isRecord: z.boolean(),
  ...checked,
};
export const CompletionResult = z.object({ status: z.literal("completed"), ...times });

const saved = { saved: z.literal(true) };
/** With `isComplete` also the times. That shape comes first: a response keeps what the first matching shape names. */
export const SaveResult = z.union([z.object({ ...saved, ...times }), z.object(saved)]);

export const LeaderboardEntry = z.object({
  rank: wholeNumber(1, maxInteger),
  user_id: Id,
  username: z.string(),
  /** Complete in the user's own entry and for admins, otherwise masked as `a•••@example.com`. */
  email: ReadableEmail,
  profile_photo: ProfilePhoto,
  best_time_ms: RunMs,
  checked: z.boolean(),
});
export const UserRank = z.object({ rank: wholeNumber(1, maxInteger), best_time_ms: RunMs, ...checked });
/** The user's best time where the leaderboard lists only checked ones, and this one is not. */
export const UnlistedTime = z.object({ best_time_ms: RunMs, unchecked_because: UncheckedBecause });

/** An example as far as a replay shows it. */
export const ReplayedExample = z.object({
  ...z.pick(Example, { id: true, title: true, code_content: true, code_version: true, language: true }).shape,
  tokens: z.nullable(Tokens),
  lesson_id: Id,
  course_id: Id,
});

/** A run on the present code, with its log. */
export const Run = z.object({
  user_id: Id,
  username: z.string(),
  profile_photo: ProfilePhoto,
  time_ms: RunMs,
  errors: Count,
  accuracy: Percent,
  keystrokes: Count,
  /** Milliseconds from the server's start of the run to its arrival; null without a valid start. */
  started_ms: z.nullable(z.int()),
  ended_at: Instant,
  ...checked,
  /** As `log` in the body of a completion. */
  log: z.string(),
});

/** What an admin reads about a run; no other response has one. Lines are counted from 1, both included. */
export const Note = z.union([
  z.object({ kind: z.literal("even"), percent: z.number() }),
  z.object({
    kind: z.literal("fast"),
    perSecond: z.number(),
    seconds: z.number(),
    lines: z.tuple([Count, Count]),
  }),
]);

/** A time on an example's board, for admins. */
export const AdminBoardEntry = z.object({
  ...LeaderboardEntry.shape,
  unchecked_because: z.nullable(UncheckedBecause),
  /** The run of this time has notes. */
  has_notes: z.boolean(),
});

/** Up to the longest example, of which every character may take two UTF-16 units. Lines end in LF. */
export const UnsavedCode = z.object({ code_content: storableText(20_000), language: storableText(40) });
