// Warnings about a course as a whole, the same for both formats: something is still empty, or two siblings share a
// title.

import { childKind, type Kind, parentKind } from "./course.ts";
import { excerpt, type Remark, type WarningCode } from "./problems.ts";

const emptyCodes = {
  course: "COURSE_EMPTY",
  lesson: "LESSON_EMPTY",
  chapter: "CHAPTER_EMPTY",
} as const satisfies Partial<Record<Kind, WarningCode>>;

/** A lesson without chapters, or a chapter without examples. */
export function emptyContent(kind: "lesson" | "chapter", title: string): Remark {
  const name = title === "" ? "" : `"${excerpt(title)}" `;
  return emptyOf(kind, `The ${kind} ${name}has no ${childKind[kind]} yet.`);
}

/** A course without lessons; `hint` says how a lesson starts in the format of the file. */
export function emptyCourse(hint: string): Remark {
  return emptyOf("course", `The course has no lesson yet${hint}`);
}

export function titleDuplicate(kind: Exclude<Kind, "course">, title: string): Remark {
  const sentence = `This ${parentKind[kind]} has another ${kind} with the title "${excerpt(title)}".`;
  return { code: "TITLE_DUPLICATE", found: excerpt(title), sentence };
}

function emptyOf(kind: keyof typeof emptyCodes, sentence: string): Remark {
  return { code: emptyCodes[kind], found: `no ${childKind[kind]}`, sentence };
}
