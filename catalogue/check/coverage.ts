// Counts what the learners of a course type: examples compared with the plan, their lengths, and how often each symbol
// occurs.

import type { CourseFile } from "../course-files.ts";
import { plannedCourse } from "../plan/plan.ts";
import { codePoints } from "@tabstop/engine/code-points";
import { longest, placeOf } from "./content-lint.ts";
import type { Fault } from "./fault.ts";
import { medianOf } from "./median.ts";

export const allSymbols = Array.from("()[]{}<>\"'`;:,.=+-*/%&|^!?@#$_\\~");
export const fewestOfSymbol = 5;

/** The symbols that a programmer in the language types without looking. */
const symbolsOf: Readonly<Record<string, string>> = {
  javascript: '()[]{}<>"`;:,.=+-*/%&|!?#$_\\',
  typescript: '()[]{}<>"`;:,.=+-*/&|!?$_',
  python: '()[]{}<>":,.=+-*/%&|!@_#\\',
  sql: "()'*,.;=<>+-/%_|",
  bash: "()[]{}<>\"'$#!;:|&*=-+/%@\\_.,?",
  html: '<>/="-!',
  css: '{}()[]:;.,#-*>+%@&"=',
  json: '{}[]:,"',
  regex: "^$.*+?()[]{}|\\-",
  java: '()[]{}<>";:,.=+-*/%&|!?@_',
  c: "()[]{}<>\"';,.=+-*/%&|!?#_\\",
  cpp: '()[]{}<>";:,.=+-*/%&|!?#_',
  go: '()[]{}":,.=+-*%&|!<>_',
  rust: "()[]{}<>\"';:,.=+-*%&|!?#_",
  php: "()[]{}<>\"';:,.=+-*/%&|!?$_",
  ruby: '()[]{}<>":,.=+-*%&|!?#_@',
};

export type Coverage = {
  readonly file: string;
  readonly lessons: number;
  readonly chapters: number;
  readonly examples: number;
  readonly planned?: { readonly lessons: number; readonly chapters: number; readonly examples: number };
  /** All planned lessons are written; before that, counts and symbols are not faults. */
  readonly isWhole: boolean;
  readonly characters: {
    readonly least: number;
    readonly median: number;
    readonly most: number;
    readonly ofLessons: readonly { readonly median: number; readonly most: number }[];
    /** The examples that need a reason for their length, as `title (characters)`. */
    readonly long: readonly string[];
  };
  readonly symbols: ReadonlyMap<string, number>;
  /** Symbols that the course's languages use and the course does not use often enough. */
  readonly rare: readonly string[];
  /** In percent of all characters. */
  readonly shares: { readonly letters: number; readonly symbols: number; readonly whitespace: number };
  readonly faults: readonly Fault[];
  /** Worth a look, but not faults. */
  readonly notes: readonly string[];
};

export function coverageOf(file: CourseFile): Coverage {
  const code = file.examples.map((example) => example.code).join("");
  const lengths = file.examples.map((example) => codePoints(example.code));
  const symbols = new Map(allSymbols.map((symbol) => [symbol, code.split(symbol).length - 1]));
  const expected = new Set(file.examples.flatMap(({ language }) => Array.from(symbolsOf[language] ?? "")));
  const rare = allSymbols.filter(
    (symbol) => expected.has(symbol) && (symbols.get(symbol) ?? 0) < fewestOfSymbol,
  );
  const plan = plannedCourse(file.name);
  const planned = plan && {
    lessons: plan.lessons.length,
    chapters: plan.lessons.reduce((sum, lesson) => sum + lesson.chapters.length, 0),
    examples: plan.lessons.reduce((sum, lesson) => sum + sumOf(lesson.chapters.map(([, count]) => count)), 0),
  };
  const isWhole = planned === undefined || file.lessonCount >= planned.lessons;
  const percent = (pattern: RegExp) =>
    Math.round((1000 * (code.match(pattern)?.length ?? 0)) / (code.length || 1)) / 10;
  return {
    file: file.name,
    lessons: file.lessonCount,
    chapters: file.chapterCount,
    examples: file.examples.length,
    ...(planned === undefined ? {} : { planned }),
    isWhole,
    characters: {
      least: Math.min(...lengths),
      median: medianOf(lengths),
      most: Math.max(...lengths),
      ofLessons: lessonLengths(file).map((ofLesson) => ({
        median: medianOf(ofLesson),
        most: Math.max(...ofLesson),
      })),
      long: file.examples
        .map(({ title, code: text }) => [title, codePoints(text)] as const)
        .filter(([, length]) => length > longest.withoutReason)
        .map(([title, length]) => `${title} (${length})`),
    },
    symbols,
    rare,
    shares: {
      letters: percent(/\p{L}/gu),
      symbols: percent(/[^\p{L}\p{N}\s]/gu),
      whitespace: percent(/\s/g),
    },
    faults: [
      ...planFaults(file),
      ...lengthFaults(file),
      ...(isWhole && rare.length > 0
        ? [
            {
              at: file.name,
              rule: "symbols",
              message: `fewer than ${fewestOfSymbol} each of ${rare.join(" ")}`,
            },
          ]
        : []),
    ],
    notes: shorterThanBefore(file),
  };
}

