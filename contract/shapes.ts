// The bodies and answers of the calls, spelled as the specification spells each field.
//
// Times are whole milliseconds; moments are ISO 8601 UTC strings; `description` is always a string.
// Objects let unknown fields pass without effect: a client may send back the row that it read.

import { difficulties } from "@tabstop/course/course";
import { codePoints } from "@tabstop/engine/code-points";
import * as z from "zod/mini";
import {
  Flag,
  Id,
  Instant,
  InstantText,
  OrderIndex,
  Percent,
  RunMs,
  storableText,
  wholeNumber,
} from "./text.ts";

// ---------------------------------------------------------------- accounts

export const passwordMinimum = 6;
export const passwordMaximum = 256;

function newPassword(tooShort: string) {
  return storableText().check(
    z.refine((value) => codePoints(value) >= passwordMinimum, tooShort),
    z.refine(
      (value) => codePoints(value) <= passwordMaximum,
      `Password must be at most ${passwordMaximum} characters long`,
    ),
  );
}

// What a browser's email field accepts (HTML, "valid email address"): no dot needed, so `admin@localhost` is one.
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const Email = storableText().check(
  z.trim(),
  z.minLength(1, "Email is required"),
  z.maxLength(254, "Email must be at most 254 characters long"),
  z.regex(emailPattern, "Email must be an address such as name@example.com"),
);

export const Username = storableText().check(
  z.trim(),
  z.refine(
    (name) => codePoints(name) >= 2 && codePoints(name) <= 32,
    "Username must be 2 to 32 characters long",
  ),
  // Nor letters and marks that nothing is drawn for (Hangul fillers, the empty Braille cell); a variation selector only
  // says how the character before it is drawn.
  z.refine(
    (name) =>
      !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cn}\p{Co}\u2800]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u.test(
        name,
      ) && !/^[\s\ufe0e\ufe0f]*$/u.test(name),
    "Username must not contain invisible characters",
  ),
);

export const Registration = z.object({
  username: Username,
  email: Email,
  password: newPassword(`Password must be at least ${passwordMinimum} characters long`),
});

/** Login checks no syntax: a wrong address is simply not correct. */
export const Credentials = z.object({
  email: storableText(),
  password: storableText(),
  rememberMe: z._default(z.boolean(), false),
});

export const ProfilePhoto = z.nullable(z.string());

export const SignedIn = z.object({
  token: z.string(),
  refreshToken: z.string(),
  user: z.object({ id: Id, username: z.string(), email: z.string(), profile_photo: ProfilePhoto }),
});

export const RefreshRequest = z.object({ refreshToken: storableText() });
export const TokenPair = z.object({ token: z.string(), refreshToken: z.string() });
export const Message = z.object({ message: z.string() });

export const ForgotPassword = z.object({
  email: storableText().check(z.trim(), z.minLength(1, "Email is required")),
});
export const ResetPassword = z.object({
  token: storableText().check(z.minLength(1, "Missing reset token. Please use the link from your email.")),
  password: newPassword(`Password must be at least ${passwordMinimum} characters long`),
});
export const ChangePassword = z.object({
  currentPassword: storableText().check(z.minLength(1, "All fields are required")),
  newPassword: newPassword(`New password must be at least ${passwordMinimum} characters long`),
});

export const Profile = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  profile_photo: ProfilePhoto,
  created_at: Instant,
  updated_at: Instant,
});

export const Session = z.object({
  id: z.string(),
  created_at: Instant,
  last_used_at: Instant,
  user_agent: z.string(),
  current: z.boolean(),
});

// ---------------------------------------------------------------- learning

export const DifficultyLevel = z.enum(difficulties);
export const ExampleStatus = z.enum(["completed", "in_progress", "not_started"]);

/** Runs of colour: k keyword, f function, y type, s string, d number, c comment or "" plain; and a length in UTF-16 units. */
export const Tokens = z.array(
  z.tuple([z.enum(["", "k", "f", "y", "s", "d", "c"]), wholeNumber(0, 1_000_000)]),
);

export const Example = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  code_content: z.string(),
  /** One more whenever the code changes. */
  code_version: wholeNumber(1, 2 ** 31 - 1),
  language: z.string(),
  /** null: not computed yet, or no such language; drawn plain. */
  tokens: z.nullable(Tokens),
  chapter_id: Id,
  order_index: wholeNumber(0, 2 ** 31 - 1),
  status: ExampleStatus,
  progress: Percent,
  best_time_ms: z.nullable(RunMs),
  last_time_ms: z.nullable(RunMs),
});

export const Chapter = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  lesson_id: Id,
  order_index: wholeNumber(0, 2 ** 31 - 1),
  example_count: wholeNumber(0, 2 ** 31 - 1),
  examples: z.array(Example),
});

export const Lesson = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  course_id: Id,
  order_index: wholeNumber(0, 2 ** 31 - 1),
  chapters: z.array(Chapter),
});

const counts = {
  completed_examples: wholeNumber(0, 2 ** 31 - 1),
  total_examples: wholeNumber(0, 2 ** 31 - 1),
};

