// The practice screen: courses on the left, the example in the middle, its leaderboard on the right.
//
// The address says where one is: `?lessonId=` the lesson, `&exampleId=` the example after one has moved, `&search=` the
// filter. Which example a lesson opened at stays in the history's own state, so that back, forward and reload find it.
// Left out here: what a key does (run.ts), how the code is drawn (code-area.ts), what is loaded (queries.ts).

import "./practice.css";
import "../typing/code-area.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { NavStart } from "../shell/nav-start.tsx";
import { startOutbox } from "../shell/outbox/outbox.ts";
import { usePageHead } from "../shell/page-head.ts";
import { navigate, useLocation } from "../shell/router/router.tsx";
import { type SessionUser, useUser } from "../shell/session/session.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { ArrowStopIcon, BackStopIcon, MenuIcon } from "../ui/icons.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import { CourseTree } from "./course-tree.tsx";
import { turn, useSetting } from "./device-settings.ts";
import { firstPlace, type Lesson, namedPlace, openingPlace, type Place } from "./flow.ts";
import { Keys } from "./keys.tsx";
import { LeaderboardList } from "./leaderboard.tsx";
import { LessonStage } from "./lesson/lesson-stage.tsx";
import { problemText } from "../shell/data/problem-text.ts";
import { followDeliveries, useLesson, useNextExample } from "./queries.ts";
import { SidePanel } from "./side-panel.tsx";
import { UnsentRuns } from "./unsent-runs.tsx";

/** What the history keeps of a place. */
type PlaceState = { readonly exampleId?: number; readonly review?: boolean } | null;

export function PracticeScreen(): ReactNode {
  const user = useUser();
  useEffect(startOutbox, []);
  useEffect(followDeliveries, []);
  useEffect(followVisibleHeight, []);
  return user === null ? null : <Practice key={user.id} user={user} />;
}

