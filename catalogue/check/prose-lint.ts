// The rules for what authors write around the code: titles, descriptions, and the words of both. Pure, as the rules for
// the code are (content-lint.ts).

import { codePoints } from "@tabstop/engine/code-points";
import type { CourseFile } from "../course-files.ts";
import type { Fault, Finding } from "./fault.ts";

const limits = { title: 50, description: 220 } as const;

export function descriptionFaults(description: string): Finding[] {
  if (description === "") return [["description", "is missing"]];
  const found: Finding[] = [];
  const words = description.replace(/`[^`]*`/g, "code").replace(/"[^"]*"/g, "text");
  const sentences = words.match(/[.!?](?=\s|$)/g)?.length ?? 0;
  if (sentences < 1 || sentences > 2 || !/[.!?]$/.test(words)) {
    found.push(["description", "is not one or two whole sentences"]);
  }
  if (description.length > limits.description) {
    found.push(["description", `${description.length} characters, at most ${limits.description}`]);
  }
  if (/\n\s*\n|^\s*[-*#>] /m.test(description))
    found.push(["description", "is more than one plain paragraph"]);
  const filler = /\b(?:in this example|this example|this code|this snippet|let's|let us|we|we'll)\b/i.exec(
    words,
  )?.[0];
  if (filler !== undefined)
    found.push(["description", `"${filler}": say what the construct means or when to use it`]);
  return found;
}

export function titleFaults(title: string): Finding[] {
  const found: Finding[] = [];
  if (codePoints(title) > limits.title) {
    found.push(["title", `${codePoints(title)} characters, at most ${limits.title}`]);
  }
  if (/\.$|`/.test(title))
    found.push(["title", "is shown as written: no full stop at the end, no backticks"]);
  if (/^(?:example|exercise|part|lesson)\b|^\d+[.)]?\s/i.test(title)) {
    found.push(["title", "does not name the construct"]);
  }
  return found;
}

/** Words that say less, or something else, than the author means; each with what to write instead. */
const unclear: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bbehind\b/i, "after"],
  [/\bblanks?\b/i, "space"],
  [/\bsigns?\b/i, "character, operator or symbol"],
  [/\bshall\b/i, "should, or the present tense"],
  [/\banew\b/i, "again"],
  [/\bturn(?:s|ed)? round\b/i, "reverse or negate"],
  [/\bof (?:your|its|their) own\b/i, "your, its or their before the noun"],
  [/\b(?:is|are) to (?!the\b|be\b|blame\b)[a-z]+\b/i, "should, or the present tense"],
  [/\btakes? away\b/i, "remove or subtract"],
  [/\b(?:small|big) letters?\b/i, "lowercase or uppercase letter"],
];

/** British spelling, for which the catalogue has the American one, as the languages do. */
const british =
  /\b\w*(?:colour|favour|flavour|harbour|neighbour|behaviour|honour|labour|rumour|centre|theatre|catalogue|analyse|travelled|travelling|cancelled|cancelling|labelled(?!by)|modelled|organis|recognis|initialis|capitalis|normalis|serialis|summaris|synchronis)\w*|\b(?:(?:kilo|centi|milli)?metres?|(?:milli)?litres?|grey|licence|tyres?|cheque|programmes?|defence|storeys?|mould)\b/i;

export function proseFaults(text: string): Finding[] {
  const words = text.replace(/`[^`]*`/g, "code").replace(/"[^"]*"/g, "text");
  const found = unclear.flatMap(([pattern, instead]): Finding[] => {
    const word = pattern.exec(words)?.[0];
    return word === undefined ? [] : [["English", `"${word}": write ${instead}`]];
  });
  return [...found, ...spellingFaults(text)];
}

export function spellingFaults(text: string): Finding[] {
  const word = british.exec(text.replaceAll("_", " "))?.[0];
  return word === undefined ? [] : [["English", `"${word}" is not the American spelling`]];
}

/** The titles and descriptions of the course, its lessons and its chapters. */
export function lintIntroductions({ name, course }: CourseFile): Fault[] {
  const parts = [
    { at: name, title: course.title, description: course.description },
    ...course.lessons.flatMap((lesson) => [
      { at: `${name}: ${lesson.title}`, ...lesson },
      ...lesson.chapters.map((chapter) => ({
        at: `${name}: ${lesson.title} > ${chapter.title}`,
        ...chapter,
      })),
    ]),
  ];
  return parts.flatMap(({ at, title, description }) =>
    [...proseFaults(title), ...proseFaults(description)].map(([rule, message]) => ({ at, rule, message })),
  );
}
