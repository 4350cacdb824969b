// The tables of what learners remember and of their days of practice.

import type { constructKinds, ReviewWay } from "@tabstop/contract/vocabulary";
import type { Generated } from "kysely";

/** Derived: the dictionary of constructs. Cards refer to its ids, so that they never change. */
type ConstructTable = {
  id: Generated<number>;
  family: string;
  name: string;
  kind: (typeof constructKinds)[number];
};

/** Derived: the code and the rules by which the constructs of an example were found. */
type ExampleSyntaxTable = {
  example_id: number;
  code_version: number;
  syntax_version: number;
  /**
   * Learners who completed this code before its constructs were found get their cards in the order of their ids: the last
   * who has them. null when all have.
   */
  met_after_user_id: number | null;
};

/** Code whose constructs a server finds, or could not find for a moment. */
type SyntaxClaimTable = {
  example_id: number;
  code_version: number;
  syntax_version: number;
  /** The server that claimed it last. */
  owner: string;
  failures: number;
  /** Any server may claim it from this moment on. */
  due_at: number;
};

/** Derived: a construct that an example has. */
type ExampleConstructTable = {
  example_id: number;
  construct_id: number;
  /** Its number in the order of the text, from 0. */
  position: number;
  /** JSON: the places as `syntax/` finds them. */
  places: string;
  /** 1 for an atom that the example has in forms only: where all of these are hidden, it cannot be graded. */
  in_forms: Generated<number>;
};

/**
 * A learner's card of a construct. Days are those of the learner's zone, counted from 1970-01-01. All but `met_day`, the
 * history and the last example follow from these (`server/learning/memory/`); null before the first grade.
 */
export type MemoryTable = {
  user_id: number;
  construct_id: number;
  /** The first day on which the learner typed it. */
  met_day: number;
  /** The first day on which it was graded. */
  first_day: number | null;
  due_day: number | null;
  /** The last day whose grade counted: early practice that succeeds is no proof. */
  last_day: number | null;
  /** In days. */
  stability: number | null;
  /** From 1 to 10. */
  difficulty: number | null;
  lapses: Generated<number>;
  /** The days with their grades, packed. */
  history: Uint8Array | null;
  /** The example of the last run that graded it, and the end of that run. */
  last_example_id: number | null;
  last_at: number | null;
  /**
   * Derived: whether a completed example of the learner has the construct, at the learner's `covered_version`
   * (`memory/covered.ts`). null: not known yet.
   */
  covered: Generated<0 | 1 | null>;
};

/** At most one row: the versions of content that something kept depends on (`coverage-version.ts`). */
type CoverageTable = {
  id: number;
  version: string;
  taught_version: Generated<string>;
};

/** A run from memory, so that a repeat of it gets the same answer. */
export type ReviewRunTable = {
  user_id: number;
  example_id: number;
  /** The UUID of the attempt in small letters. */
  attempt_key: string;
  way: ReviewWay;
  code_version: number;
  ended_at: number;
  /** The day of its end in this zone. */
  day: number;
  zone: string;
  /** null without a log. */
  time_ms: number | null;
  graded: 0 | 1;
  /** JSON of the response. */
  answer: string;
};

/** What a learner did on a day of their zone in a language. */
export type PracticeDayTable = {
  user_id: number;
  day: number;
  language: string;
  /** The zone of its last run. */
  zone: string;
  /** The times of its timed copies, and the length of the code of these in code points. */
  ms: Generated<number>;
  characters: Generated<number>;
  /** The errors of its copies whose errors are known, and the length of their code. */
  errors: Generated<number>;
  rated_characters: Generated<number>;
  /** Copies, and how many of them completed their example for the first time. */
  runs: Generated<number>;
  completed: Generated<number>;
  /** Runs from memory; times and lengths of those with a log. */
  reviews: Generated<number>;
  review_ms: Generated<number>;
  review_characters: Generated<number>;
  /** How many constructs these asked, and how many of them came back without being shown. */
  asked: Generated<number>;
  came_back: Generated<number>;
  /** The ends of its first and last run. */
  first_at: number;
  last_at: number;
};

/**
 * What a construct cost a learner in a month (12 × year + month, from 0), from the logs of copies, and how often it was
 * hidden in their runs from memory.
 */
type CostTable = {
  user_id: number;
  language: string;
  construct_id: number;
  month: number;
  /** How often it was typed, and at how many of these places with a slip. */
  places: number;
  slips: number;
  /** The time of its characters. */
  ms: number;
  characters: number;
  /** In how many runs from memory it was hidden, and in how many of these it was shown. */
  hidden: Generated<number>;
  shown: Generated<number>;
  /** What of these figures is in `construct_total`; 0 everywhere: the learner is not counted there. */
  counted_places: Generated<number>;
  counted_slips: Generated<number>;
  counted_hidden: Generated<number>;
  counted_shown: Generated<number>;
};

/** A learner with costs that are not in `construct_total` yet. */
type UncountedCostTable = {
  user_id: number;
};

/** Derived: sums of `cost` over all learners, renewed behind the runs. A row has at least one learner. */
type ConstructTotalTable = {
  construct_id: number;
  language: string;
  month: number;
  learners: number;
  places: number;
  slips: number;
  hidden: number;
  shown: number;
};

/** What a learner typed where a construct belongs. */
export type SlipTable = {
  user_id: number;
  language: string;
  month: number;
  expected_construct_id: number;
  /** The name of a construct, or one printable ASCII character. */
  typed: string;
  n: number;
};

export type MemoryTables = {
  construct: ConstructTable;
  example_syntax: ExampleSyntaxTable;
  syntax_claim: SyntaxClaimTable;
  example_construct: ExampleConstructTable;
  memory: MemoryTable;
  coverage: CoverageTable;
  review_run: ReviewRunTable;
  practice_day: PracticeDayTable;
  cost: CostTable;
  uncounted_cost: UncountedCostTable;
  construct_total: ConstructTotalTable;
  slip: SlipTable;
};
