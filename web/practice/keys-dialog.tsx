// The list of keys, with the switches that concern typing.

import "./keys-dialog.css";
import type { ReactNode } from "react";
import { IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { type Setting, turn, useSetting } from "./device-settings.ts";

const inTheCode: readonly (readonly [readonly string[], string])[] = [
  [["Tab"], "types two spaces or a tab, where they come next"],
  [["Enter"], "types the line end"],
  [["Backspace"], "moves the caret back; errors stay counted"],
  [["Ctrl", "Backspace"], "moves back a word, no further than the line's start"],
  [["Ctrl", "Space"], "shows what is hidden here (in Gaps and Recall)"],
  [["Esc"], "leaves the code, the clock goes on"],
  [["Shift", "Tab"], "leaves the code too"],
];
const afterEsc: readonly (readonly [readonly string[], string])[] = [
  [["Enter"], "back to typing"],
  [["R"], "restart"],
  [["N"], "next example"],
  [["P"], "previous example"],
  [["C"], "courses"],
  [["L"], "leaderboard"],
  [["W"], "way of typing"],
  [["?"], "this list"],
];

export function KeysDialog({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <span className="dialog-close">
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </span>
      <div className="keys-columns">
        <KeyList title="In the code" keys={inTheCode} />
        <KeyList title="After Esc" keys={afterEsc} />
      </div>
      <div className="keys-switches">
        <Switch setting="focusMode">Focus mode while typing</Switch>
        <Switch setting="shortcuts">
          Single-letter shortcuts after <kbd>Esc</kbd>
        </Switch>
        <Switch setting="ghost">Ghost of your best run, in Copy</Switch>
        <p className="t3 small">Remembered on this device.</p>
      </div>
    </Dialog>
  );
}

function KeyList({ title, keys }: { readonly title: string; readonly keys: typeof inTheCode }): ReactNode {
  return (
    <div>
      <h3>{title}</h3>
      <dl className="keylist">
        {keys.map(([names, meaning]) => (
          <div key={names.join("+")}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Switch({
  setting,
  children,
}: {
  readonly setting: Setting;
  readonly children: ReactNode;
}): ReactNode {
  const isOn = useSetting(setting);
  return (
    <label className="row">
      <span>{children}</span>
      <input
        className="switch push"
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => turn(setting, event.target.checked)}
      />
    </label>
  );
}
