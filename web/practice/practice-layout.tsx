// The frame of the practice and the replay screen: courses on the left, the example in the middle, its leaderboard, or
// the panel of a run from memory, on the right. Where there is no room, the courses are in a drawer and the leaderboard in a sheet.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { NavStart } from "../shell/nav-start.tsx";
import { IconButton } from "../ui/button.tsx";
import { MenuIcon } from "../ui/icons.tsx";
import { matchesMedia } from "../ui/media.ts";
import { CourseTree } from "./course-tree.tsx";
import { turn, useSetting } from "./device-settings.ts";
import { Keys } from "./keys.tsx";
import { BoardColumn, CoursesColumn } from "./side-columns.tsx";
import { SidePanel } from "./side-panel.tsx";

/** What is on the right: the leaderboard, or the panel of a run from memory. */
export type BoardPanel = { readonly title: string; readonly content: ReactNode };

export function PracticeLayout({
  userId,
  lessonId,
  courseId,
  board,
  isHome = false,
  panels,
  children,
}: {
  readonly userId: number;
  /** The lesson and course that the tree marks as open; null for none. */
  readonly lessonId: number | null;
  readonly courseId: number | null;
  /** null when no lesson is open, so that there is no leaderboard to show. */
  readonly board: BoardPanel | null;
  /** No lesson is chosen: there is neither a leaderboard nor a place for it. */
  readonly isHome?: boolean;
  readonly panels: Panels;
  /** The content of the stage. */
  readonly children: ReactNode;
}): ReactNode {
  const { showsCourses, showsBoard } = panels;
  const tree = (
    <CourseTree
      userId={userId}
      lessonId={lessonId}
      courseId={courseId}
      onChosen={() => panels.setDrawer(false)}
    />
  );
  const hasBoard = showsBoard && board !== null;
  const title = board?.title ?? "Leaderboard";
  return (
    <div className={classOf({ showsCourses, hasBoard, isHome })}>
      <CoursesButton onPress={() => panels.setDrawer(true)} />
      <CoursesColumn isShown={showsCourses} column={panels.courses} onShow={panels.toggleCourses}>
        {tree}
      </CoursesColumn>
      <main className="stage" id="main" tabIndex={-1}>
        {children}
      </main>
      {isHome ? null : (
        <BoardColumn title={title} isShown={hasBoard} isDisabled={board === null}>
          {board?.content}
        </BoardColumn>
      )}
      <SidePanel kind="drawer" label="Courses" open={panels.drawer} onClose={() => panels.setDrawer(false)}>
        {tree}
      </SidePanel>
      <SidePanel kind="sheet" label={title} open={panels.sheet} onClose={() => panels.setSheet(false)}>
        {board?.content}
      </SidePanel>
      <Keys open={panels.keys} onClose={() => panels.setKeys(false)} />
    </div>
  );
}

/** In the bar, where there is no room for the column of courses. */
function CoursesButton({ onPress }: { readonly onPress: () => void }): ReactNode {
  return (
    <NavStart>
      <span className="nav-menu-btn">
        <IconButton label="Show courses" onClick={onPress}>
          <MenuIcon />
        </IconButton>
      </span>
    </NavStart>
  );
}

function classOf(shown: {
  readonly showsCourses: boolean;
  readonly hasBoard: boolean;
  readonly isHome: boolean;
}): string {
  const names = ["app"];
  if (!shown.showsCourses) names.push("no-side");
  if (shown.isHome) names.push("at-home");
  else if (!shown.hasBoard) names.push("no-board");
  return names.join(" ");
}

export type Panels = ReturnType<typeof usePanels>;

/** Which columns are shown, and which panels are open where there is no room for the columns. */
export function usePanels(lessonId: number | null, exampleId: number | null) {
  const showsCourses = useSetting("courses");
  const showsBoard = useSetting("leaderboard");
  const [drawer, setDrawer] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [keys, setKeys] = useState(false);
  const courses = useRef<HTMLElement>(null);
  // The browser's own buttons lead to another place too.
  useEffect(() => {
    if (lessonId !== null) setDrawer(false);
  }, [lessonId, exampleId]);
  const toggleCourses = () => {
    if (!isWide("(min-width: 761px)")) return setDrawer((open) => !open);
    turn("courses", !showsCourses);
    if (!showsCourses)
      requestAnimationFrame(() => courses.current?.querySelector<HTMLElement>("input")?.focus());
  };
  const toggleBoard = () => {
    if (isWide("(min-width: 1181px)")) turn("leaderboard", !showsBoard);
    else setSheet((open) => !open);
  };
  return {
    showsCourses,
    showsBoard,
    drawer,
    setDrawer,
    sheet,
    setSheet,
    keys,
    setKeys,
    courses,
    toggleCourses,
    toggleBoard,
  };
}

function isWide(media: string): boolean {
  return matchesMedia(media);
}
