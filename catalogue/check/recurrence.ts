// Checks that a course uses its constructs again: for each example the constructs that it introduces, and the number of
// later examples with each of them. Learners do not learn what they type once, so fewer than two later examples are a
// fault. An example that introduces many constructs at once does not build on earlier ones, which is a fault too. Pure,
// so `npm test` runs it as well.

import type { CourseFile, CatalogueExample } from "../course-files.ts";
import { type PlannedCourse, plannedCourse } from "../plan.ts";
import { constructsOf } from "./constructs/constructs-of.ts";
import { type Fault, placeOf } from "./content-lint.ts";

const fewestReturns = 2;
/** The limit for constructs that the last lesson introduces, after which few examples are left. */
const fewestReturnsOfLastLesson = 1;
/**
 * The most constructs that an example may introduce after the first chapter, in which everything is new. One idea is
 * often several constructs: a first table in HTML needs eight elements, none of which makes sense without the others.
 */
export const mostNew = 9;

type Introduced = {
  readonly name: string;
  /** The number of later examples that contain it. */
  readonly returns: number;
};

export type Recurrence = {
  readonly file: string;
  /** Each example with the constructs that it introduces. */
  readonly rows: readonly {
    readonly example: CatalogueExample;
    readonly introduces: readonly Introduced[];
  }[];
  readonly constructs: number;
  readonly faults: readonly Fault[];
};

/** Takes all courses together, because one may build on another. */
export function recurrencesOf(files: readonly CourseFile[]): Recurrence[] {
  return files.map((file) => {
    const plan = plannedCourse(file.name);
    const earlier = files.find(({ name }) => name === plan?.buildsOn)?.examples ?? [];
    const known = new Set(earlier.flatMap(constructsOf).map(({ name }) => name));
    return recurrenceOf(file, plan, known);
  });
}

/**
 * The recurrence in one course, whose learners already know some constructs. A course that is not complete has no
 * faults yet, because its next lesson may use a construct again.
 */
export function recurrenceOf(
  file: CourseFile,
  plan: Pick<PlannedCourse, "lessons" | "teaches" | "seldom" | "fewestReturns"> | undefined,
  known: ReadonlySet<string> = new Set(),
): Recurrence {
  const places = new Map<string, number[]>();
  for (const [index, example] of file.examples.entries()) {
    for (const { name, kind } of constructsOf(example)) {
      if (known.has(name) || (plan?.teaches === "symbols" && kind === "word")) continue;
      places.set(name, [...(places.get(name) ?? []), index]);
    }
  }
  const rows = file.examples.map((example, index) => ({
    example,
    introduces: [...places].flatMap(([name, [first, ...later]]) =>
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

function fewestOf(
  example: CatalogueExample,
  file: Pick<CourseFile, "lessonCount">,
  plan: Exceptions,
): number {
  const isLast = example.lessonIndex > 0 && example.lessonIndex === file.lessonCount - 1;
  return isLast ? fewestReturnsOfLastLesson : (plan.fewestReturns ?? fewestReturns);
}

function rowFaults(
  { example, introduces }: Recurrence["rows"][number],
  file: CourseFile,
  plan: Exceptions,
): Fault[] {
  const at = placeOf(example);
  const fewest = fewestOf(example, file, plan);
  const faults = introduces
    .filter(({ name, returns }) => returns < fewest && !Object.hasOwn(plan.seldom ?? {}, name))
    .map(({ name, returns }) => ({
      at,
      rule: "recurrence",
      message: `${name} is used again in ${returns} later ${returns === 1 ? "example" : "examples"}, at least ${fewest}`,
    }));
  const isFirstChapter = example.lessonIndex === 0 && example.chapterIndex === 0;
  if (introduces.length > mostNew && !isFirstChapter) {
    const names = introduces.map(({ name }) => name).join("  ");
    faults.push({
      at,
      rule: "novelty",
      message: `introduces ${introduces.length} constructs at once, at most ${mostNew}: ${names}`,
    });
  }
  return faults;
}

/** An exception that is no longer needed would hide the next fault. */
function staleExceptions(file: CourseFile, rows: Recurrence["rows"], plan: Exceptions): Fault[] {
  const introduced = new Map(
    rows.flatMap(({ example, introduces }) =>
      introduces.map((one) => [one.name, { example, ...one }] as const),
    ),
  );
  return Object.keys(plan.seldom ?? {}).flatMap((name) => {
    const one = introduced.get(name);
    const count = one?.returns;
    if (one !== undefined && one.returns < fewestOf(one.example, file, plan)) return [];
    const message =
      count === undefined
        ? `the plan makes an exception for ${name}, which is in no example`
        : `the plan makes an exception for ${name}, which is used again in ${count} examples: remove the exception`;
    return [{ at: file.name, rule: "recurrence", message }];
  });
}
