// The stage without a lesson: the specification's sentence, and under it the learner's home, whose module is loaded only
// here, so that an example loads sooner.

import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useLazyModule } from "../shell/browser/use-lazy-module.ts";
import { useLocation } from "../shell/router/router.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { NextLoading } from "./empty-stages.tsx";
import { useHome } from "./queries.ts";

export function HomePlace({
  userId,
  search,
}: {
  readonly userId: number;
  /** The filter of the courses. */
  readonly search: string;
}): ReactNode {
  const { arrivedBy } = useLocation();
  // After a link the focus is at the start of the page's own content, so that the first Tab reaches 'Continue'.
  const focusStage = useEffectEvent(() => {
    if (arrivedBy === "link") document.getElementById("main")?.focus({ preventScroll: true });
  });
  useEffect(() => focusStage(), []);
  const [tries, setTries] = useState(1);
  return (
    <div className="stage-in">
      <p className="home-line">Please select a lesson from the sidebar to begin learning.</p>
      <Home key={tries} userId={userId} search={search} onRetry={() => setTries(tries + 1)} />
    </div>
  );
}

function Home({
  userId,
  search,
  onRetry,
}: {
  readonly userId: number;
  readonly search: string;
  readonly onRetry: () => void;
}): ReactNode {
  const query = useHome(userId);
  const home = useLazyModule(true, loadHome);
  if (home === null) return <NextLoading />;
  if (home === "failed")
    return (
      <>
        <h1 className="sr">Courses</h1>
        <ErrorNotice onRetry={onRetry}>This page could not be loaded.</ErrorNotice>
      </>
    );
  return <home.HomeStage userId={userId} query={query} search={search} />;
}

const loadHome = () => import("./home/home-stage.tsx");
