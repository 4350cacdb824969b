// Reads a course or lesson file: cuts the text into headings, text, code and comments, and passes them to the outline.

import { plainText } from "../characters.ts";
import { type Course, type Lesson } from "../course.ts";
import { checkCourseSize, checkFileSize, courseCharacters, lessonsCharacters } from "../course-size.ts";
import { readTitle, valueOf } from "../fields.ts";
import { type Block, findFrontMatter, isInlineCode, readBlock, skipComment } from "./blocks.ts";
import { readFrontMatter } from "./front-matter.ts";
import { LineReader } from "../line-reader.ts";
import { type Fence, findMarker, type Marker, onlyBlanks, unescapeLine } from "./marker.ts";
import { Outline } from "./outline.ts";
import { excerpt, type Fault, Findings, type Refusal, type Warning } from "../problems.ts";

export type CourseReading =
  | { readonly ok: true; readonly course: Course; readonly warnings: readonly Warning[] }
  /** `title` is the course's, if it could be read. */
  | (Refusal & { readonly title: string | null });

export type LessonReading =
  | { readonly ok: true; readonly lesson: Lesson; readonly warnings: readonly Warning[] }
  | (Refusal & { readonly title: string | null });

/** A whole course in Markdown. `text` may start with a byte order mark and have any line ends. */
export function parseCourse(text: string): CourseReading {
  const findings = new Findings();
  const tooLarge = checkFileSize(text.length);
  if (tooLarge !== null) return refuseLarge(findings, tooLarge);
  const plain = plainText(text);
  let reader = new LineReader(plain);
  const block = findFrontMatter(reader);
  if (block.kind === "unclosed") {
    findings.addProblem(frontMatterUnclosed, { line: block.line });
    return { ...findings.refusal(), title: null };
  }
  if (block.kind === "none") {
    findings.addProblem(frontMatterMissing(block.firstText), { line: block.firstLine });
    reader = new LineReader(plain);
  }
  const fields = block.kind === "block" ? readFrontMatter(block.text, block.line, findings) : null;
  const outline = new Outline(findings, { oneLesson: false, silent: fields === null });
  scan(reader, outline, findings);
  const lessons = outline.lessons(fields?.line ?? 1);
  const title = fields?.title;
  const difficulty = fields?.difficulty_level;
  if (title !== undefined && difficulty !== undefined && !findings.failed) {
    const course: Course = {
      title,
      description: fields?.description ?? "",
      difficulty_level: difficulty,
      order_index: fields?.order_index ?? null,
      lessons,
    };
    const fault = checkCourseSize(courseCharacters(course));
    if (fault === null) return { ok: true, course, warnings: findings.warnings() };
    findings.addProblem(fault, { line: fields?.line ?? 1 });
  }
  return { ...findings.refusal(), title: title ?? null };
}

/**
 * One lesson in Markdown. `lessonTitle` overrides the file's `# Title` unless it is blank. A fault of `lessonTitle` has
 * no line.
 */
export function parseLesson(text: string, lessonTitle: string): LessonReading {
  const findings = new Findings();
  const tooLarge = checkFileSize(text.length);
  if (tooLarge !== null) return { ...refuseLarge(findings, tooLarge), title: lessonTitle.trim() || null };
  const plain = plainText(text);
  let reader = new LineReader(plain);
  const block = findFrontMatter(reader);
  if (block.kind === "unclosed") {
    findings.addProblem(frontMatterUnclosed, { line: block.line });
    return { ...findings.refusal(), title: lessonTitle.trim() || null };
  }
  if (block.kind === "none") reader = new LineReader(plain);
  else findings.addWarning(frontMatterIgnored, { line: block.line });
  const outline = new Outline(findings, { oneLesson: true, silent: false });
  scan(reader, outline, findings);
  const [lesson] = outline.lessons(1);
  const title = lessonTitleOf(lessonTitle, outline, findings);
  if (title !== null && lesson !== undefined && !findings.failed) {
    const named = { ...lesson, title };
    const fault = checkCourseSize(lessonsCharacters([named]));
    if (fault === null) return { ok: true, lesson: named, warnings: findings.warnings() };
    findings.addProblem(fault, { line: 1 });
  }
  return { ...findings.refusal(), title };
}

