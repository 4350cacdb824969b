// Reads a course or lesson file: cuts the text into headings, text, code and comments, and passes them to the outline.

import { plainText } from "../characters.ts";
import { type Course, type Lesson } from "../course.ts";
import { checkCourseSize, checkFileSize, courseCharacters, lessonsCharacters } from "../course-size.ts";
import { readTitle, valueOf } from "../fields.ts";
import {
  type Block,
  findFrontMatter,
  type FrontMatterBlock,
  isInlineCode,
  readBlock,
  skipComment,
} from "./blocks.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import { isOutput } from "./info.ts";
import { LineReader } from "../line-reader.ts";
import {
  commentTextAfter,
  commentUnclosed,
  fenceUnclosed,
  frontMatterIgnored,
  frontMatterMissing,
  frontMatterUnclosed,
  hashIsText,
  markerHidden,
  ruleIsText,
} from "./marker-faults.ts";
import { type Fence, findMarker, type Marker, unescapeLine } from "./marker.ts";
import { Outline } from "./outline.ts";
import { excerpt, Findings, type Refusal, type Warning } from "../problems.ts";
import { looksBlank, readingsWithoutUnseen } from "../unseen.ts";

export type CourseReading =
  | { readonly ok: true; readonly course: Course; readonly warnings: readonly Warning[] }
  /** `title` is the course's, if it could be read. */
  | (Refusal & { readonly title: string | null });

export type LessonReading =
  | { readonly ok: true; readonly lesson: Lesson; readonly warnings: readonly Warning[] }
  | (Refusal & { readonly title: string | null });

/** A whole course in Markdown. `text` may start with byte order marks and have any line ends. */
export function parseCourse(text: string): CourseReading {
  const findings = new Findings();
  if (refuseLarge(text, findings)) return { ...findings.refusal(), title: null };
  const plain = plainText(text);
  let reader = new LineReader(plain);
  const block = findFrontMatter(reader);
  if (block.kind === "unclosed") {
    findings.addProblem(frontMatterUnclosed, { line: block.line });
    return { ...findings.refusal(), title: null };
  }
  if (block.kind === "none") reader = new LineReader(plain);
  const fields = block.kind === "block" ? readFrontMatterBlock(block, findings) : null;
  if (fields?.isUnclosed) return { ...findings.refusal(), title: null };
  const outline = new Outline(findings, { oneLesson: false, silent: fields === null });
  const unreadFrom = scan(reader, outline, findings);
  // A comment or a code block that never ends at the top of the file may hold the front matter.
  if (block.kind === "none" && unreadFrom !== block.firstLine)
    findings.addProblem(frontMatterMissing(block.firstText), { line: block.firstLine });
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
  const given = lessonTitle.trim() || null;
  if (refuseLarge(text, findings)) return { ...findings.refusal(), title: given };
  const plain = plainText(text);
  let reader = new LineReader(plain);
  const block = findFrontMatter(reader);
  if (block.kind === "unclosed") {
    findings.addProblem(frontMatterUnclosed, { line: block.line });
    return { ...findings.refusal(), title: given };
  }
  if (block.kind === "none") reader = new LineReader(plain);
  else findings.addWarning(frontMatterIgnored, { line: block.line });
  const outline = new Outline(findings, { oneLesson: true, silent: false });
  const unreadFrom = scan(reader, outline, findings);
  const [lesson] = outline.lessons(1);
  // The title may be in what could not be read.
  const isTitleUnread = unreadFrom !== null && given === null && outline.lessonHeading === null;
  const title = isTitleUnread ? null : lessonTitleOf(lessonTitle, outline, findings);
  if (title !== null && lesson !== undefined && !findings.failed) {
    const named = { ...lesson, title };
    const fault = checkCourseSize(lessonsCharacters([named]));
    if (fault === null) return { ok: true, lesson: named, warnings: findings.warnings() };
    findings.addProblem(fault, { line: 1 });
  }
  return { ...findings.refusal(), title };
}

function refuseLarge(text: string, findings: Findings): boolean {
  const tooLarge = checkFileSize(text.length);
  if (tooLarge !== null) findings.addProblem(tooLarge, { line: 1 });
  return tooLarge !== null;
}