function Practice({ user }: { readonly user: SessionUser }): ReactNode {
  const location = useLocation();
  const query = new URLSearchParams(location.search);
  const lessonId = idOf(query.get("lessonId"));
  const state = location.state as PlaceState;
  const addressedId = idOf(query.get("exampleId"));
  const lesson = useLesson(user.id, lessonId);
  const loaded = lesson.data?.id === lessonId ? lesson.data : undefined;

  const [shown, setShown] = useState<Place | null>(null);
  const named =
    loaded === undefined ? null : namedPlace(loaded, [addressedId, state?.exampleId ?? null], shown);
  // The server is asked only where the address doesn't say which example, and its silence holds nothing up.
  const asksServer = lessonId !== null && named === null && state?.review !== true;
  const next = useNextExample(user.id, lessonId, asksServer || lessonId === null);
  const place = named ?? opened(loaded, state, next.isFetching ? undefined : (next.data?.exampleId ?? null));
  const placeId = place?.example.id ?? null;
  if (place !== null && !isSamePlace(place, shown)) setShown(place);
  // The history keeps where a lesson opened; what the address says of an example that is not in it goes.
  const address = lessonId === null ? null : `/courses?lessonId=${lessonId}${keptSearch(query)}`;
  useEffect(() => {
    if (address !== null && placeId !== null && named === null)
      navigate(address, { replace: true, state: { exampleId: placeId } });
  }, [address, placeId, named]);

  usePageHead({ title: loaded?.title ?? "Courses", indexed: false });

  const showsCourses = useSetting("courses");
  const showsBoard = useSetting("leaderboard");
  const [drawer, setDrawer] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [keys, setKeys] = useState(false);
  /** The attempt whose result lies over the stage. */
  const [resultShown, setResultShown] = useState<string | null>(null);
  const courses = useRef<HTMLElement>(null);
  // Another place by the browser's own buttons.
  useEffect(() => {
    if (lessonId !== null) setDrawer(false);
  }, [lessonId, placeId]);

  const exampleAddress = (exampleId: number) =>
    `/courses?lessonId=${lessonId}&exampleId=${exampleId}${keptSearch(query)}`;
  const openLesson = (id: number, state: PlaceState = null) =>
    navigate(`/courses?lessonId=${id}${keptSearch(query)}`, { state });
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

  const tree = (
    <CourseTree
      userId={user.id}
      lessonId={lessonId}
      courseId={loaded?.course_id ?? null}
      onChosen={() => setDrawer(false)}
    />
  );
  const board = <LeaderboardList user={user} exampleId={placeId} />;
  const hasBoard = showsBoard && lessonId !== null;
  return (
    <div className={["app", showsCourses ? "" : "no-side", hasBoard ? "" : "no-board"].join(" ")}>
      <NavStart>
        <span className="nav-menu-btn">
          <IconButton label="Show courses" onClick={() => setDrawer(true)}>
            <MenuIcon />
          </IconButton>
        </span>
      </NavStart>
      <aside className="side" aria-label="Courses" ref={courses}>
        {showsCourses ? (
          <div className="panel-in recede">
            <div className="panel-head">
              <h2>Courses</h2>
              <span className="push">
                <IconButton label="Collapse courses" aria-expanded onClick={() => turn("courses", false)}>
                  <BackStopIcon />
                </IconButton>
              </span>
            </div>
            {tree}
          </div>
        ) : (
          <div className="board-rail recede">
            <IconButton label="Show courses" aria-expanded={false} onClick={toggleCourses}>
              <ArrowStopIcon weight={1.5} />
            </IconButton>
          </div>
        )}
      </aside>
      <main className="stage" id="main" tabIndex={-1}>
        <UnsentRuns userId={user.id} except={resultShown} />
        {lessonId === null ? (
          <NothingChosen
            nextLessonId={next.data?.lessonId ?? null}
            onContinue={() => {
              const { lessonId: nextId, exampleId } = next.data ?? { lessonId: null, exampleId: null };
              if (nextId !== null) openLesson(nextId, exampleId === null ? null : { exampleId });
            }}
            onShowCourses={() => setDrawer(true)}
          />
        ) : loaded === undefined ? (
          <LessonLoading
            problem={lesson.isError ? lesson.error : null}
            onRetry={() => void lesson.refetch()}
          />
        ) : loaded.chapters.length === 0 ? (
          <Nothing heading={loaded.title}>No lesson data available</Nothing>
        ) : place === null ? (
          next.isFetching ? (
            <LessonLoading problem={null} onRetry={() => {}} />
          ) : (
            <Nothing heading={loaded.title}>No example data available</Nothing>
          )
        ) : (
          <LessonStage
            key={loaded.id}
            user={user}
            lesson={loaded}
            place={place}
            exampleAddress={exampleAddress}
            onOpenExample={(exampleId) => navigate(exampleAddress(exampleId))}
            onOpenLesson={openLesson}
            onResult={setResultShown}
            onToggleCourses={toggleCourses}
            onToggleBoard={toggleBoard}
            onKeys={() => setKeys(true)}
          />
        )}
      </main>
      <aside className="board" aria-label="Leaderboard">
        {hasBoard ? (
          <div className="panel-in is-column recede">
            <div className="panel-head">
              <h2>Leaderboard</h2>
              <span className="push">
                <IconButton
                  label="Collapse leaderboard"
                  aria-expanded
                  onClick={() => turn("leaderboard", false)}
                >
                  <ArrowStopIcon weight={1.5} />
                </IconButton>
              </span>
            </div>
            {board}
          </div>
        ) : (
          <div className="board-rail recede">
            <IconButton
              label="Show leaderboard"
              aria-expanded={false}
              disabled={lessonId === null}
              onClick={() => turn("leaderboard", true)}
            >
              <BackStopIcon />
            </IconButton>
          </div>
        )}
      </aside>
      <SidePanel kind="drawer" label="Courses" open={drawer} onClose={() => setDrawer(false)}>
        {tree}
      </SidePanel>
      <SidePanel kind="sheet" label="Leaderboard" open={sheet} onClose={() => setSheet(false)}>
        {board}
      </SidePanel>
      <Keys open={keys} onClose={() => setKeys(false)} />
    </div>
  );
}