export const LessonSummary = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  course_id: Id,
  order_index: wholeNumber(0, 2 ** 31 - 1),
  ...counts,
});

const courseSummary = {
  id: Id,
  title: z.string(),
  description: z.string(),
  difficulty_level: DifficultyLevel,
  order_index: wholeNumber(0, 2 ** 31 - 1),
  ...counts,
};
export const CourseSummary = z.object(courseSummary);
export const Course = z.object({ ...courseSummary, lessons: z.array(LessonSummary) });

/** A UUID made at the first key of a run; one attempt counts once, whatever is sent again. */
export const AttemptId = z.string().check(z.regex(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/));

const attempt = {
  attemptId: z.optional(AttemptId),
  /** How long ago the run ended, for results that waited on the device. */
  finishedMsAgo: z.optional(wholeNumber(0, 10 * 366 * 86_400_000)),
  /** The `code_version` that the learner saw. */
  codeVersion: z.optional(wholeNumber(1, 2 ** 31 - 1)),
  /** False: its time cannot be trusted (the device slept, its clock was set). The run completes the example and sets no time. */
  isTimed: z.optional(z.boolean()),
};

export const ProgressRecord = z.object({
  exampleId: Id,
  progress: Percent,
  accuracy: Percent,
  errors: wholeNumber(0, 1_000_000),
  isComplete: z.boolean(),
  timeMs: RunMs,
  ...attempt,
});

export const Completion = z.object({
  status: z.literal("completed"),
  time_ms: wholeNumber(1, 86_400_000),
  ...attempt,
});

export const CompletionResult = z.object({
  status: z.literal("completed"),
  best_time_ms: z.nullable(RunMs),
  last_time_ms: z.nullable(RunMs),
  isRecord: z.boolean(),
});

export const LeaderboardEntry = z.object({
  rank: wholeNumber(1, maxRank()),
  user_id: Id,
  username: z.string(),
  /** Whole only in the reader's own entry and for admins; else masked as `a•••@example.com`. */
  email: z.string(),
  profile_photo: ProfilePhoto,
  best_time_ms: RunMs,
});
export const UserRank = z.object({ rank: wholeNumber(1, maxRank()), best_time_ms: RunMs });

function maxRank() {
  return 2 ** 31 - 1;
}

// ---------------------------------------------------------------- authoring

const stamps = { created_at: Instant, updated_at: Instant };
const contentCount = wholeNumber(0, 2 ** 31 - 1);
/** What goes when this is deleted: content in it, and saved results, one a learner and example. */
const inChapter = { example_count: contentCount, result_count: contentCount };
const inLesson = { chapter_count: contentCount, ...inChapter };
const inCourse = { lesson_count: contentCount, ...inLesson };
// What titles, descriptions, code, languages and levels may be are the course formats' rules, checked by the use case with
// their own words.
const Level = storableText(1_000);
const Title = storableText(10_000);
const Description = storableText(100_000);

/** What every row of content begins with, and its place among its siblings. */
const content = { id: Id, title: z.string(), description: z.string() };
const place = { order_index: wholeNumber(0, 2 ** 31 - 1) };

export const AdminCourse = z.object({
  ...content,
  difficulty_level: DifficultyLevel,
  ...place,
  published: Flag,
  ...inCourse,
  ...stamps,
});
export const AdminLesson = z.object({
  ...content,
  course_id: Id,
  ...place,
  ...inLesson,
  ...stamps,
});
export const AdminChapter = z.object({
  ...content,
  lesson_id: Id,
  ...place,
  ...inChapter,
  ...stamps,
});
export const AdminExample = z.object({
  ...content,
  code_content: z.string(),
  code_version: wholeNumber(1, 2 ** 31 - 1),
  language: z.string(),
  chapter_id: Id,
  ...place,
  result_count: contentCount,
  /** Learners with a best time: an edit of the code clears these times. */
  time_count: contentCount,
  ...stamps,
});

/** In a list, code is there to be read: with its colours, as learners get them. */
export const ListedExample = z.object({ ...AdminExample.shape, tokens: z.nullable(Tokens) });

/** The `updated_at` of the row that the form was filled from; absent: the save is taken whatever happened since. */
const seen = { updated_at: z.optional(InstantText) };
const newContent = {
  title: Title,
  description: z._default(Description, ""),
  order_index: z._default(OrderIndex, 0),
};
const contentChange = {
  title: z.optional(Title),
  description: z.optional(Description),
  order_index: z.optional(OrderIndex),
  ...seen,
};

