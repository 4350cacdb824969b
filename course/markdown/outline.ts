/**
 * What a Markdown file's headings, texts and code blocks make together: which belongs under which, and what is out of
 * place. The scanner (`parse-markdown.ts`) calls it in the order of the file.
 *
 * Consequences are left out: a missing parent is told once and then taken as given; after an indented marker nothing
 * is said about what stands there until the next heading, because the author may have meant either reading; after
 * `giveUp` (an open fence or comment) nothing is missing, since it may be further down.
 */
import { codePoints } from "@tabstop/engine/code-points";
import { type Chapter, type Example, type Kind, type Lesson, limits } from "../course.ts";
import {
  checkCount,
  type Count,
  descriptionTooLong,
  readCode,
  readDescription,
  readLanguage,
  type Reading,
  readTitle,
} from "../fields.ts";
import { isBlank } from "../line-reader.ts";
import { excerpt, type Fault, type Findings, type Place } from "../problems.ts";

export class Outline {
  readonly #findings: Findings;
  readonly #oneLesson: boolean;
  readonly #lessons: LessonDraft[] = [];
  readonly #count: Record<"lessons" | "examples", number> = { lessons: 0, examples: 0 };
  #lesson: LessonDraft | null = null;
  #chapter: ChapterDraft | null = null;
  #example: ExampleDraft | null = null;
  /** The headed lesson of a lesson file, once there is one. */
  #headed: LessonDraft | null = null;
  /** In a lesson file: what is wrong if a `# Title` should still come. */
  #ifHeaded: { fault: Fault; line: number }[] = [];
  #doubt = false;
  #silent: boolean;
  #gaveUp = false;
  #textBeforeTold = false;

  /**
   * oneLesson: a lesson file, where chapters need no heading above them.
   * silent: say nothing before the first heading (the front matter is missing, and that is told).
   */
  constructor(findings: Findings, options: { oneLesson: boolean; silent: boolean }) {
    this.#findings = findings;
    this.#oneLesson = options.oneLesson;
    this.#silent = options.silent;
    if (options.oneLesson) this.#lesson = this.#lessonDraft("", 1, true);
  }

  heading(level: 1 | 2 | 3, title: string, raw: string, line: number): void {
    this.#closeExample();
    this.#doubt = false;
    this.#silent = false;
    if (level === 1) this.#startLesson(title, raw, line);
    else if (level === 2) this.#startChapter(title, raw, line);
    else this.#startExample(title, raw, line);
  }

