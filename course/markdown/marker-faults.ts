// The faults and warnings of a Markdown file's markers: front matter, code blocks and comments that never end, and lines
// that are or are not what they look like.

import { excerpt, type Fault } from "../problems.ts";
import { withoutUnseen } from "../as-it-looks.ts";
import { unseenNames } from "../unseen.ts";
import type { Block } from "./blocks.ts";
import type { Fence } from "./marker.ts";

/** `what` the line is without its unseen characters; `advice` is one more sentence, or ''. */
export function markerHidden(line: string, what: string, advice: string): Fault {
  const names = unseenNames(line);
  return {
    code: "CHARACTER_UNSEEN",
    found: names,
    expected: excerpt(withoutUnseen(line).trim()),
    sentence: `This line looks like ${what}, but contains ${names}. Type the line again without it.${advice}`,
  };
}

export function frontMatterMissing(first: string): Fault {
  const names = unseenNames(first);
  return {
    code: "FRONT_MATTER_MISSING",
    found: first === "" ? "an empty file" : excerpt(first),
    expected: "--- and the course fields",
    sentence: `The course fields are missing. The file must start with a line ---, then title and difficulty_level, then another ---.${names === "" ? "" : ` Its first line contains ${names}.`}`,
  };
}

export const frontMatterUnclosed: Fault = {
  code: "FRONT_MATTER_UNCLOSED",
  found: "--- without a second one",
  expected: "a line --- after the course fields",
  sentence: "The front matter that starts here never ends. Put a line --- after its last field.",
};

export const frontMatterIgnored = {
  code: "FRONT_MATTER_IGNORED",
  found: "---",
  sentence: "A lesson file has no course fields, so the front matter is ignored.",
} as const;

export function hashIsText(line: string) {
  const sentence =
    "This line is read as text: a heading needs a space after its #. If it is text, put a \\ before it.";
  return { code: "HASH_IS_TEXT", found: excerpt(line), sentence } as const;
}

export function ruleIsText(line: string) {
  const sentence =
    "This line is read as text: it makes no heading and no rule. If it is text, put a \\ before it.";
  return { code: "RULE_IS_TEXT", found: excerpt(line), sentence } as const;
}

export function fenceUnclosed(line: string, fence: Fence, near: Block["near"]): Fault {
  const name = fence.character === "`" ? "backticks" : "tildes";
  const why =
    near === null
      ? ""
      : ` (the ${excerpt(near.text)} of line ${near.line} ${isShorter(near.text, fence) ? "is shorter" : "is of the other kind"})`;
  return {
    code: "FENCE_UNCLOSED",
    found: `${excerpt(line)} never closed${why}`,
    expected: `a closing line of at least ${fence.length} ${name}`,
    sentence: `The code block that starts here is never closed${why}. Close it with a line of at least ${fence.length} ${name}.`,
  };
}

function isShorter(text: string, fence: Fence): boolean {
  return text.startsWith(fence.character);
}

export function commentUnclosed(line: string): Fault {
  const sentence = "The comment that starts here never ends. Close it with -->.";
  return { code: "COMMENT_UNCLOSED", found: `${excerpt(line)} never closed`, expected: "-->", sentence };
}

export function commentTextAfter(rest: string): Fault {
  const sentence = "There is text after the end of a comment. Put it on a separate line.";
  return { code: "COMMENT_TEXT_AFTER", found: excerpt(rest.trim()), expected: "nothing after -->", sentence };
}
