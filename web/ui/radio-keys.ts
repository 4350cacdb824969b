// The keys of a group of radio buttons in which arrows move and Space chooses. Browsers would choose with the arrows.

import type { KeyboardEvent } from "react";
import { isPlainKey } from "./plain-key.ts";

/** Moves the focus to the next radio button of the fieldset, round its ends. */
export function moveRadioFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined || !isPlainKey(event.nativeEvent)) return;
  event.preventDefault();
  const group = event.currentTarget.closest("fieldset");
  const radios = [...(group?.querySelectorAll<HTMLInputElement>("input:enabled") ?? [])];
  const at = radios.indexOf(event.currentTarget);
  radios[(at + step + radios.length) % radios.length]?.focus();
}
