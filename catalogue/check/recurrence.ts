// Checks that a course uses its core constructs again: for each example the constructs that it introduces, and the
// number of later examples with each of them. Learners do not learn what they type once, so fewer than two later
// examples with a core construct of the plan are a fault. The others may be in one example only: reviews from memory
// bring them back. An example that introduces many constructs at once does not build on earlier ones, which is a fault
// too. Pure, so `npm test` runs it as well.

import type { ConstructKind } from "@tabstop/syntax/construct";
import { constructsOf } from "@tabstop/syntax/constructs-of";
import type { CourseFile, CatalogueExample } from "../course-files.ts";
import type { PlannedCourse } from "../plan/planned-course.ts";
import { plannedCourse } from "../plan/plan.ts";
import { placeOf } from "./content-lint.ts";
import type { Fault } from "./fault.ts";

/** The number of later examples that must use each core construct again. */
const fewestReturns = 2;
/** The number of core constructs of a course, for each language that it teaches. */
const coreSize = { from: 30, to: 50 } as const;
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
  /** The core constructs of the plan that the course introduces. */
  readonly core: readonly Introduced[];
  readonly faults: readonly Fault[];
};

/** What an example asks of a learner, by name and kind, each once. */
function taughtBy({ code, language }: CatalogueExample): ReadonlyMap<string, ConstructKind> {
  const taught = new Map<string, ConstructKind>();
  for (const { name, kind } of constructsOf(code, language)) {
    if (isOwnIdea(name, kind)) for (const one of countedAs(name)) taught.set(one, kind);
  }
  return taught;
}

/**
 * Whether a course has to teach it. Indentation and the marks of comments are in any code, the base of a number is a way
 * to write a value. A form that is only words in a row, such as `CREATE INDEX`, adds nothing to its words, and neither
 * does a `_` for anything, such as that of `case _`.
 */
function isOwnIdea(name: string, kind: ConstructKind): boolean {
  if (kind === "form") return !/^[\p{L}_]+(?: [\p{L}_]+)+$/u.test(name);
  return name !== "indent" && !/^(?:[\p{L} ]+ _|\/\/|\/\* \*\/|--|0[box])$/u.test(name);
}

/**
 * Some constructs are put together from others, and who knows the parts can type all of them. `+=` counts as its
 * operator and as one form for all such signs, and every escaped sign of a pattern as the same one.
 */
function countedAs(name: string): readonly string[] {
  const operator = compound.exec(name)?.[1];
  if (operator !== undefined) return ["op=", operator];
  return [/^regex \\[^\w\s]$/.test(name) ? "regex \\." : name];
}

const compound = /^(\+|-|\*\*?|\/\/?|%|&&?|\|\|?|\^|<<|>>>?|\?\?)=$/;

/** Takes all courses together, because one may build on another. */
export function recurrencesOf(files: readonly CourseFile[]): Recurrence[] {
  return files.map((file) => {
    const plan = plannedCourse(file.name);
    const earlier = files.find(({ name }) => name === plan?.buildsOn)?.examples ?? [];
    const known = new Set(earlier.flatMap((example) => [...taughtBy(example).keys()]));
    const recurrence = recurrenceOf(file, plan, known);
    if (plan === undefined) return recurrence;
    return { ...recurrence, faults: [...recurrence.faults, ...coreSizeFaults(plan)] };
  });
}

/**
 * The recurrence in one course, whose learners already know some constructs. A course that is not complete has no
 * faults yet, because its next lesson may use a construct again.
 */
export function recurrenceOf(
  file: CourseFile,
  plan: Pick<PlannedCourse, "lessons" | "teaches" | "core"> | undefined,
  known: ReadonlySet<string> = new Set(),
): Recurrence {
  const places = new Map<string, number[]>();
  for (const [index, example] of file.examples.entries()) {
    for (const [name, kind] of taughtBy(example)) {
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
  const core = new Set(plan?.core);
  const introduced = rows.flatMap(({ introduces }) => introduces.filter(({ name }) => core.has(name)));
  const isWhole = plan === undefined || file.lessonCount >= plan.lessons.length;
  return {
    file: file.name,
    rows,
    constructs: places.size,
    core: introduced,
    faults: isWhole
      ? [
          ...rows.flatMap((row) => rowFaults(row, file, core)),
          ...(plan === undefined ? [] : coreFaults(file, plan, introduced)),
        ]
      : [],
  };
}

function rowFaults(
  { example, introduces }: Recurrence["rows"][number],
  file: CourseFile,
  core: ReadonlySet<string>,
): Fault[] {
  const at = placeOf(example);
  const faults = introduces
    .filter(({ name, returns }) => core.has(name) && returns < fewestReturns)
    .map(({ name, returns }) => ({
      at,
      rule: "recurrence",
      message: `${name} is used again in ${returns} later ${returns === 1 ? "example" : "examples"}, at least ${fewestReturns}`,
    }));
  const isFirstChapter = example.lessonIndex === 0 && example.chapterIndex === 0;
  const isFirstOfLanguage = example === file.examples.find(({ language }) => language === example.language);
  const ideas = introduces.filter(({ name }) => !(isFirstOfLanguage && inEveryLine.test(name)));
  if (ideas.length > mostNew && !isFirstChapter) {
    const names = ideas.map(({ name }) => name).join("  ");
    faults.push({
      at,
      rule: "novelty",
      message: `introduces ${ideas.length} constructs at once, at most ${mostNew}: ${names}`,
    });
  }
  return faults;
}

/** Brackets and separators: the first example of another language cannot do without its own. */
const inEveryLine = /^(?:\( \)|\[ \]|\{ \}|[,.:;])$/;

/** A core construct that no example introduces, or that is listed twice. */
function coreFaults(
  file: CourseFile,
  { core }: Pick<PlannedCourse, "core">,
  introduced: readonly Introduced[],
): Fault[] {
  const fault = (message: string): Fault => ({ at: file.name, rule: "core", message });
  const there = new Set(introduced.map(({ name }) => name));
  return [
    ...core
      .filter((name) => !there.has(name))
      .map((name) => fault(`no example introduces ${name}, which is in the core of the plan`)),
    ...core
      .filter((name, index) => core.indexOf(name) < index)
      .map((name) => fault(`${name} is in the core of the plan twice`)),
  ];
}

/** A core that is too short to be practiced, or so long that it bends the examples. */
export function coreSizeFaults({
  file,
  languages,
  teaches,
  core,
}: Pick<PlannedCourse, "file" | "languages" | "teaches" | "core">): Fault[] {
  const count = teaches === "symbols" ? 1 : languages.length;
  const [from, to] = [coreSize.from * count, coreSize.to * count];
  if (core.length >= from && core.length <= to) return [];
  const message = `the plan has ${core.length} constructs in the core, ${from} to ${to} are right`;
  return [{ at: file, rule: "core", message }];
}
