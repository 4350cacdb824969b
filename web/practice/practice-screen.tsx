// The practice screen: courses on the left, the example in the middle, its leaderboard on the right.

import "./practice.css";
import "../typing/code-area.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { NavStart } from "../shell/nav-start.tsx";
import { usePreferences } from "../shell/data/preferences.ts";
import { startOutbox } from "../shell/outbox/outbox.ts";
import { usePageHead } from "../shell/page-head.ts";
import { type SessionUser, useUser } from "../shell/session/session.ts";
import { IconButton } from "../ui/button.tsx";
import { MenuIcon } from "../ui/icons.tsx";
import { matchesMedia } from "../ui/media.ts";
import { CourseTree } from "./course-tree.tsx";
import { turn, useSetting } from "./device-settings.ts";
import { LessonLoading, LessonProblem, NoExample, NothingChosen } from "./empty-stages.tsx";
import { Keys } from "./keys.tsx";
import { LeaderboardList } from "./leaderboard.tsx";
import { LessonStage } from "./lesson/lesson-stage.tsx";
import { followDeliveries } from "./queries.ts";
import { BoardColumn, CoursesColumn } from "./side-columns.tsx";
import { SidePanel } from "./side-panel.tsx";
import { UnsentRuns } from "./unsent-runs.tsx";
import { type PracticePlace, usePlace } from "./use-place.ts";
import { followVisibleHeight } from "./visible-height.ts";

export function PracticeScreen(): ReactNode {
  const user = useUser();
  useEffect(startOutbox, []);
  useEffect(followDeliveries, []);
  useEffect(followVisibleHeight, []);
  return user === null ? null : <Practice key={user.id} user={user} />;
}

function Practice({ user }: { readonly user: SessionUser }): ReactNode {
  const place = usePlace(user.id);
  const { lessonId, loaded } = place;
  const exampleId = place.place?.example.id ?? null;
  usePageHead({ title: loaded?.title ?? "Courses", indexed: false });
  const panels = usePanels(lessonId, exampleId);
  const { showsCourses, showsBoard } = panels;
  const [resultShown, setResultShown] = useState<string | null>(null);
  // The first key and the last one depend on them (use-run-saving.ts), so they are loaded with the page.
  usePreferences(user.id);

  const tree = (
    <CourseTree
      userId={user.id}
      lessonId={lessonId}
      courseId={loaded?.course_id ?? null}
      onChosen={() => panels.setDrawer(false)}
    />
  );
  const board = <LeaderboardList user={user} example={place.place?.example ?? null} />;
  const hasBoard = showsBoard && lessonId !== null;
  return (
    <div className={["app", showsCourses ? "" : "no-side", hasBoard ? "" : "no-board"].join(" ")}>
      <NavStart>
        <span className="nav-menu-btn">
          <IconButton label="Show courses" onClick={() => panels.setDrawer(true)}>
            <MenuIcon />
          </IconButton>
        </span>
      </NavStart>
      <CoursesColumn isShown={showsCourses} column={panels.courses} onShow={panels.toggleCourses}>
        {tree}
      </CoursesColumn>
      <main className="stage" id="main" tabIndex={-1}>
        <UnsentRuns
          userId={user.id}
          except={resultShown}
          lessonProblem={
            loaded === undefined || place.lesson.error === null ? null : (
              <LessonProblem lesson={place.lesson} />
            )
          }
        />
        <StageContent user={user} place={place} panels={panels} onResult={setResultShown} />
      </main>
      <BoardColumn isShown={hasBoard} isDisabled={lessonId === null}>
        {board}
      </BoardColumn>
      <SidePanel kind="drawer" label="Courses" open={panels.drawer} onClose={() => panels.setDrawer(false)}>
        {tree}
      </SidePanel>
      <SidePanel kind="sheet" label="Leaderboard" open={panels.sheet} onClose={() => panels.setSheet(false)}>
        {board}
      </SidePanel>
      <Keys open={panels.keys} onClose={() => panels.setKeys(false)} />
    </div>
  );
}

/** The lesson, or what is in its place while there is none. */
function StageContent({
  user,
  place: { lessonId, lesson, loaded, place, next, exampleAddress, openExample, openLesson },
  panels,
  onResult,
}: {
  readonly user: SessionUser;
  readonly place: PracticePlace;
  readonly panels: Panels;
  /** The attempt whose result covers the stage, or null. */
  readonly onResult: (attemptId: string | null) => void;
}): ReactNode {
  if (lessonId === null) {
    const { lessonId: nextId, exampleId } = next.data ?? { lessonId: null, exampleId: null };
    return (
      <NothingChosen
        onContinue={
          nextId === null ? null : () => openLesson(nextId, exampleId === null ? null : { exampleId })
        }
        onShowCourses={() => panels.setDrawer(true)}
      />
    );
  }
  if (loaded === undefined) return <LessonLoading lesson={lesson} />;
  if (loaded.chapters.length === 0)
    return <NoExample heading={loaded.title}>No lesson data available</NoExample>;
  if (place === null)
    return next.isFetching ? (
      <LessonLoading lesson={null} />
    ) : (
      <NoExample heading={loaded.title}>No example data available</NoExample>
    );
  return (
    <LessonStage
      key={loaded.id}
      user={user}
      lesson={loaded}
      place={place}
      exampleAddress={exampleAddress}
      onOpenExample={openExample}
      onOpenLesson={openLesson}
      onResult={onResult}
      onToggleCourses={panels.toggleCourses}
      onToggleBoard={panels.toggleBoard}
      onKeys={() => panels.setKeys(true)}
    />
  );
}

type Panels = ReturnType<typeof usePanels>;

/** Which columns are shown, and which panels are open where there is no room for the columns. */
function usePanels(lessonId: number | null, exampleId: number | null) {
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
