// Shows how often each construct was slipped on, and how often it had to be shown, so that authors see what is hard. A
// month in which fewer than five learners met a construct is left out: it would reveal what one person did.

import type { HandlerResult, ParsedQuery } from "@tabstop/contract/endpoints";
import { spokenName } from "@tabstop/syntax/spoken";
import { DomainError } from "../domain-error.ts";
import type { Read, Store } from "../store/store.ts";
import {
  constructNames,
  constructsOfExamples,
  type ConstructSums,
  constructSums,
  examplesOfCourse,
  inPages,
  type LanguageMonth,
  languageMonths,
} from "../store/statistics/construct-insights.ts";
import { countFor } from "./construct-counter.ts";

export type ConstructInsightDeps = {
  readonly store: Store;
  readonly now: () => number;
  /** The first month of which costs are kept. */
  readonly firstKeptMonth: (at: number) => number;
};
type Result = HandlerResult<"getConstructInsights">;
type Figures = Pick<ConstructSums, "places" | "slips" | "hidden" | "shown">;
/** By language and construct; null without figures. */
type Found = Map<string, Map<number, Figures | null>>;

const learnersAtLeast = 5;
/** How long the answer waits for what is being counted. */
const countLimitMs = 500;

/** Throws DomainError NOT_FOUND for a course that does not exist. */
export async function getConstructInsights(
  { store, now, firstKeptMonth }: ConstructInsightDeps,
  { language, courseId }: ParsedQuery<"getConstructInsights">,
): Promise<Result> {
  const read: Reader = async (ask) => {
    const found = await store.read(ask);
    // Between two queries other requests are served.
    await new Promise((resolve) => setImmediate(resolve));
    return found;
  };
  const examples = courseId === undefined ? null : await read((db) => examplesOfCourse(db, courseId));
  if (courseId !== undefined && examples === null)
    throw new DomainError("NOT_FOUND", `There is no course ${courseId}.`);
  await countFor(store, countLimitMs);
  const months = await read((db) => languageMonths(db, firstKeptMonth(now())));
  const found: Found = new Map();
  if (examples !== null) await addConstructs(read, found, examples);
  const languages = examples === null ? months.map((one) => one.language) : [...found.keys()];
  for (const name of found.keys()) if (language !== undefined && name !== language) found.delete(name);
  for (const month of months) {
    if (language !== undefined && month.language !== language) continue;
    if (examples !== null && !found.has(month.language)) continue;
    await addFigures(read, found, month, examples === null);
  }
  const names = await namesOf(read, found);
  return { languages: [...new Set(languages)].toSorted(), constructs: rowsOf(found, names) };
}

type Reader = <T>(ask: (db: Read) => Promise<T>) => Promise<T>;

/** Adds what the examples have, without figures. */
async function addConstructs(read: Reader, found: Found, examples: readonly number[]): Promise<void> {
  for (const some of inPages(examples, "examples"))
    for (const { language, construct_id } of await read((db) => constructsOfExamples(db, some)))
      constructsIn(found, language).set(construct_id, null);
}

async function addFigures(read: Reader, found: Found, month: LanguageMonth, isOpen: boolean): Promise<void> {
  const constructs = constructsIn(found, month.language);
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    const page = await read((db) => constructSums(db, { ...month, after: from }));
    for (const row of page) {
      if (!isOpen && !constructs.has(row.construct_id)) continue;
      const before = constructs.get(row.construct_id) ?? null;
      constructs.set(row.construct_id, row.learners < learnersAtLeast ? before : sum(before, row));
    }
    after = page.at(-1)?.construct_id;
  }
}

function constructsIn(found: Found, language: string): Map<number, Figures | null> {
  const constructs = found.get(language) ?? new Map<number, Figures | null>();
  found.set(language, constructs);
  return constructs;
}

function sum(before: Figures | null, { places, slips, hidden, shown }: Figures): Figures {
  return {
    places: (before?.places ?? 0) + places,
    slips: (before?.slips ?? 0) + slips,
    hidden: (before?.hidden ?? 0) + hidden,
    shown: (before?.shown ?? 0) + shown,
  };
}

async function namesOf(read: Reader, found: Found): Promise<ReadonlyMap<number, string>> {
  const ids = new Set([...found.values()].flatMap((constructs) => [...constructs.keys()]));
  const names = new Map<number, string>();
  for (const some of inPages([...ids], "constructs"))
    for (const { id, name } of await read((db) => constructNames(db, some))) names.set(id, name);
  return names;
}

const noFigures = { places: null, slips: null, hidden: null, shown: null };

/** The most slips first; equal ones, and those without figures, by name and language. */
function rowsOf(found: Found, names: ReadonlyMap<number, string>): Result["constructs"] {
  const rows = [...found].flatMap(([language, constructs]) =>
    [...constructs].map(([id, figures]) => {
      const name = names.get(id) ?? "";
      const rates = {
        slip_rate: figures && share(figures.slips, figures.places),
        shown_rate: figures && share(figures.shown, figures.hidden),
      };
      return { id, name, spoken: spokenName(name), language, ...(figures ?? noFigures), ...rates };
    }),
  );
  return rows.toSorted(
    (one, other) =>
      (other.slip_rate ?? -1) - (one.slip_rate ?? -1) ||
      order(one.name, other.name) ||
      order(one.language, other.language),
  );
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** null when there was none. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