function isSamePlace(one: Place, other: Place | null): boolean {
  return one.example === other?.example && one.chapter === other.chapter && one.index === other.index;
}

/** The example to open at; null while it is not known, or if there is none. `serversId` undefined: not answered yet. */
function opened(
  lesson: Lesson | undefined,
  state: PlaceState,
  serversId: number | null | undefined,
): Place | null {
  if (lesson === undefined) return null;
  if (state?.review === true) return firstPlace(lesson);
  return serversId === undefined ? null : openingPlace(lesson, serversId);
}

function NothingChosen({
  nextLessonId,
  onContinue,
  onShowCourses,
}: {
  readonly nextLessonId: number | null;
  readonly onContinue: () => void;
  readonly onShowCourses: () => void;
}): ReactNode {
  return (
    <div className="empty">
      <h1 className="sr">Courses</h1>
      <svg className="first-column" width="252" height="44" viewBox="-6 0 252 44" aria-hidden="true">
        {Array.from({ length: 21 }, (_, column) => {
          const height = column % 10 === 0 ? 16 : column % 2 === 0 ? 10 : 6;
          return <rect key={column} x={12 * column} y={44 - height} width="1" height={height} />;
        })}
        <path d="M0 8h9v6l-3.5 4.5V44h-2V18.5L0 14z" transform="translate(-4 0)" />
      </svg>
      <p className="empty-words">Please select a lesson from the sidebar to begin learning.</p>
      <span className="row">
        <span className="show-courses">
          <Button onClick={onShowCourses}>Show courses</Button>
        </span>
        {nextLessonId !== null ? (
          <Button look="primary" onClick={onContinue}>
            Continue
          </Button>
        ) : null}
      </span>
    </div>
  );
}

function Nothing({
  heading,
  children,
}: {
  readonly heading: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      <h1 className="sr">{heading}</h1>
      <p className="empty-words">{children}</p>
    </div>
  );
}

function LessonLoading({
  problem,
  onRetry,
}: {
  readonly problem: unknown;
  readonly onRetry: () => void;
}): ReactNode {
  return (
    <div className="stage-in">
      <h1 className="sr">Courses</h1>
      <div className="stage-note">
        {problem === null ? (
          <Skeleton widths={[30, 0, 46, 38, 52, 0, 44, 58, 36]} />
        ) : (
          <ErrorNotice onRetry={onRetry}>{problemText(problem)}</ErrorNotice>
        )}
      </div>
    </div>
  );
}

/** An on-screen keyboard covers the page without making it smaller: the screen ends above it. */
function followVisibleHeight(): (() => void) | undefined {
  const { visualViewport } = window;
  if (visualViewport === null) return;
  const page = document.documentElement;
  const follow = () => {
    const isCovered = visualViewport.scale === 1 && innerHeight - visualViewport.height > keyboardPx;
    page.toggleAttribute("data-covered", isCovered);
    if (isCovered) page.style.setProperty("--visible-height", `${visualViewport.height}px`);
    else page.style.removeProperty("--visible-height");
  };
  visualViewport.addEventListener("resize", follow);
  return () => {
    visualViewport.removeEventListener("resize", follow);
    page.removeAttribute("data-covered");
    page.style.removeProperty("--visible-height");
  };
}

/** What covers less than this is no keyboard. */
const keyboardPx = 120;

function isWide(media: string): boolean {
  return matchMedia(media).matches;
}

function keptSearch(query: URLSearchParams): string {
  const search = query.get("search");
  return search ? `&search=${encodeURIComponent(search)}` : "";
}

/** A positive whole number, or null. */
function idOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
