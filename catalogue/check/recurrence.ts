// Does what a course teaches come back? For each example: what it brings in for the first time in its course, and in how many
// later examples each of those constructs is typed again. What is typed once is not learnt, so less than twice is a fault.
// The same table shows whether an example builds on what came before: one that brings in very much at once does not.
// Pure, so `npm test` runs it too.

import type { CourseFile, Example } from "../course-files.ts";
import { type PlannedCourse, plannedCourse } from "../plan.ts";
import { constructsOf } from "./constructs/constructs-of.ts";
import { type Fault, placeOf } from "./content-lint.ts";

const fewestReturns = 2;
/** What the last lesson brings in, behind which few examples are left. */
const fewestReturnsOfLastLesson = 1;
/**
 * New constructs of one example behind the first chapter, where everything is new. One idea is often several constructs: a
 * first table in HTML needs eight elements, and none of them goes without the others.
 */
export const mostNew = 9;

type Brought = {
  readonly name: string;
  /** In how many later examples it stands. */
  readonly returns: number;
};

export type Recurrence = {
  readonly file: string;
  /** Each example with what it brings in. */
  readonly rows: readonly { readonly example: Example; readonly brings: readonly Brought[] }[];
  readonly constructs: number;
  readonly faults: readonly Fault[];
};

/** All courses, since one may build on what another has taught. */
export function recurrencesOf(files: readonly CourseFile[]): Recurrence[] {
  return files.map((file) => {
    const plan = plannedCourse(file.name);
    const earlier = files.find(({ name }) => name === plan?.buildsOn)?.examples ?? [];
    const known = new Set(earlier.flatMap(constructsOf).map(({ name }) => name));
    return recurrenceOf(file, plan, known);
  });
}

/**
 * One course, of whose constructs some are known from elsewhere. While a course is still being written nothing is a fault yet:
 * what comes back may come in the next lesson.
 */
export function recurrenceOf(
  file: CourseFile,
  plan: Pick<PlannedCourse, "lessons" | "teaches" | "seldom" | "fewestReturns"> | undefined,
  known: ReadonlySet<string> = new Set(),
): Recurrence {
  const places = new Map<string, number[]>();
  for (const [index, example] of file.examples.entries()) {
    for (const { name, kind } of constructsOf(example)) {
      if (known.has(name) || (plan?.teaches === "signs" && kind === "word")) continue;
      places.set(name, [...(places.get(name) ?? []), index]);
    }
  }
  const rows = file.examples.map((example, index) => ({
    example,
    brings: [...places].flatMap(([name, [first, ...later]]) =>
      first === index ? [{ name, returns: later.length }] : [],
    ),
  }));
  const isWhole = plan === undefined || file.lessonCount >= plan.lessons.length;
  return {
    file: file.name,
    rows,
    constructs: places.size,
    faults: isWhole
      ? [
          ...rows.flatMap((row) => rowFaults(row, file, plan ?? {})),
          ...staleExceptions(file, rows, plan ?? {}),
        ]
      : [],
  };
}

type Exceptions = Pick<PlannedCourse, "seldom" | "fewestReturns">;

function fewestOf(example: Example, file: Pick<CourseFile, "lessonCount">, plan: Exceptions): number {
  const isLast = example.lessonIndex > 0 && example.lessonIndex === file.lessonCount - 1;
  return isLast ? fewestReturnsOfLastLesson : (plan.fewestReturns ?? fewestReturns);
}

function rowFaults(
  { example, brings }: Recurrence["rows"][number],
  file: CourseFile,
  plan: Exceptions,
): Fault[] {
  const at = placeOf(example);
  const fewest = fewestOf(example, file, plan);
  const faults = brings
    .filter(({ name, returns }) => returns < fewest && !Object.hasOwn(plan.seldom ?? {}, name))
    .map(({ name, returns }) => ({
      at,
      rule: "recurrence",
      message: `${name} comes back in ${returns} later ${returns === 1 ? "example" : "examples"}, at least ${fewest}`,
    }));
  const isFirstChapter = example.lessonIndex === 0 && example.chapterIndex === 0;
  if (brings.length > mostNew && !isFirstChapter) {
    const names = brings.map(({ name }) => name).join("  ");
    faults.push({
      at,
      rule: "novelty",
      message: `brings in ${brings.length} at once, at most ${mostNew}: ${names}`,
    });
  }
  return faults;
}

/** An exception that nothing needs any more hides the next fault. */
function staleExceptions(file: CourseFile, rows: Recurrence["rows"], plan: Exceptions): Fault[] {
  const brought = new Map(
    rows.flatMap(({ example, brings }) => brings.map((one) => [one.name, { example, ...one }] as const)),
  );
  return Object.keys(plan.seldom ?? {}).flatMap((name) => {
    const one = brought.get(name);
    const count = one?.returns;
    if (one !== undefined && one.returns < fewestOf(one.example, file, plan)) return [];
    const message =
      count === undefined
        ? `the plan excepts ${name}, which no example holds`
        : `the plan excepts ${name}, which comes back in ${count} examples: take the exception out`;
    return [{ at: file.name, rule: "recurrence", message }];
  });
}
