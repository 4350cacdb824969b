// The keys that phone keyboards lack, as a strip of buttons.

import "./keypad.css";
import type { Keystroke } from "@tabstop/engine/attempt";
import type { ReactNode } from "react";
import { ArrowStopIcon, EnterIcon } from "../ui/icons.tsx";

const keypadSigns = ["{", "(", "[", "=", ">", ";"];

/**
 * A press does not move the focus, so that the phone's keyboard stays open. With `onHelp` its first key is 'Show', away
 * from Enter.
 */
export function Keypad({
  onPress,
  onHelp,
}: {
  readonly onPress: (keystroke: Keystroke) => void;
  readonly onHelp?: (() => void) | undefined;
}): ReactNode {
  return (
    <div
      className="keypad"
      role="group"
      aria-label="Keys missing from phone keyboards"
      onPointerDown={(event) => event.preventDefault()}
    >
      {onHelp !== undefined && (
        <button type="button" className="help" onClick={onHelp}>
          Show
        </button>
      )}
      <button
        type="button"
        className="wide"
        aria-label="Tab"
        onClick={(event) => onPress({ kind: "tab", at: event.timeStamp })}
      >
        <ArrowStopIcon size={20} weight={1.5} />
      </button>
      {keypadSigns.map((sign) => (
        <button
          key={sign}
          type="button"
          onClick={(event) => onPress({ kind: "text", text: sign, at: event.timeStamp })}
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        className="wide"
        aria-label="Enter"
        onClick={(event) => onPress({ kind: "enter", at: event.timeStamp })}
      >
        <EnterIcon size={20} />
      </button>
    </div>
  );
}
