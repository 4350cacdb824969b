// The faults of a Markdown file's outline: headings, texts and code blocks in the wrong place.

import { excerpt, type Fault } from "../problems.ts";

export function textBeforeLesson(text: string): Fault {
  const sentence =
    "There is text before the first lesson. A lesson starts with a line such as # First lesson.";
  return { code: "TEXT_BEFORE_LESSON", found: excerpt(text.trim()), expected: "# Lesson", sentence };
}

export function chapterOutsideLesson(raw: string): Fault {
  const sentence = "This chapter is outside a lesson. Put a line such as # First lesson above it.";
  return { code: "CHAPTER_OUTSIDE_LESSON", found: excerpt(raw), expected: "# Lesson before it", sentence };
}

export function exampleOutsideChapter(raw: string): Fault {
  const sentence = "This example is outside a chapter. Put a line such as ## First chapter above it.";
  return { code: "EXAMPLE_OUTSIDE_CHAPTER", found: excerpt(raw), expected: "## Chapter before it", sentence };
}

export function secondLesson(raw: string, firstLine: number): Fault {
  const sentence = `A lesson file holds one lesson, and its title is on line ${firstLine}. Put the second lesson in another file.`;
  return { code: "SECOND_LESSON", found: excerpt(raw), expected: "one # Title", sentence };
}

export function codeMissing(title: string): Fault {
  const sentence = "The example has no code block. Put its code between two lines of three backticks.";
  const found = `no code block in ${title === "" ? "this example" : `"${excerpt(title)}"`}`;
  return { code: "CODE_MISSING", found, expected: "one code block", sentence };
}

export function codeOutsideExample(raw: string): Fault {
  const sentence = "This code block is outside an example. Put a line such as ### First example above it.";
  return { code: "CODE_OUTSIDE_EXAMPLE", found: excerpt(raw), expected: "### Example before it", sentence };
}

/** `isOutputMeant`: the author may have meant what the example prints. */
export function secondCodeBlock(raw: string, exampleLine: number, isOutputMeant: boolean): Fault {
  const advice = isOutputMeant
    ? "If this one is what the code prints, write exactly output after its fence."
    : "Put a ### heading above this one.";
  const sentence = `The example on line ${exampleLine} already has a code block. ${advice}`;
  return {
    code: "SECOND_CODE_BLOCK",
    found: `a second code block: ${excerpt(raw)}`,
    expected: "one code block per example",
    sentence,
  };
}

export function secondOutput(raw: string, exampleLine: number): Fault {
  return {
    code: "SECOND_CODE_BLOCK",
    found: `a second output: ${excerpt(raw)}`,
    expected: "one output per example",
    sentence: `The example on line ${exampleLine} already has an output. Join the two, or put a ### heading with its code above this one.`,
  };
}

/** `isInExample`: the code may follow below. */
export function outputWithoutCode(raw: string, isInExample: boolean): Fault {
  const sentence = isInExample
    ? "This output has no code above it. Put it after the example's code block. If it is the code, write its language after the fence, or text if there is none."
    : "This output is outside an example. Put it after the code block of an example.";
  return { code: "CODE_OUTSIDE_EXAMPLE", found: excerpt(raw), expected: "a code block before it", sentence };
}

export function textAfterCode(text: string): Fault {
  const sentence =
    "There is text after the example's code. Move it above the code block, where the description is.";
  return {
    code: "TEXT_AFTER_CODE",
    found: excerpt(text.trim()),
    expected: "the description before the code",
    sentence,
  };
}

export function markerIndented(raw: string): Fault {
  const sentence =
    "There are spaces before this line's marker. Start it in column 1, or put a \\ before it if it is text.";
  return { code: "MARKER_INDENTED", found: excerpt(raw), expected: "column 1, or \\ before it", sentence };
}
