// The practice screen: an example to type, in the practice layout.

import "./practice.css";
import "../typing/code-area.css";
import "./motion/ending.css";
import { type ReactNode, useEffect, useState } from "react";
import { useLazyModule } from "../shell/browser/use-lazy-module.ts";
import { usePreferences } from "../shell/data/preferences.ts";
import { startOutbox } from "../shell/outbox/outbox.ts";
import { usePageHead } from "../shell/page-head.ts";
import { type SessionUser, useUser } from "../shell/session/session.ts";
import { LessonLoading, LessonProblem, NoExample } from "./empty-stages.tsx";
import { HomePlace } from "./home-place.tsx";
import { leaderboardPanel } from "./leaderboard.tsx";
import { loadMemoryParts } from "./lesson/load-memory-parts.ts";
import { LessonStage } from "./lesson/lesson-stage.tsx";
import { useWays, type Ways } from "./lesson/use-ways.ts";
import { memoryPanelTitle } from "./memory/memory-task.ts";
import { type Panels, PracticeLayout, usePanels } from "./practice-layout.tsx";
import { followDeliveries } from "./queries.ts";
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
  const ways = useWays(user.id, place);
  const parts = useLazyModule(ways.way !== "copy", loadMemoryParts);
  const [resultShown, setResultShown] = useState<string | null>(null);
  // The first key and the last one depend on them (use-run-saving.ts), so they are loaded with the page.
  usePreferences(user.id);

  return (
    <PracticeLayout
      userId={user.id}
      lessonId={lessonId}
      courseId={loaded?.course_id ?? place.courseId}
      isHome={lessonId === null}
      board={
        lessonId === null
          ? null
          : ways.way === "copy"
            ? leaderboardPanel(user, place.place?.example ?? null)
            : {
                title: memoryPanelTitle,
                content: parts === null || parts === "failed" ? null : <parts.MemoryPanel />,
              }
      }
      panels={panels}
    >
      <UnsentRuns
        userId={user.id}
        except={resultShown}
        lessonProblem={
          loaded === undefined || place.lesson.error === null ? null : <LessonProblem lesson={place.lesson} />
        }
      />
      <StageContent user={user} place={place} ways={ways} panels={panels} onResult={setResultShown} />
    </PracticeLayout>
  );
}

/** The lesson, or what is in its place while there is none. */
function StageContent({
  user,
  place: {
    lessonId,
    courseId,
    search,
    lesson,
    loaded,
    place,
    next,
    exampleAddress,
    openExample,
    openLesson,
    openWay,
  },
  ways,
  panels,
  onResult,
}: {
  readonly user: SessionUser;
  readonly place: PracticePlace;
  readonly ways: Ways;
  readonly panels: Panels;
  /** The attempt whose result covers the stage, or null. */
  readonly onResult: (attemptId: string | null) => void;
}): ReactNode {
  if (lessonId === null) return <HomePlace userId={user.id} courseId={courseId} search={search} />;
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
      ways={ways}
      exampleAddress={exampleAddress}
      onOpenExample={openExample}
      onOpenLesson={openLesson}
      onOpenWay={openWay}
      onResult={onResult}
      onToggleCourses={panels.toggleCourses}
      onToggleBoard={panels.toggleBoard}
      onKeys={() => panels.setKeys(true)}
    />
  );
}
