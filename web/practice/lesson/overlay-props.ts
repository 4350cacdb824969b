// What covers the stage needs this of the lesson.

import type { RefObject } from "react";
import type { CourseEndHandle } from "../ends/course-complete.tsx";
import type { RunEnds } from "../ends/use-run-end.ts";
import type { ThirdExampleOffered } from "../first-days/use-third-example-offer.ts";
import type { Course } from "../flow.ts";
import type { ShownResult } from "../result/shown-result.ts";
import type { Actions, LessonStageProps } from "./lesson-actions.ts";
import type { FromMemory } from "./use-from-memory.ts";
import type { OpenLesson } from "./use-lesson.ts";

export type OverlayProps = LessonStageProps & {
  readonly open: OpenLesson;
  /** The stage's place for the code of a finished run. */
  readonly lookSlot: Element | null;
  /** null while it is loading. */
  readonly course: Course | null;
  readonly ends: RunEnds;
  readonly courseEnd: RefObject<CourseEndHandle | null>;
  readonly acts: Actions;
  /** null where it is not offered. */
  readonly fromMemory: FromMemory | null;
  readonly offer: ThirdExampleOffered;
};

export type CopyResultProps = OverlayProps & { readonly result: ShownResult };