export const NewCourse = z.object({
  ...newContent,
  difficulty_level: z._default(Level, "beginner"),
  published: z._default(z.boolean(), true),
});
export const CourseChange = z.object({
  ...contentChange,
  difficulty_level: z.optional(Level),
  published: z.optional(z.boolean()),
});
export const NewLesson = z.object({ ...newContent, course_id: Id });
export const LessonChange = z.object({ ...contentChange, course_id: z.optional(Id) });
export const NewChapter = z.object({ ...newContent, lesson_id: Id });
export const ChapterChange = z.object({ ...contentChange, lesson_id: z.optional(Id) });
export const NewExample = z.object({
  ...newContent,
  code_content: storableText(1_000_000),
  language: z._default(storableText(1_000), "text"),
  chapter_id: Id,
});
/** As long as the longest example, whose every character may take two units. Its lines end in LF. */
export const UnsavedCode = z.object({ code_content: storableText(20_000), language: storableText(40) });
export const ExampleChange = z.object({
  ...contentChange,
  code_content: z.optional(storableText(1_000_000)),
  language: z.optional(storableText(1_000)),
  chapter_id: z.optional(Id),
});

export const Structure = z.object({
  courses: z.array(
    z.object({
      ...AdminCourse.shape,
      lessons: z.array(
        z.object({
          ...AdminLesson.shape,
          chapters: z.array(AdminChapter),
        }),
      ),
    }),
  ),
});

/** All siblings, in the order that they shall have; `parent_id` is null for courses only. */
export const NewOrder = z
  .object({
    kind: z.enum(["course", "lesson", "chapter", "example"]),
    parent_id: z.nullable(Id),
    ids: z.array(Id),
  })
  .check(
    z.refine(({ kind, parent_id }) => (kind === "course") === (parent_id === null), {
      path: ["parent_id"],
      message: "Courses have no parent, everything else has one",
    }),
  );

// Import bodies are far larger than any other; the text's own limit is the course formats' rule.
const FileText = storableText(32 * 1024 * 1024);
const dryRun = { dryRun: z._default(z.boolean(), false) };
export const MarkdownImport = z.object({ markdown: FileText, ...dryRun });
export const CsvImport = z.object({ csvData: FileText, ...dryRun });
export const LessonImport = z.object({
  markdown: FileText,
  courseId: Id,
  lessonTitle: z._default(storableText(10_000), ""),
  ...dryRun,
});
export const LessonsCsvImport = z.object({ csvData: FileText, courseId: Id, ...dryRun });

export const ImportProblem = z.object({
  code: z.string(),
  line: z.optional(wholeNumber(1, 2 ** 31 - 1)),
  row: z.optional(wholeNumber(1, 2 ** 31 - 1)),
  column: z.optional(z.string()),
  found: z.string(),
  expected: z.optional(z.string()),
  message: z.string(),
});
export const ImportItem = z.object({
  success: z.boolean(),
  type: z.enum(["course", "lesson"]),
  title: z.nullable(z.string()),
  courseId: z.nullable(Id),
  error: z.nullable(z.string()),
  lessons: z.optional(wholeNumber(0, 2 ** 31 - 1)),
  chapters: z.optional(wholeNumber(0, 2 ** 31 - 1)),
  examples: z.optional(wholeNumber(0, 2 ** 31 - 1)),
});
export const ImportResult = z.object({
  courseId: z.nullable(Id),
  results: z.array(ImportItem),
  warnings: z.array(ImportProblem),
});

// ---------------------------------------------------------------- statistics

const count = wholeNumber(0, 2 ** 31 - 1);
const rate = z.number().check(z.gte(0), z.lte(100));
const userNumbers = {
  totalUsers: count,
  dailyActiveUsers: count,
  weeklyActiveUsers: count,
  monthlyActiveUsers: count,
};
const CourseRow = z.object({
  id: Id,
  title: z.string(),
  total_examples: count,
  completed_examples: count,
  completion_rate: rate,
});
const LessonRow = z.object({ id: Id, title: z.string(), course_title: z.string(), completion_rate: rate });
const ExampleRow = z.object({
  id: Id,
  title: z.string(),
  chapter_title: z.string(),
  users_completed: count,
  avg_completion_time: z.nullable(z.number()),
});
const courseLists = { topCourses: z.array(CourseRow), bottomCourses: z.array(CourseRow) };
const lessonLists = { topLessons: z.array(LessonRow), bottomLessons: z.array(LessonRow) };
const exampleLists = { topExamples: z.array(ExampleRow), bottomExamples: z.array(ExampleRow) };

export const UserStats = z.object(userNumbers);
export const CourseStats = z.object({ totalCourses: count, ...courseLists });
export const LessonStats = z.object({ totalLessons: count, ...lessonLists });
export const ExampleStats = z.object({ totalCompleted: count, ...exampleLists });
export const Dashboard = z.object({
  ...userNumbers,
  totalCourses: count,
  totalLessons: count,
  totalCompleted: count,
  ...courseLists,
  ...lessonLists,
  ...exampleLists,
});
export const Insights = z.object({
  examples: z.array(
    z.object({
      id: Id,
      title: z.string(),
      chapter_title: z.string(),
      learners: count,
      completion_rate: z.nullable(rate),
      median_best_time_ms: z.nullable(z.number()),
      ms_per_character: z.nullable(z.number()),
      error_rate: z.nullable(z.number()),
    }),
  ),
});
