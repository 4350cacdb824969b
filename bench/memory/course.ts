// The course that the simulated learners type: a built-in one with its real examples and their real constructs.

import { readFileSync } from "node:fs";
import { parseCourse } from "@tabstop/course/markdown/parse-markdown";
import { codePoints } from "@tabstop/engine/code-points";
import { constructsOf } from "@tabstop/syntax/constructs-of";
import type { ConstructKind, Place } from "@tabstop/syntax/construct";

/** Constructs are numbered from 0 in the order in which the course brings them in. */
type CourseConstruct = { readonly name: string; readonly family: string };

export type CourseExample = {
  readonly code: string;
  /** Code points. */
  readonly characters: number;
  /** The number of its lesson. */
  readonly lesson: number;
  /** What it has, in the order of the text. */
  readonly constructs: readonly {
    readonly construct: number;
    readonly kind: ConstructKind;
    readonly places: readonly Place[];
  }[];
};

export type PracticeCourse = {
  readonly constructs: readonly CourseConstruct[];
  readonly examples: readonly CourseExample[];
};

/** @param name of a file in `catalogue/` */
export function readPracticeCourse(name: string): PracticeCourse {
  const parsed = parseCourse(readFileSync(new URL(`../../catalogue/${name}`, import.meta.url), "utf8"));
  if (!parsed.ok) throw new RangeError(`${name} is no course: ${parsed.problems[0]?.message}`);
  const numbers = new Map<string, number>();
  const constructs: CourseConstruct[] = [];
  const numberOf = ({ name: construct, family }: CourseConstruct) => {
    const key = `${family} ${construct}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, constructs.length);
    return constructs.push({ name: construct, family }) - 1;
  };
  const examples = parsed.course.lessons.flatMap(({ chapters }, lesson) =>
    chapters.flatMap((chapter) =>
      chapter.examples.map(({ code_content: code, language }) => ({
        code,
        characters: codePoints(code),
        lesson,
        constructs: constructsOf(code, language).map((construct) => ({
          construct: numberOf(construct),
          kind: construct.kind,
          places: construct.places,
        })),
      })),
    ),
  );
  return { constructs, examples };
}
