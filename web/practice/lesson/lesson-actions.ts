// What each key and button of an open lesson does.

import type { SessionUser } from "../../shell/session/session.ts";
import { type Lesson, nextPlace, type Place, previousPlace } from "../flow.ts";
import type { Way } from "../memory/memory-task.ts";
import { focusWayChoice } from "../memory/focus-way-choice.ts";
import type { KeyAction } from "./lesson-keys.ts";
import type { FromMemory } from "./use-from-memory.ts";
import type { LessonSurroundings, OpenLesson } from "./use-lesson.ts";
import type { Ways } from "./use-ways.ts";

/** An open lesson and what the screen around it does. */
export type LessonStageProps = LessonSurroundings & {
  readonly user: SessionUser;
  readonly lesson: Lesson;
  readonly place: Place;
  readonly ways: Ways;
  readonly exampleAddress: (exampleId: number) => string;
  readonly onOpenWay: (way: Way) => void;
  readonly onToggleCourses: () => void;
  readonly onToggleBoard: () => void;
  readonly onKeys: () => void;
};

export type Actions = Readonly<Record<KeyAction, () => void>>;

export function actionsOf(
  { lesson, place, onOpenExample, onToggleCourses, onToggleBoard, onKeys }: LessonStageProps,
  { runner }: OpenLesson,
  {
    fromMemory,
    showsCode,
    focusCode,
    pressMain,
  }: {
    readonly fromMemory: FromMemory;
    /** Whether the code of a run can be looked at. */
    readonly showsCode: boolean;
    readonly focusCode: () => void;
    /** At the end of the course. */
    readonly pressMain: () => void;
  },
): Actions {
  const restart = () => runner.dispatch({ kind: "restart" });
  return {
    type: focusCode,
    restart,
    next: () => runner.dispatch({ kind: "next", exampleId: nextPlace(lesson, place)?.example.id ?? null }),
    main: pressMain,
    previous() {
      const previous = previousPlace(lesson, place);
      if (previous !== null) onOpenExample(previous.example.id);
    },
    courses: onToggleCourses,
    leaderboard: onToggleBoard,
    way: focusWayChoice,
    "from-memory": fromMemory.begin,
    "see-code"() {
      if (showsCode) runner.dispatch({ kind: "see-code", slip: 0 });
    },
    "previous-slip": () => runner.dispatch({ kind: "to-slip", by: -1 }),
    "next-slip": () => runner.dispatch({ kind: "to-slip", by: 1 }),
    "to-result": () => runner.dispatch({ kind: "to-result" }),
    keys: onKeys,
  };
}
