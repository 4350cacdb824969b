// What the headings, texts and code blocks of a Markdown file form together: which belongs to which, and what is out of
// place. The scanner (`parse-markdown.ts`) calls it in the order of the file.
//
// Consequences of a fault are left out: a missing parent is reported once and then assumed; after an indented marker
// nothing is reported until the next heading, because the author may have meant either reading; after `giveUp` (an open
// fence or comment) nothing counts as missing, since it may be further down.

import { emptyContent, emptyCourse, titleDuplicate } from "../content-warnings.ts";
import { type Chapter, type Example, type Kind, type Lesson, limits } from "../course.ts";
import { checkCount, type Count } from "../course-size.ts";
import { descriptionTooLong, readCode, readDescription, readOutput, readTitle, valueOf } from "../fields.ts";
import { fold } from "../fold.ts";
import { isBlank } from "../line-reader.ts";
import { excerpt, type Fault, type Findings, type ProblemCode } from "../problems.ts";
import {
  chapterOutsideLesson,
  codeMissing,
  codeOutsideExample,
  exampleOutsideChapter,
  markerIndented,
  outputWithoutCode,
  secondCodeBlock,
  secondLesson,
  secondOutput,
  textAfterCode,
  textBeforeLesson,
} from "./outline-faults.ts";
import { looksBlank } from "../unseen.ts";
import type { ChapterDraft, Draft, ExampleDraft, LessonDraft } from "./drafts.ts";
import { isOutput, looksLikeOutput, readInfo, wordsIgnored } from "./info.ts";
import { Prose } from "./prose.ts";

export class Outline {
  readonly #findings: Findings;
  readonly #isOneLesson: boolean;
  readonly #lessons: LessonDraft[] = [];
  readonly #count: Record<"lessons" | "examples", number> = { lessons: 0, examples: 0 };
  #lesson: LessonDraft | null = null;
  #chapter: ChapterDraft | null = null;
  #example: ExampleDraft | null = null;
  /** In a lesson file: the lesson of its first `# Title`, once there is one. */
  #headed: LessonDraft | null = null;
  /** In a lesson file: faults that are only reported if a `# Title` follows further down. */
  #ifHeaded: { fault: Fault; line: number }[] = [];
  /** A heading above was not certain, so a missing parent is not reported. */
  #isAnyParentExpected = false;
  /** Since an indented marker: the author may have meant it as text or as a marker. */
  #isUncertain = false;
  #isSilent: boolean;
  #hasGivenUp = false;
  /** How many lessons, chapters and examples are too many. */
  #surplus = 0;
  /** How many lines of text are too many. */
  #surplusLines = 0;
  /** The description in which reading stopped. */
  #unread: Prose | null = null;
  #isTextBeforeReported = false;

  /**
   * `oneLesson` is set for a lesson file, where chapters need no heading above them. `silent` suppresses findings
   * before the first heading, because the missing front matter is already reported.
   */
  constructor(findings: Findings, options: { oneLesson: boolean; silent: boolean }) {
    this.#findings = findings;
    this.#isOneLesson = options.oneLesson;
    this.#isSilent = options.silent;
    if (options.oneLesson) this.#lesson = this.#lessonDraft("", 1, true);
  }

  heading(level: 1 | 2 | 3, title: string, raw: string, line: number): void {
    this.#closeExample();
    this.#isUncertain = false;
    this.#isSilent = false;
    if (level === 1) this.#startLesson(title, raw, line);
    else if (level === 2) this.#startChapter(title, raw, line);
    else this.#startExample(title, raw, line);
  }