/** Titles and order must be those of the plan, and the number of examples too, within a tenth. */
function planFaults(file: CourseFile): Fault[] {
  const plan = plannedCourse(file.name);
  if (plan === undefined) return [];
  const faults: Fault[] = [];
  const fault = (at: string, message: string) => faults.push({ at, rule: "plan", message });
  if (file.course.title !== plan.title)
    fault(file.name, `is titled "${file.course.title}", the plan says "${plan.title}"`);
  if (file.course.difficulty_level !== plan.level)
    fault(file.name, `is for ${file.course.difficulty_level}, the plan says ${plan.level}`);
  for (const language of new Set(file.examples.map((example) => example.language))) {
    if (!plan.languages.includes(language)) fault(file.name, `teaches ${language}, which the plan does not`);
  }
  for (const [index, lesson] of file.course.lessons.entries()) {
    const planned = plan.lessons[index];
    const at = `${file.name}: ${lesson.title}`;
    if (planned?.title !== lesson.title)
      fault(at, `is lesson ${index + 1}, the plan says "${planned?.title ?? "none"}"`);
    if (planned === undefined) continue;
    const titles = lesson.chapters.map((chapter) => chapter.title).join(" / ");
    const wanted = planned.chapters.map(([title]) => title).join(" / ");
    if (titles !== wanted) fault(at, `has the chapters "${titles}", the plan says "${wanted}"`);
  }
  const written = plan.lessons.slice(0, file.lessonCount).flatMap((lesson) => lesson.chapters);
  const wanted = sumOf(written.map(([, count]) => count));
  if (Math.abs(file.examples.length - wanted) > wanted / 10) {
    fault(file.name, `has ${file.examples.length} examples in its lessons, the plan ${wanted}`);
  }
  return faults;
}

/** The most characters that half of a lesson's examples may have: two minutes of typing. */
const longestMedian = 280;

function lessonLengths({ examples, lessonCount }: CourseFile): number[][] {
  return Array.from({ length: lessonCount }, (_, index) =>
    examples.filter(({ lessonIndex }) => lessonIndex === index).map(({ code }) => codePoints(code)),
  );
}

/** A lesson whose examples are long all in all, and reasons for examples that do not exist or are not long. */
function lengthFaults(file: CourseFile): Fault[] {
  const medians = lessonLengths(file).map(medianOf);
  const reasons = Object.keys(plannedCourse(file.name)?.long ?? {});
  const isLong = (title: string) =>
    file.examples.some((one) => one.title === title && codePoints(one.code) > longest.withoutReason);
  return [
    ...medians.flatMap((median, index) =>
      median > longestMedian
        ? [
            {
              at: `${file.name}: ${file.course.lessons[index]?.title}`,
              rule: "size",
              message: `half of its examples have ${median} characters or more, at most ${longestMedian}`,
            },
          ]
        : [],
    ),
    ...reasons
      .filter((title) => !isLong(title))
      .map((title) => ({
        at: file.name,
        rule: "size",
        message: `the plan gives a reason for the length of "${title}", which is no example of more than ${longest.withoutReason} characters`,
      })),
  ];
}

/** Examples that are shorter than the previous one: within a chapter each should be a little longer. */
function shorterThanBefore(file: CourseFile): string[] {
  return file.examples.flatMap((example, index) => {
    const before = file.examples[index - 1];
    const sameChapter =
      before?.lessonIndex === example.lessonIndex && before.chapterIndex === example.chapterIndex;
    if (!sameChapter || example.code.length >= before.code.length) return [];
    return [`${placeOf(example)}: ${example.code.length} characters after ${before.code.length}`];
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
