// The columns beside the stage: the courses on the left, the leaderboard on the right, each folded to a rail or open.

import { type ReactNode, type Ref, useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { ArrowStopIcon, BackStopIcon } from "../ui/icons.tsx";
import { type Setting, turn, useSetting } from "./device-settings.ts";

export function CoursesColumn({
  isShown,
  column,
  onShow,
  children,
}: {
  readonly isShown: boolean;
  readonly column: Ref<HTMLElement>;
  readonly onShow: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const turned = useTurned("courses");
  return (
    <aside className={`side ${turned}`} aria-label="Courses" ref={column}>
      {isShown ? (
        <div className="panel-in recede">
          <div className="panel-head">
            <h2>Courses</h2>
            <span className="push">
              <IconButton label="Collapse courses" aria-expanded onClick={() => turn("courses", false)}>
                <BackStopIcon />
              </IconButton>
            </span>
          </div>
          {children}
        </div>
      ) : (
        <div className="board-rail recede">
          <IconButton label="Show courses" aria-expanded={false} onClick={onShow}>
            <ArrowStopIcon weight={1.5} />
          </IconButton>
        </div>
      )}
    </aside>
  );
}

export function BoardColumn({
  title,
  isShown,
  isDisabled,
  children,
}: {
  readonly title: string;
  readonly isShown: boolean;
  /** No lesson is open, so there is no leaderboard to show. */
  readonly isDisabled: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const turned = useTurned("leaderboard");
  return (
    <aside className={`board ${turned}`} aria-label={title}>
      {isShown ? (
        <div className="panel-in is-column recede">
          <div className="panel-head">
            <h2>{title}</h2>
            <span className="push">
              <IconButton
                label={`Collapse ${title.toLowerCase()}`}
                aria-expanded
                onClick={() => turn("leaderboard", false)}
              >
                <ArrowStopIcon weight={1.5} />
              </IconButton>
            </span>
          </div>
          {children}
        </div>
      ) : (
        <div className="board-rail recede">
          <IconButton
            label={`Show ${title.toLowerCase()}`}
            aria-expanded={false}
            disabled={isDisabled}
            onClick={() => turn("leaderboard", true)}
          >
            <BackStopIcon />
          </IconButton>
        </div>
      )}
    </aside>
  );
}

/** The class of a column that was folded or opened since the page was loaded: only then does its content move in. */
function useTurned(setting: Setting): "is-turned" | "" {
  const isOn = useSetting(setting);
  const [first, setFirst] = useState<boolean | null>(isOn);
  if (first !== null && first !== isOn) setFirst(null);
  return first === null ? "is-turned" : "";
}