function lessonTitleOf(given: string, outline: Outline, findings: Findings): string | null {
  const heading = outline.lessonHeading;
  const place = given.trim() !== "" ? {} : { line: heading?.line ?? 1 };
  const reading = readTitle(given.trim() === "" ? (heading?.title ?? "") : given, "lesson");
  const title = valueOf(reading, findings, () => place);
  if (title === undefined) return null;
  if (heading !== null && heading.title.trim() !== "" && heading.title.trim() !== title) {
    const found = excerpt(heading.title.trim());
    const sentence = `The file calls the lesson "${found}". It is imported as "${excerpt(title)}".`;
    findings.addWarning({ code: "LESSON_TITLE_DIFFERS", found, sentence }, { line: heading.line });
  }
  return title;
}

function scan(reader: LineReader, outline: Outline, findings: Findings): void {
  while (reader.next()) {
    const { line, number } = reader;
    const marker = findMarker(line);
    if (marker === null) {
      outline.text(line, number);
    } else if (marker.backslashes > 0) {
      outline.text(unescapeLine(line, marker), number);
    } else if (marker.indent > 0) {
      if (!scanIndented(reader, marker, outline)) return outline.giveUp();
    } else if (!scanMarker(reader, marker.what, outline, findings)) {
      return outline.giveUp();
    }
  }
}

/** Returns false when the code block or comment that starts here never ends. */
function scanMarker(reader: LineReader, what: Marker["what"], outline: Outline, findings: Findings): boolean {
  const { line, number } = reader;
  switch (what.kind) {
    case "heading":
      outline.heading(what.level, line.slice(what.level + 1), line, number);
      return true;
    case "hash":
      if (outline.text(line, number)) findings.addWarning(hashIsText(line), { line: number });
      return true;
    case "rule":
      if (outline.text(line, number)) findings.addWarning(ruleIsText(line), { line: number });
      return true;
    case "comment": {
      const rest = skipComment(reader);
      if (rest === null) findings.addProblem(commentUnclosed(line), { line: number });
      else if (!onlyBlanks(rest, 0)) findings.addProblem(commentTextAfter(rest), { line: reader.number });
      return rest !== null;
    }
    case "fence": {
      const info = line.slice(what.length);
      if (isInlineCode(info, what)) {
        outline.inlineCode(info, number);
        return true;
      }
      const block = readBlock(reader, what);
      if (block.code === null) findings.addProblem(fenceUnclosed(line, what, block.near), { line: number });
      else outline.code(info, block.code, line, number);
      return block.code !== null;
    }
  }
}

function scanIndented(reader: LineReader, { what }: Marker, outline: Outline): boolean {
  const { line, number } = reader;
  const kind = what.kind === "heading" ? what.level : what.kind === "fence" ? "fence" : "other";
  outline.indented(kind, line, number);
  if (what.kind === "fence") return readBlock(reader, what).code !== null;
  if (what.kind === "comment") return skipComment(reader) !== null;
  return true;
}

function refuseLarge(findings: Findings, fault: Fault): Refusal & { readonly title: null } {
  findings.addProblem(fault, { line: 1 });
  return { ...findings.refusal(), title: null };
}

function frontMatterMissing(first: string): Fault {
  return {
    code: "FRONT_MATTER_MISSING",
    found: first === "" ? "an empty file" : excerpt(first),
    expected: "--- and the course fields",
    sentence:
      "The course fields are missing. The file must start with a line ---, then title and difficulty_level, then another ---.",
  };
}

const frontMatterUnclosed: Fault = {
  code: "FRONT_MATTER_UNCLOSED",
  found: "--- without a second one",
  expected: "a line --- after the course fields",
  sentence: "The front matter that starts here never ends. Put a line --- after its last field.",
};

const frontMatterIgnored = {
  code: "FRONT_MATTER_IGNORED",
  found: "---",
  sentence: "A lesson file has no course fields, so the front matter is ignored.",
} as const;

function hashIsText(line: string) {
  const sentence =
    "This line is read as text: a heading needs a space after its #. If it is text, put a \\ before it.";
  return { code: "HASH_IS_TEXT", found: excerpt(line), sentence } as const;
}

function ruleIsText(line: string) {
  const sentence =
    "This line is read as text: it makes no heading and no rule. If it is text, put a \\ before it.";
  return { code: "RULE_IS_TEXT", found: excerpt(line), sentence } as const;
}

function fenceUnclosed(line: string, fence: Fence, near: Block["near"]): Fault {
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

function commentUnclosed(line: string): Fault {
  const sentence = "The comment that starts here never ends. Close it with -->.";
  return { code: "COMMENT_UNCLOSED", found: `${excerpt(line)} never closed`, expected: "-->", sentence };
}

function commentTextAfter(rest: string): Fault {
  const sentence = "There is text after the end of a comment. Put it on a separate line.";
  return { code: "COMMENT_TEXT_AFTER", found: excerpt(rest.trim()), expected: "nothing after -->", sentence };
}