function readFrontMatterBlock(
  { text, line, hidden }: FrontMatterBlock & { kind: "block" },
  findings: Findings,
): FrontMatter {
  for (const each of hidden) {
    const fault = markerHidden(each.text, "one of the two lines --- around the front matter", "");
    findings.addProblem(fault, { line: each.line });
  }
  return readFrontMatter(text, line, findings);
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

/** Returns the line of a code block or comment that never ends, after which nothing is read; else null. */
function scan(reader: LineReader, outline: Outline, findings: Findings): number | null {
  while (reader.next()) {
    const { line, number } = reader;
    const marker = findMarker(line);
    let isClosed = true;
    if (marker === null) outline.text(line, number);
    else if (marker.backslashes > 0) outline.text(unescapeLine(line, marker), number);
    else if (marker.isHidden) isClosed = scanHidden(reader, marker, outline, findings);
    else if (marker.indent > 0) isClosed = scanIndented(reader, marker, outline, findings);
    else isClosed = scanMarker(reader, line, marker.what, outline, findings);
    if (isClosed && !findings.isHopeless && !outline.isOverfull) continue;
    outline.giveUp();
    return number;
  }
  return null;
}

/** Returns false when the code block or comment that starts here never ends. `line` begins with the marker. */
function scanMarker(
  reader: LineReader,
  line: string,
  what: Marker["what"],
  outline: Outline,
  findings: Findings,
): boolean {
  const { number } = reader;
  switch (what.kind) {
    case "heading":
      outline.heading(what.level, line.slice(what.level + 1), line, number);
      return true;
    case "hash":
      // A # in a keycap (#️⃣) looks like no heading.
      if (outline.text(line, number) && !/^#\ufe0f?\u20e3/.test(line))
        findings.addWarning(() => hashIsText(line), { line: number });
      return true;
    case "rule":
      if (outline.text(line, number)) findings.addWarning(() => ruleIsText(line), { line: number });
      return true;
    case "comment":
      return scanComment(reader, findings);
    case "fence": {
      const rawInfo = line.slice(what.length);
      const [spaced = "", joined = ""] = readingsWithoutUnseen(rawInfo).map((reading) => reading.trim());
      if (spaced !== joined)
        findings.addProblem(markerHidden(line, "the start of a code block", ""), { line: number });
      const info = isOutput(joined) ? joined : spaced;
      if (isInlineCode(info, what)) {
        outline.inlineCode(info, number);
        return true;
      }
      const block = scanBlock(reader, what, findings);
      if (block.code === null) findings.addProblem(fenceUnclosed(line, what, block.near), { line: number });
      else outline.code(info, block.code, line, number);
      return block.code !== null;
    }
  }
}

/** A marker with unseen characters is a fault. The rest of the file is read as if they were not there. */
function scanHidden(reader: LineReader, marker: Marker, outline: Outline, findings: Findings): boolean {
  const { line, number } = reader;
  const { what } = marker;
  // As text it means the same with and without them.
  if (what.kind === "rule" || what.kind === "hash") return scanMarker(reader, line, what, outline, findings);
  const name = what.kind === "heading" ? "a heading" : `the start of a ${whatStarts[what.kind]}`;
  findings.addProblem(markerHidden(line, name, " If it is text, put a \\ before it."), { line: number });
  const [spaced, joined] = readingsWithoutUnseen(line);
  const meant = (what.kind === "heading" && findMarker(spaced) !== null ? spaced : joined).trimStart();
  if (what.kind !== "heading") return scanMarker(reader, meant, what, outline, findings);
  outline.uncertainHeading(what.level, meant.slice(what.level + 1), line, number);
  return true;
}

const whatStarts = { fence: "code block", comment: "comment" } as const;

function scanIndented(reader: LineReader, { what }: Marker, outline: Outline, findings: Findings): boolean {
  const { line, number } = reader;
  const kind = what.kind === "heading" ? what.level : what.kind === "fence" ? "fence" : "other";
  outline.indented(kind, line, number);
  if (what.kind === "fence") return scanBlock(reader, what, findings).code !== null;
  if (what.kind === "comment") return skipComment(reader) !== null;
  return true;
}

function scanBlock(reader: LineReader, fence: Fence, findings: Findings): Block {
  const opened = reader.number;
  const block = readBlock(reader, fence);
  if (block.hidden !== null) {
    const fault = markerHidden(block.hidden.text, `the end of the code block of line ${opened}`, "");
    findings.addProblem(fault, { line: block.hidden.line });
  }
  return block;
}

function scanComment(reader: LineReader, findings: Findings): boolean {
  const { line, number } = reader;
  const comment = skipComment(reader);
  if (comment === null) {
    findings.addProblem(commentUnclosed(line), { line: number });
    return false;
  }
  const { rest, hidden } = comment;
  if (hidden !== null) {
    const fault = markerHidden(hidden.text, `the end of the comment of line ${number}`, "");
    findings.addProblem(fault, { line: hidden.line });
  } else if (!looksBlank(rest)) {
    findings.addProblem(commentTextAfter(rest), { line: reader.number });
  }
  return true;
}
