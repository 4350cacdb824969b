// The frame of a review: the example, and beside it the panel of what was asked. There are no courses here.

import { type ReactNode, useState } from "react";
import type { SessionUser } from "../../shell/session/session.ts";
import { matchesMedia } from "../../ui/media.ts";
import { turn, useSetting } from "../device-settings.ts";
import { Keys } from "../keys.tsx";
import { MemoryPanel } from "../memory/memory-panel.tsx";
import { memoryPanelTitle } from "../memory/memory-task.ts";
import { BoardColumn } from "../side-columns.tsx";
import { SidePanel } from "../side-panel.tsx";
import { UnsentRuns } from "../unsent-runs.tsx";

export type ReviewPanels = ReturnType<typeof useReviewPanels>;

/** Whether the panel is shown, in its column or over the page, and the list of keys. */
export function useReviewPanels() {
  const showsPanel = useSetting("leaderboard");
  const [sheet, setSheet] = useState(false);
  const [keys, setKeys] = useState(false);
  return {
    showsPanel,
    sheet,
    setSheet,
    keys,
    setKeys,
    togglePanel() {
      if (matchesMedia("(min-width: 1181px)")) turn("leaderboard", !showsPanel);
      else setSheet((open) => !open);
    },
  };
}

export function ReviewLayout({
  user,
  panels,
  covered,
  children,
}: {
  readonly user: SessionUser;
  readonly panels: ReviewPanels;
  /** The attempt whose result covers the stage, or null. */
  readonly covered: string | null;
  /** The content of the stage. */
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={panels.showsPanel ? "app review" : "app review no-board"}>
      <main className="stage" id="main" tabIndex={-1}>
        <UnsentRuns userId={user.id} except={covered} lessonProblem={null} />
        {children}
      </main>
      <BoardColumn title={memoryPanelTitle} isShown={panels.showsPanel} isDisabled={false}>
        <MemoryPanel isInReview />
      </BoardColumn>
      <SidePanel
        kind="sheet"
        label={memoryPanelTitle}
        open={panels.sheet}
        onClose={() => panels.setSheet(false)}
      >
        <MemoryPanel isInReview />
      </SidePanel>
      <Keys open={panels.keys} onClose={() => panels.setKeys(false)} />
    </div>
  );
}