  /** A line of text. False: no text may stand here. */
  text(text: string, line: number): boolean {
    if (isBlank(text)) {
      this.#prose()?.add(text, line);
      return true;
    }
    if (this.#doubt || this.#silent) return false;
    const prose = this.#prose();
    if (prose === null) {
      if (this.#example !== null) this.#textAfterCode(this.#example, text, line);
      else this.#textBeforeLesson(text, line);
      return false;
    }
    if (this.#oneLesson && this.#headed === null && this.#lesson?.prose === prose) {
      this.#onlyWithoutHeading(textBeforeLesson(text), line);
    }
    prose.add(text, line);
    return true;
  }

  /** A closed code block: the text after its opening fence, and its code. */
  code(info: string, code: string, raw: string, line: number): void {
    if (this.#silent) return;
    const example = this.#example;
    if (example?.coded) {
      this.#findings.problem(secondCodeBlock(raw, example.line), { line });
      return;
    }
    if (example === null && !this.#doubt) {
      this.#findings.problem(codeOutsideExample(raw), { line });
      return;
    }
    const language = this.#take(readInfo(info), () => ({ line }));
    const first = info.trim();
    const words = first.slice(firstWord(first).length).trim();
    if (words !== "") {
      const sentence = `After the language, "${excerpt(words)}" means nothing here and is left out.`;
      this.#findings.warning({ code: "INFO_IGNORED", found: excerpt(words), sentence }, { line });
    }
    const content = this.#take(readCode(code), (of) => ({ line: line + (of ?? 0) }));
    if (example === null) return;
    example.coded = true;
    example.language = language ?? "";
    example.code = content ?? "";
  }

  /** A fence line on which the fence comes again, as in ```x```: Markdown shows it as text, nothing opens here. */
  inlineCode(info: string, line: number): void {
    if (this.#silent) return;
    this.#take(readInfo(info), () => ({ line }));
    if (this.#example !== null) this.#example.excused = true;
  }

  /** A marker indented by one to three spaces: a heading of this level, a fence (its block is skipped), or another. */
  indented(what: 1 | 2 | 3 | "fence" | "other", raw: string, line: number): void {
    if (this.#silent) return;
    this.#findings.problem(markerIndented(raw), { line });
    if (what === "other") return;
    if (this.#example !== null && !this.#example.coded) this.#example.excused = true;
    this.#doubt = true;
    if (what === "fence") return;
    this.#closeExample();
    if (this.#lesson === null) this.#lesson = this.#lessonDraft("", line, true);
    if (what === 2 && this.#chapter === null) this.#chapter = this.#chapterDraft("", line, true);
  }

  /** The rest of the file cannot be judged. */
  giveUp(): void {
    this.#gaveUp = true;
  }

  /** The lessons, complete only when nothing was found to be wrong. `first`: the line of a course's own faults. */
  lessons(first: number): Lesson[] {
    if (!this.#gaveUp) this.#closeExample();
    const lessons = this.#lessons.filter((lesson) => !this.#isUnusedImplicit(lesson));
    if (!this.#oneLesson && !this.#gaveUp && !this.#silent && lessons.length === 0) {
      const sentence = "The course has no lesson yet. A lesson starts with a line such as # First lesson.";
      this.#findings.warning({ code: "COURSE_EMPTY", found: "no lesson", sentence }, { line: first });
    }
    if (!this.#oneLesson) this.#twins("lesson", lessons);
    return lessons.map((lesson) => this.#lessonOf(lesson));
  }

  /** The `# Title` of a lesson file and its line; null without one. */
  get lessonHeading(): { readonly title: string; readonly line: number } | null {
    return this.#headed;
  }

  #startLesson(title: string, raw: string, line: number): void {
    if (this.#oneLesson) {
      if (this.#headed !== null) this.#findings.problem(secondLesson(raw, this.#headed.line), { line });
      for (const { fault, line: at } of this.#ifHeaded) this.#findings.problem(fault, { line: at });
      this.#ifHeaded = [];
    } else {
      title = this.#title(title, "lesson", raw, line);
    }
    this.#lesson = this.#lessonDraft(title, line, false);
    if (this.#oneLesson) this.#headed ??= this.#lesson;
    this.#chapter = null;
    this.#example = null;
  }

  #startChapter(title: string, raw: string, line: number): void {
    if (this.#lesson === null) {
      this.#findings.problem(chapterOutsideLesson(raw), { line });
      this.#lesson = this.#lessonDraft("", line, true);
    } else if (this.#oneLesson && this.#headed === null) {
      this.#onlyWithoutHeading(chapterOutsideLesson(raw), line);
    }
    this.#chapter = this.#chapterDraft(this.#title(title, "chapter", raw, line), line, false);
    this.#example = null;
  }

  #startExample(title: string, raw: string, line: number): void {
    if (this.#chapter === null) {
      this.#findings.problem(exampleOutsideChapter(raw), { line });
      this.#chapter = this.#chapterDraft("", line, true);
    }
    const example: ExampleDraft = {
      title: this.#title(title, "example", raw, line),
      line,
      assumed: false,
      prose: new Prose(),
      coded: false,
      excused: false,
      textAfterTold: false,
      language: "",
      code: "",
    };
    this.#count.examples += 1;
    this.#chapter.count += 1;
    const fitsChapter = this.#fits("examplesInChapter", this.#chapter.count, line);
    const fitsCourse = this.#fits("examplesInCourse", this.#count.examples, line);
    if (fitsChapter && fitsCourse) this.#chapter.examples.push(example);
    this.#example = example;
  }

  #lessonDraft(title: string, line: number, assumed: boolean): LessonDraft {
    const lesson: LessonDraft = { title, line, assumed, prose: new Prose(), chapters: [], count: 0 };
    if (!assumed) this.#count.lessons += 1;
    // Of a lesson file: the lesson without heading, and the first with one.
    const fits = this.#oneLesson
      ? this.#lessons.length < 2
      : this.#fits("lessonsInCourse", this.#count.lessons, line);
    if (fits) this.#lessons.push(lesson);
    return lesson;
  }

  #chapterDraft(title: string, line: number, assumed: boolean): ChapterDraft {
    const chapter: ChapterDraft = { title, line, assumed, prose: new Prose(), examples: [], count: 0 };
    const lesson = this.#lesson;
    if (lesson === null) return chapter;
    if (!assumed) lesson.count += 1;
    if (this.#fits("chaptersInLesson", lesson.count, line)) lesson.chapters.push(chapter);
    return chapter;
  }

  /** Told for the first that is too many. The others are not kept, so that a hostile file fills no memory. */
  #fits(what: Count, number: number, line: number): boolean {
    if (number <= limits[what]) return true;
    if (number > limits[what] + 1) return false;
    const fault = checkCount(what, number);
    if (fault !== null) this.#findings.problem(fault, { line });
    return false;
  }

  #closeExample(): void {
    const example = this.#example;
    this.#example = null;
    if (example === null || example.coded || example.excused) return;
    this.#findings.problem(() => codeMissing(example.title), { line: example.line });
  }

  /** Where a description can stand here. */
  #prose(): Prose | null {
    if (this.#example !== null) return this.#example.coded ? null : this.#example.prose;
    return (this.#chapter ?? this.#lesson)?.prose ?? null;
  }

  #onlyWithoutHeading(fault: Fault, line: number): void {
    if (this.#ifHeaded.some((other) => other.fault.code === fault.code)) return;
    this.#ifHeaded.push({ fault, line });
  }

  #textBeforeLesson(text: string, line: number): void {
    if (this.#textBeforeTold) return;
    this.#textBeforeTold = true;
    this.#findings.problem(textBeforeLesson(text), { line });
  }

  #textAfterCode(example: ExampleDraft, text: string, line: number): void {
    if (example.textAfterTold) return;
    example.textAfterTold = true;
    this.#findings.problem(textAfterCode(text), { line });
  }

  /** A lesson file starts with a lesson without heading; when a heading came, nothing was in it but blanks. */
  #isUnusedImplicit(lesson: LessonDraft): boolean {
    return this.#oneLesson && this.#headed !== null && lesson !== this.#headed;
  }

  #title(title: string, of: Kind, raw: string, line: number): string {
    const result = readTitle(title, of);
    for (const remark of result.remarks) this.#findings.warning(remark, { line });
    if (result.ok) return result.value;
    for (const fault of result.faults) {
      const found = fault.code === "TITLE_EMPTY" ? excerpt(raw) : fault.found;
      this.#findings.problem({ ...fault, found }, { line });
    }
    return result.text;
  }

  #take<T>(result: Reading<T>, place: (line: number | undefined) => Place): T | undefined {
    for (const remark of result.remarks) this.#findings.warning(remark, place(remark.line));
    if (result.ok) return result.value;
    for (const fault of result.faults) this.#findings.problem(fault, place(fault.line));
    return undefined;
  }

  #description(of: Kind, prose: Prose): string {
    if (prose.cut) {
      this.#findings.problem(descriptionTooLong(prose.length, of), { line: prose.lineOf(1) });
      return "";
    }
    return this.#take(readDescription(prose.text, of), (line) => ({ line: prose.lineOf(line ?? 1) })) ?? "";
  }

  #lessonOf(lesson: LessonDraft): Lesson {
    if (!lesson.assumed || this.#oneLesson) this.#empty("lesson", "chapter", lesson.chapters.length, lesson);
    this.#twins("chapter", lesson.chapters);
    return {
      title: lesson.title,
      description: this.#description("lesson", lesson.prose),
      chapters: lesson.chapters.map((chapter) => this.#chapterOf(chapter)),
    };
  }

  #chapterOf(chapter: ChapterDraft): Chapter {
    if (!chapter.assumed) this.#empty("chapter", "example", chapter.examples.length, chapter);
    this.#twins("example", chapter.examples);
    return {
      title: chapter.title,
      description: this.#description("chapter", chapter.prose),
      examples: chapter.examples.map((example): Example => {
        const { title, language, code } = example;
        const description = this.#description("example", example.prose);
        return { title, description, language, code_content: code };
      }),
    };
  }

  #empty(of: "lesson" | "chapter", child: Kind, children: number, { title, line }: Draft): void {
    if (children > 0 || this.#gaveUp) return;
    const code = of === "lesson" ? "LESSON_EMPTY" : "CHAPTER_EMPTY";
    const sentence = `The ${of} ${title === "" ? "" : `"${excerpt(title)}" `}has no ${child} yet.`;
    this.#findings.warning({ code, found: `no ${child}`, sentence }, { line });
  }

  #twins(of: Kind, siblings: readonly Draft[]): void {
    const titles = new Set<string>();
    for (const { title, line, assumed } of siblings) {
      if (assumed || title === "") continue;
      if (titles.has(title)) this.#findings.warning(titleDuplicate(of, title), { line });
      titles.add(title);
    }
  }
}

export function titleDuplicate(of: Kind, title: string) {
  const parent = of === "lesson" ? "course" : of === "chapter" ? "lesson" : "chapter";
  const sentence = `This ${parent} has another ${of} with the title "${excerpt(title)}".`;
  return { code: "TITLE_DUPLICATE", found: excerpt(title), sentence } as const;
}

type Draft = {
  readonly title: string;
  readonly line: number;
  /** Taken as given, so that its absence is told only once. */
  readonly assumed: boolean;
  readonly prose: Prose;
};
type LessonDraft = Draft & { readonly chapters: ChapterDraft[]; count: number };
type ChapterDraft = Draft & { readonly examples: ExampleDraft[]; count: number };
type ExampleDraft = Draft & {
  coded: boolean;
  /** It may have code that could not be read. */
  excused: boolean;
  textAfterTold: boolean;
  language: string;
  code: string;
};

/** The lines of a description. Keeps no more of them than tell that it is too long. */
class Prose {
  /** Code points from the first line with text to the last. */
  length = 0;
  cut = false;
  #kept: Line[] | null = null;
  #blank: Line[] | null = null;
  /** Code points of the blank lines since the last one with text, and their line ends. */
  #gap = 0;

  add(text: string, number: number): void {
    if (isBlank(text)) {
      if (this.#kept === null) return;
      this.#gap += codePoints(text) + 1;
      this.#blank ??= [];
      if (this.#gap <= limits.description) this.#blank.push({ text, number });
      return;
    }
    this.length += this.#gap + codePoints(text) + (this.#kept === null ? 0 : 1);
    this.cut ||= this.#gap > limits.description || this.length > 4 * limits.description;
    if (this.#kept === null) this.#kept = [{ text, number }];
    else if (!this.cut) this.#kept.push(...(this.#blank ?? []), { text, number });
    this.#blank = null;
    this.#gap = 0;
  }

  get text(): string {
    return (this.#kept ?? []).map((line) => line.text).join("\n");
  }

  /** The line of the file in which the `at`th line of the text stands. */
  lineOf(at: number): number {
    return this.#kept?.[at - 1]?.number ?? 1;
  }
}

type Line = { readonly text: string; readonly number: number };

function firstWord(text: string): string {
  const end = text.search(/[ \t]/);
  return end === -1 ? text : text.slice(0, end);
}

function readInfo(info: string): Reading<string> {
  const word = firstWord(info.trim());
  // Markdown reads a fence with a backtick after it as inline code, so other programs would show something else.
  return readLanguage(info.includes("`") ? info : word);
}

function textBeforeLesson(text: string): Fault {
  const sentence = "Text stands before the first lesson. A lesson starts with a line such as # First lesson.";
  return { code: "TEXT_BEFORE_LESSON", found: excerpt(text.trim()), expected: "# Lesson", sentence };
}

function chapterOutsideLesson(raw: string): Fault {
  const sentence = "A chapter stands outside a lesson. Put a line such as # First lesson above it.";
  return { code: "CHAPTER_OUTSIDE_LESSON", found: excerpt(raw), expected: "# Lesson before it", sentence };
}

function exampleOutsideChapter(raw: string): Fault {
  const sentence = "An example stands outside a chapter. Put a line such as ## First chapter above it.";
  return { code: "EXAMPLE_OUTSIDE_CHAPTER", found: excerpt(raw), expected: "## Chapter before it", sentence };
}

function secondLesson(raw: string, first: number): Fault {
  const sentence = `A lesson file holds one lesson, and its title stands in line ${first}. Put the second lesson into a file of its own.`;
  return { code: "SECOND_LESSON", found: excerpt(raw), expected: "one # Title", sentence };
}

function codeMissing(title: string): Fault {
  const sentence = "The example has no code block. Put its code between two lines of three backticks.";
  const found = `no code block in ${title === "" ? "this example" : `"${excerpt(title)}"`}`;
  return { code: "CODE_MISSING", found, expected: "one code block", sentence };
}

function codeOutsideExample(raw: string): Fault {
  const sentence = "A code block stands outside an example. Put a line such as ### First example above it.";
  return { code: "CODE_OUTSIDE_EXAMPLE", found: excerpt(raw), expected: "### Example before it", sentence };
}

function secondCodeBlock(raw: string, example: number): Fault {
  const sentence = `The example of line ${example} has a code block already. Give this one its own ### heading.`;
  return {
    code: "SECOND_CODE_BLOCK",
    found: `a second code block: ${excerpt(raw)}`,
    expected: "one code block per example",
    sentence,
  };
}

function textAfterCode(text: string): Fault {
  const sentence = "Text stands after the example's code. Put it before the code block, as the description.";
  return {
    code: "TEXT_AFTER_CODE",
    found: excerpt(text.trim()),
    expected: "the description before the code",
    sentence,
  };
}

function markerIndented(raw: string): Fault {
  const sentence =
    "Spaces stand before this line's marker. Put it in column 1, or a \\ before it if it is text.";
  return { code: "MARKER_INDENTED", found: excerpt(raw), expected: "column 1, or \\ before it", sentence };
}
