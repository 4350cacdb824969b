// For controls that appear under the pointer or the focus after a press: the same press must not press them too.

import type { KeyboardEvent, MouseEvent } from "react";

export const againstSamePress = {
  /** The second click of a double click. */
  onClick(event: MouseEvent): void {
    if (event.detail > 1) event.preventDefault();
  },
  /** A key that is held down. */
  onKeyDown(event: KeyboardEvent): void {
    if (event.repeat) event.preventDefault();
  },
};