  /** Adds a line of text. Returns false where text is not allowed. */
  text(text: string, line: number): boolean {
    if (isBlank(text)) {
      this.#prose()?.add(text, line);
      return true;
    }
    if (this.#isUncertain || this.#isSilent) return false;
    const prose = this.#prose();
    if (prose === null || prose.isCut || this.#isDropped()) this.#surplusLines += 1;
    if (prose === null) {
      if (looksBlank(text)) return false;
      if (this.#example !== null) this.#textAfterCode(this.#example, text, line);
      else this.#textBeforeLesson(text, line);
      return false;
    }
    if (this.#isOneLesson && this.#headed === null && this.#lesson?.prose === prose) {
      this.#onlyWithoutHeading("TEXT_BEFORE_LESSON", () => textBeforeLesson(text), line);
    }
    prose.add(text, line);
    return true;
  }

  /** A closed code block: the plain text after its opening fence, and its code or, if that says so, an output. */
  code(info: string, code: string, raw: string, line: number): void {
    if (this.#isSilent) return;
    if (isOutput(info)) {
      this.#output(code, raw, line);
      return;
    }
    const example = this.#example;
    if (example?.hasCode) {
      this.#findings.addProblem(secondCodeBlock(raw, example.line, looksLikeOutput(info)), { line });
      return;
    }
    if (example === null && !this.#isUncertain && !this.#isAnyParentExpected) {
      this.#findings.addProblem(codeOutsideExample(raw), { line });
      return;
    }
    const language = valueOf(readInfo(info), this.#findings, () => ({ line }));
    const remark = wordsIgnored(info);
    if (remark !== null) this.#findings.addWarning(remark, { line });
    if (example !== null) example.hasCode = true;
    if (this.#isDropped()) return;
    const content = valueOf(readCode(code), this.#findings, (of) => ({ line: line + (of ?? 0) }));
    if (example === null) return;
    example.language = language ?? "";
    example.code = content ?? "";
  }

  /** A line such as ```x```, which begins and ends with a fence: Markdown shows it as text, and it opens no block. */
  inlineCode(info: string, line: number): void {
    if (this.#isSilent) return;
    valueOf(readInfo(info), this.#findings, () => ({ line }));
    if (this.#example !== null) this.#example.isExcused = true;
  }

  /** A marker after one to three spaces: a heading of this level, a fence (its block is skipped), or another marker. */
  indented(what: 1 | 2 | 3 | "fence" | "other", raw: string, line: number): void {
    if (this.#isSilent) return;
    this.#findings.addProblem(markerIndented(raw), { line });
    if (what === "other") return;
    if (this.#example !== null && !this.#example.hasCode) this.#example.isExcused = true;
    this.#isUncertain = true;
    if (what === "fence") return;
    this.#closeExample();
    if (this.#lesson === null) this.#lesson = this.#lessonDraft("", line, true);
    if (what === 2 && this.#chapter === null) this.#chapter = this.#chapterDraft("", line, true);
  }

  /**
   * A heading whose level is not certain, which is reported: nothing below it counts as misplaced, and the example above
   * it may go on.
   */
  uncertainHeading(level: 1 | 2 | 3, title: string, raw: string, line: number): void {
    this.#isAnyParentExpected = true;
    if (this.#example !== null) this.#example.isExcused = true;
    this.heading(level, looksBlank(title) ? raw : title, raw, line);
  }

  /** So much is over a limit that reading on would only cost time. */
  get isOverfull(): boolean {
    return this.#surplus > 10_000 || this.#surplusLines > 200_000;
  }

  /** The rest of the file cannot be judged. */
  giveUp(): void {
    this.#hasGivenUp = true;
    this.#unread = this.#prose();
  }

  /** The lessons; complete only if there was no fault. `first` is the line for faults of the course itself. */
  lessons(first: number): Lesson[] {
    if (!this.#hasGivenUp) this.#closeExample();
    const lessons = this.#lessons.filter((lesson) => !this.#isUnusedImplicit(lesson));
    if (!this.#isOneLesson && !this.#hasGivenUp && !this.#isSilent && lessons.length === 0) {
      const remark = emptyCourse(". A lesson starts with a line such as # First lesson.");
      this.#findings.addWarning(remark, { line: first });
    }
    if (!this.#isOneLesson) this.#warnOfSameTitles("lesson", lessons);
    return lessons.map((lesson) => this.#lessonOf(lesson));
  }

  /** The `# Title` of a lesson file and its line; null without one. */
  get lessonHeading(): { readonly title: string; readonly line: number } | null {
    return this.#headed;
  }

  #startLesson(title: string, raw: string, line: number): void {
    if (this.#isOneLesson) {
      if (this.#headed !== null) this.#findings.addProblem(secondLesson(raw, this.#headed.line), { line });
      for (const { fault, line: at } of this.#ifHeaded) this.#findings.addProblem(fault, { line: at });
      this.#ifHeaded = [];
    } else {
      title = this.#title(title, "lesson", raw, line);
    }
    this.#lesson = this.#lessonDraft(title, line, false);
    if (this.#isOneLesson) this.#headed ??= this.#lesson;
    this.#chapter = null;
    this.#example = null;
  }

  #startChapter(title: string, raw: string, line: number): void {
    if (this.#lesson === null) {
      if (!this.#isAnyParentExpected) this.#findings.addProblem(chapterOutsideLesson(raw), { line });
      this.#lesson = this.#lessonDraft("", line, true);
    } else if (this.#isOneLesson && this.#headed === null) {
      this.#onlyWithoutHeading("CHAPTER_OUTSIDE_LESSON", () => chapterOutsideLesson(raw), line);
    }
    this.#chapter = this.#chapterDraft(this.#title(title, "chapter", raw, line), line, false);
    this.#example = null;
  }

  #startExample(title: string, raw: string, line: number): void {
    if (this.#chapter === null) {
      if (!this.#isAnyParentExpected) this.#findings.addProblem(exampleOutsideChapter(raw), { line });
      this.#chapter = this.#chapterDraft("", line, true);
    }
    const example: ExampleDraft = {
      title: this.#title(title, "example", raw, line),
      line,
      isAssumed: false,
      isKept: true,
      prose: new Prose(),
      hasCode: false,
      hasOutput: false,
      isExcused: false,
      isTextAfterReported: false,
      language: "",
      code: "",
      output: "",
    };
    this.#count.examples += 1;
    this.#chapter.count += 1;
    const fitsChapter = this.#fits("examplesInChapter", this.#chapter.count, line);
    const fitsCourse = this.#fits("examplesInCourse", this.#count.examples, line);
    example.isKept = this.#chapter.isKept && fitsChapter && fitsCourse;
    if (fitsChapter && fitsCourse) this.#chapter.examples.push(example);
    this.#example = example;
  }

  #lessonDraft(title: string, line: number, isAssumed: boolean): LessonDraft {
    const prose = new Prose();
    const lesson: LessonDraft = { title, line, isAssumed, isKept: true, prose, chapters: [], count: 0 };
    if (!isAssumed) this.#count.lessons += 1;
    // A lesson file has at most two: the lesson without a heading, and the first with one.
    const fits = this.#isOneLesson
      ? this.#lessons.length < 2
      : this.#fits("lessonsInCourse", this.#count.lessons, line);
    lesson.isKept = fits;
    if (fits) this.#lessons.push(lesson);
    return lesson;
  }

  #chapterDraft(title: string, line: number, isAssumed: boolean): ChapterDraft {
    const prose = new Prose();
    const chapter: ChapterDraft = { title, line, isAssumed, isKept: true, prose, examples: [], count: 0 };
    const lesson = this.#lesson;
    if (lesson === null) return chapter;
    if (!isAssumed) lesson.count += 1;
    const fits = this.#fits("chaptersInLesson", lesson.count, line);
    chapter.isKept = lesson.isKept && fits;
    if (fits) lesson.chapters.push(chapter);
    return chapter;
  }

  /** Reports the first that is too many. Those are not kept, so that a hostile file cannot fill the memory. */
  #fits(what: Count, number: number, line: number): boolean {
    if (number <= limits[what]) return true;
    if (number > limits[what] + 1) {
      this.#surplus += 1;
      return false;
    }
    const fault = checkCount(what, number);
    if (fault !== null) this.#findings.addProblem(fault, { line });
    return false;
  }

  /** The current lesson, chapter or example is one too many, which is reported: what it holds does not matter. */
  #isDropped(): boolean {
    const current = this.#example ?? this.#chapter ?? this.#lesson;
    return current !== null && !current.isKept;
  }

  #closeExample(): void {
    const example = this.#example;
    this.#example = null;
    if (example === null || example.hasCode || example.isExcused) return;
    this.#findings.addProblem(() => codeMissing(example.title), { line: example.line });
  }

  /** The description that text belongs to here; null where text is not allowed. */
  #prose(): Prose | null {
    if (this.#example !== null) return this.#example.hasCode ? null : this.#example.prose;
    return (this.#chapter ?? this.#lesson)?.prose ?? null;
  }

  #output(output: string, raw: string, line: number): void {
    const example = this.#example;
    if (!example?.hasCode) {
      const isCodeUnread = this.#isUncertain || this.#isAnyParentExpected || example?.isExcused === true;
      if (!isCodeUnread) this.#findings.addProblem(outputWithoutCode(raw, example !== null), { line });
      if (example !== null) example.isExcused = true;
    } else if (example.hasOutput) {
      this.#findings.addProblem(secondOutput(raw, example.line), { line });
    } else {
      example.hasOutput = true;
      if (this.#isDropped()) return;
      const reading = readOutput(output);
      example.output = valueOf(reading, this.#findings, (of) => ({ line: line + (of ?? 0) })) ?? "";
    }
  }

  #onlyWithoutHeading(code: ProblemCode, fault: () => Fault, line: number): void {
    if (this.#ifHeaded.some((other) => other.fault.code === code)) return;
    this.#ifHeaded.push({ fault: fault(), line });
  }

  #textBeforeLesson(text: string, line: number): void {
    if (this.#isTextBeforeReported) return;
    this.#isTextBeforeReported = true;
    this.#findings.addProblem(textBeforeLesson(text), { line });
  }

  #textAfterCode(example: ExampleDraft, text: string, line: number): void {
    if (example.isTextAfterReported) return;
    example.isTextAfterReported = true;
    this.#findings.addProblem(textAfterCode(text), { line });
  }

  /**
   * Whether this is the lesson without a heading with which a lesson file starts, and the file has a headed one
   * instead.
   */
  #isUnusedImplicit(lesson: LessonDraft): boolean {
    return this.#isOneLesson && this.#headed !== null && lesson !== this.#headed;
  }

  /** The normalised title, whether or not it is valid. */
  #title(title: string, of: Kind, raw: string, line: number): string {
    const result = readTitle(title, of);
    for (const remark of result.remarks) this.#findings.addWarning(remark, { line });
    if (result.ok) return result.value;
    for (const fault of result.faults) {
      const found = fault.code === "TITLE_EMPTY" ? excerpt(raw) : fault.found;
      this.#findings.addProblem({ ...fault, found }, { line });
    }
    return result.text;
  }

  #description(of: Kind, prose: Prose): string {
    if (prose.isCut) {
      this.#findings.addProblem(descriptionTooLong(prose.length, of, prose === this.#unread), {
        line: prose.lineOf(1),
      });
      return "";
    }
    const reading = readDescription(prose.text, of);
    return valueOf(reading, this.#findings, (line) => ({ line: prose.lineOf(line ?? 1) })) ?? "";
  }

  #lessonOf(lesson: LessonDraft): Lesson {
    if (!lesson.isAssumed || this.#isOneLesson) this.#warnIfEmpty("lesson", lesson.chapters, lesson);
    this.#warnOfSameTitles("chapter", lesson.chapters);
    return {
      title: lesson.title,
      description: this.#description("lesson", lesson.prose),
      chapters: lesson.chapters.map((chapter) => this.#chapterOf(chapter)),
    };
  }

  #chapterOf(chapter: ChapterDraft): Chapter {
    if (!chapter.isAssumed) this.#warnIfEmpty("chapter", chapter.examples, chapter);
    this.#warnOfSameTitles("example", chapter.examples);
    return {
      title: chapter.title,
      description: this.#description("chapter", chapter.prose),
      examples: chapter.examples.map((example): Example => {
        const { title, language, code, output } = example;
        const description = this.#description("example", example.prose);
        return { title, description, language, code_content: code, output };
      }),
    };
  }

  #warnIfEmpty(of: "lesson" | "chapter", children: readonly Draft[], { title, line }: Draft): void {
    if (children.length > 0 || this.#hasGivenUp) return;
    this.#findings.addWarning(emptyContent(of, title), { line });
  }

  #warnOfSameTitles(of: Exclude<Kind, "course">, siblings: readonly Draft[]): void {
    const titles = new Set<string>();
    for (const { title, line, isAssumed } of siblings) {
      if (isAssumed || title === "") continue;
      const key = fold(title);
      if (titles.has(key)) this.#findings.addWarning(() => titleDuplicate(of, title), { line });
      titles.add(key);
    }
  }
}
