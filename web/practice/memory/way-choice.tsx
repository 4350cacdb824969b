// The choice of the way to type an example: radio buttons, or a list where there is no room for them.

import "../../ui/ways.css";
import "./way-choice.css";
import { type ReactNode, useId, useRef, useState } from "react";
import { moveRadioFocus } from "../../ui/radio-keys.ts";
import type { Way } from "./memory-task.ts";

const ways: readonly (readonly [Way, string])[] = [
  ["copy", "Copy"],
  ["gaps", "Gaps"],
  ["recall", "Recall"],
];

/**
 * Arrows move and Space chooses, because a choice begins the example again. After a choice by pointer the next letters
 * belong to the code; after one by keyboard the focus stays.
 */
// Long: two forms of one choice.
export function WayChoice({
  way: present,
  locked,
  onChoose,
}: {
  readonly way: Way;
  /** The ways that cannot be chosen, and the sentence that says why; null if all can be. */
  readonly locked: { readonly ways: readonly Way[]; readonly why: string } | null;
  readonly onChoose: (way: Way) => void;
}): ReactNode {
  const id = useId();
  const isByPointer = useRef(false);
  // The address follows a moment later, and until then the control would go back to the way before.
  const [chosen, setChosen] = useState({ before: present, way: present });
  if (chosen.before !== present) setChosen({ before: present, way: present });
  const way = chosen.before === present ? chosen.way : present;
  const isLocked = (one: Way) => locked?.ways.includes(one) ?? false;
  const byPointer = {
    onPointerDown: () => {
      isByPointer.current = true;
    },
  };
  const choose = (field: HTMLElement, to: Way) => {
    if (isByPointer.current) field.blur();
    setChosen({ before: present, way: to });
    onChoose(to);
  };
  const why = locked === null ? undefined : `${id}-why`;
  return (
    <>
      <fieldset className="ways" aria-describedby={why}>
        <legend className="sr">Way of typing</legend>
        {ways.map(([value, name]) => (
          <label key={value} title={isLocked(value) ? locked?.why : undefined}>
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === way}
              disabled={isLocked(value)}
              {...byPointer}
              onKeyDown={(event) => {
                isByPointer.current = false;
                moveRadioFocus(event);
              }}
              onChange={(event) => choose(event.target, value)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <select
        className="select select-sm ways-select"
        aria-label="Way of typing"
        aria-describedby={why}
        title={locked?.why}
        value={way}
        {...byPointer}
        onKeyDown={() => {
          isByPointer.current = false;
        }}
        onChange={(event) => choose(event.target, event.target.value as Way)}
      >
        {ways.map(([value, name]) => (
          <option key={value} value={value} disabled={isLocked(value)}>
            {name}
          </option>
        ))}
      </select>
      {locked !== null ? (
        <span className="sr" id={why}>
          {locked.why}
        </span>
      ) : null}
    </>
  );
}
