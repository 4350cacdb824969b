// Connects a `<textarea>` to the rules of capture-rules.ts: reads its events and does what the rules decide.

import type { Keystroke } from "@tabstop/engine/attempt";
import {
  CaptureRules,
  type FieldEffects,
  type FieldEvent,
  type LeaveKey,
  sentinelCharacter,
} from "./capture-rules.ts";

export type CaptureListener = {
  onKeystroke(keystroke: Keystroke): void;
  /** Ctrl+Space, at a time of the keystrokes' clock. Given only where text is hidden. */
  readonly onHelp?: ((at: number) => void) | undefined;
  /** Whether a Tab is typed; otherwise the browser moves the focus. Where it is not given, each is typed. */
  readonly takesTab?: (() => boolean) | undefined;
  onLeave(key: LeaveKey): void;
  onFocus(): void;
  onBlur(): void;
};

export type Capture = {
  /** Takes the text of an unfinished composition; call it before a keystroke that does not come from the field. */
  endComposition(at: number): void;
  stop(): void;
};

/** Listens to the field until it is stopped. The field's node must stay the same while it has the focus. */
export function capture(field: HTMLTextAreaElement, listener: CaptureListener): Capture {
  const rules = new CaptureRules(listener.onHelp !== undefined);
  const off = new AbortController();
  const { signal } = off;

  const reset = () => {
    // Setting a value moves the caret to its end.
    if (field.value !== sentinelCharacter) field.value = sentinelCharacter;
    else field.setSelectionRange(1, 1);
  };
  const apply = ({ reset: isReset, keystroke, leave }: FieldEffects) => {
    if (isReset) reset();
    if (keystroke !== null) listener.onKeystroke(keystroke);
    if (leave !== null) listener.onLeave(leave);
  };
  const handle = (event: Event, record: FieldEvent) => {
    const effects = rules.handle(record);
    if (effects.preventDefault) event.preventDefault();
    apply(effects);
    if (effects.asksHelp) listener.onHelp?.(event.timeStamp);
  };

  // These listeners run before all others and stop the event: React, which listens at the page's root, would search its
  // tree for listeners eight times for each key.
  const onFieldEvent = (event: Event) => {
    if (event.target !== field) return;
    event.stopPropagation();
    if (listener.takesTab !== undefined && isTab(event) && !listener.takesTab()) return;
    const record = recordOf(event, field);
    if (record !== null) handle(event, record);
  };
  for (const type of eventTypes) addEventListener(type, onFieldEvent, { capture: true, signal });
  const onFocus = (event: Event) => {
    handle(event, { type: "focus" });
    listener.onFocus();
  };
  const onBlur = (event: Event) => {
    handle(event, { type: "blur" });
    listener.onBlur();
  };
  field.addEventListener("focus", onFocus, { signal });
  field.addEventListener("blur", onBlur, { signal });
  reset();
  return {
    endComposition: (at) => apply(rules.endComposition(field.value, at)),
    stop: () => off.abort(),
  };
}

const eventTypes = [
  "keydown",
  "keypress",
  "keyup",
  "compositionstart",
  "compositionupdate",
  "compositionend",
  "beforeinput",
  "textInput",
  "input",
  "selectionchange",
  "paste",
  "drop",
] as const;

function isTab(event: Event): boolean {
  if (event.type !== "keydown") return false;
  const { key, isComposing } = event as KeyboardEvent;
  return key === "Tab" && !isComposing;
}

/** null for events that the rules do not need. */
function recordOf(event: Event, field: HTMLTextAreaElement): FieldEvent | null {
  const { type, timeStamp: at } = event;
  switch (type) {
    case "keydown": {
      const { key, keyCode, repeat, shiftKey, ctrlKey, altKey, metaKey, isComposing } =
        event as KeyboardEvent;
      // Autofill and password managers send key events without a key.
      if (key === undefined) return null;
      return { type, key, keyCode, repeat, shiftKey, ctrlKey, altKey, metaKey, isComposing, at };
    }
    case "keyup": {
      const { key } = event as KeyboardEvent;
      return key === undefined ? null : { type, key };
    }
    case "beforeinput": {
      const { inputType, data, isComposing, cancelable } = event as InputEvent;
      return { type, inputType, data, isComposing, cancelable, at };
    }
    case "input": {
      // A plain Event if a script or an old browser made it.
      const { inputType = "", isComposing = false } = event as Partial<InputEvent>;
      return { type, inputType, isComposing, value: field.value, at };
    }
    case "compositionend":
      return { type, value: field.value, at };
    case "compositionstart":
    case "paste":
    case "drop":
      return { type };
    default:
      return null;
  }
}
