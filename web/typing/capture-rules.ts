// The rules by which events of a hidden, labelled `<textarea>` become keystrokes. They need no browser: recorded
// event sequences are replayed in capture-recorded.test.ts, and they are the reason for most of the rules.
//
// The field holds one U+200B, the sentinel, with the caret after it, so that every keyboard, input method and browser
// has something to type beside and something to delete. What appears next to the sentinel is text. It is read from
// the field's value, never from key names, at the two moments at which it is final: an `input` event outside a
// composition, and `compositionend`. Then the field is reset. Everything else that a field can do (deletions, line
// breaks, paste, drop, undo) is stopped at `beforeinput`, and reported as a keystroke where it is one.
//
// There is one shortcut. If an unmodified keydown and the `beforeinput` after it name the same single character, the
// text is certain: it is taken there and never gets into the field. That is most keys on most keyboards, and it saves
// the browser's editing and two layouts of the field for each key (1 ms of 3). Dead keys, input methods, Caps Lock on
// the French layout, Option, phones and test drivers do not meet this condition, so their text is read from the field.
//
// Always true:
// - During a composition nothing is touched: no value, no selection, no default action.
// - No rule reads `isTrusted`: Chromium's `compositionend` is never trusted, so every composed word would be lost.
// - Only Tab, Alt and Escape are handled at `keydown`. A browser that is denied a printable key loses dead keys.
// - One input chunk is one keystroke with one time; the engine judges its characters.

import type { Keystroke } from "@tabstop/engine/attempt";

/**
 * A zero-width space. It is not a letter, so no keyboard tries to correct it as a word, and it is not a space, so a
 * space after it does not become a full stop.
 */
export const sentinelCharacter = "\u200b";

/**
 * What the rules read of the field's events. `at` is the event's time stamp, `value` the field's value at that
 * moment.
 */
export type FieldEvent =
  | {
      readonly type: "keydown";
      readonly key: string;
      readonly keyCode: number;
      readonly repeat: boolean;
      readonly shiftKey: boolean;
      readonly ctrlKey: boolean;
      readonly altKey: boolean;
      readonly metaKey: boolean;
      readonly isComposing: boolean;
      readonly at: number;
    }
  | { readonly type: "keyup"; readonly key: string }
  | { readonly type: "compositionstart" }
  | { readonly type: "compositionend"; readonly value: string; readonly at: number }
  | {
      readonly type: "beforeinput";
      readonly inputType: string;
      readonly data: string | null;
      readonly isComposing: boolean;
      readonly cancelable: boolean;
      readonly at: number;
    }
  | {
      readonly type: "input";
      readonly inputType: string;
      readonly isComposing: boolean;
      readonly value: string;
      readonly at: number;
    }
  | { readonly type: "paste" | "drop" | "focus" | "blur" };

type EventOf<T extends FieldEvent["type"]> = Extract<FieldEvent, { type: T }>;

/** How the learner leaves the field: Escape removes the focus, Shift+Tab lets the browser move it. */
export type LeaveKey = "escape" | "shift-tab";

/** What to do about an event. */
export type FieldEffects = {
  readonly preventDefault: boolean;
  /** Whether to restore the sentinel, with the caret after it. */
  readonly reset: boolean;
  readonly keystroke: Keystroke | null;
  readonly leave: LeaveKey | null;
  /** Whether the learner asks to see what is hidden at the caret. */
  readonly asksHelp: boolean;
};

const nothing: FieldEffects = {
  preventDefault: false,
  reset: false,
  keystroke: null,
  leave: null,
  asksHelp: false,
};
const prevented: FieldEffects = { ...nothing, preventDefault: true };
const reset: FieldEffects = { ...nothing, reset: true };

/** Text this soon after a keydown was made by that key; recorded: at most 26 ms on a busy machine. */
const sameTurnMs = 100;
/** Longer than two repeats on a busy machine; a limit, so that a lost keyup does not suppress text for long. */
const heldPairMs = 1_000;
const tabKeyCode = 9;

/** A state machine fed with the field's events in order. */
export class CaptureRules {
  #isComposing = false;
  /** The last keydown was a repeat, and no later event has ended that press. */
  #isRepeat = false;
  /** A replacement (autocorrect) could not be stopped: its text is dropped when it arrives. */
  #dropsNextText = false;
  /** The time of the last keydown, until text has used it. */
  #keyAt: number | null = null;
  #isLineDelete = false;
  /** The character of an unmodified keydown that no other event has followed yet; "" if the text is not certain. */
  #plainKey = "";
  /** The last key, apart from modifiers, was a dead key, and it has produced nothing yet. */
  #isDeadKeyPending = false;
  /** The text of the last composition that had no start, until a key is released. */
  #unstartedText: { readonly text: string; readonly at: number } | null = null;
  /** The first surrogate of a character beyond U+FFFF, which Windows sends in two halves. */
  #firstHalf = "";
  /** The time of the last deletion of one character. */
  #backspaceAt = Number.NEGATIVE_INFINITY;
  readonly #hasHelp: boolean;

  /** @param hasHelp whether Ctrl+Space asks for help: only where text is hidden. Elsewhere it is the browser's */
  constructor(hasHelp = false) {
    this.#hasHelp = hasHelp;
  }

  handle(event: FieldEvent): FieldEffects {
    switch (event.type) {
      case "keydown":
        return this.#keydown(event);
      case "keyup":
        return this.#keyup(event);
      case "compositionstart":
        this.#isComposing = true;
        this.#isRepeat = false;
        this.#plainKey = "";
        this.#isDeadKeyPending = false;
        return nothing;
      case "compositionend":
        return this.#compositionEnd(event);
      case "beforeinput":
        return this.#beforeInput(event);
      case "input":
        return this.#input(event);
      case "paste":
      case "drop":
        return prevented;
      case "focus":
        return this.#isComposing ? nothing : reset;
      case "blur":
        return this.#blur();
    }
  }

  /**
   * Ends a composition and takes its text as it is on the screen. Call it before a keystroke that does not come from
   * the field, such as a press on the keypad.
   */
  endComposition(value: string, at: number): FieldEffects {
    if (!this.#isComposing) return nothing;
    this.#isComposing = false;
    return this.#takeText(value, at);
  }

  #keydown(event: EventOf<"keydown">): FieldEffects {
    // A held Alt or F9 repeats too but writes nothing: text that arrives during the press (Alt and digits on
    // Windows, dictation) does not come from that key.
    this.#isRepeat = event.repeat && writingKey.test(event.key);
    this.#keyAt = event.at;
    this.#plainKey = "";
    this.#isLineDelete = event.key === "Backspace" && event.ctrlKey && event.shiftKey;
    // 229: the key belongs to an input method, whatever its name.
    if (this.#isComposing || event.isComposing || event.keyCode === 229) return nothing;
    const followsDeadKey = this.#isDeadKeyPending;
    if (!isModifier(event.key)) this.#isDeadKeyPending = event.key === "Dead";
    if (event.key === "Alt") return prevented;
    // If an arrow or the mouse has left the caret before the sentinel, WebKit has nothing to delete and sends no event.
    if (event.key === "Backspace") return reset;
    if (event.ctrlKey || event.altKey || event.metaKey) return this.#shortcut(event);
    // Chromium reports the Escape that ends a pending accent; it belongs to the accent.
    if (event.key === "Escape") return followsDeadKey ? nothing : { ...prevented, leave: "escape" };
    // WebKitGTK names Shift+Tab "Unidentified".
    if (event.key === "Tab" || event.keyCode === tabKeyCode) return this.#tab(event);
    if (event.key.length === 1) this.#plainKey = event.key;
    return nothing;
  }

  /** Combinations with Alt belong to AltGr and to input methods, those with Meta to the system. */
  #shortcut({ key, ctrlKey, altKey, metaKey, repeat }: EventOf<"keydown">): FieldEffects {
    if (!this.#hasHelp || key !== " " || !ctrlKey || altKey || metaKey) return nothing;
    return repeat ? prevented : { ...prevented, asksHelp: true };
  }

  #tab(event: EventOf<"keydown">): FieldEffects {
    if (event.shiftKey) return { ...nothing, leave: "shift-tab" };
    if (event.repeat) return prevented;
    return { ...prevented, keystroke: { kind: "tab", at: this.#timeOf(event.at) } };
  }

  #keyup({ key }: EventOf<"keyup">): FieldEffects {
    this.#isRepeat = false;
    this.#plainKey = "";
    this.#unstartedText = null;
    // Chromium sends no keydown for a Backspace that cancels an accent.
    if (key !== "Dead" && !isModifier(key)) this.#isDeadKeyPending = false;
    // Firefox opens its menu when Alt is released, and the next letter would be lost.
    if (key === "Alt") return prevented;
    // The caret must stay after the sentinel, or WebKit has nothing to delete.
    return !this.#isComposing && isNavigation(key) ? reset : nothing;
  }

  #compositionEnd({ value, at }: EventOf<"compositionend">): FieldEffects {
    const hadStart = this.#isComposing;
    this.#isComposing = false;
    // Without a key down it comes from an on-screen keyboard, which may write the same text twice.
    if (!hadStart && this.#keyAt !== null) this.#isRepeat ||= this.#isHeldDeadKey(value, at);
    return this.#takeText(value, at);
  }

  #beforeInput(event: EventOf<"beforeinput">): FieldEffects {
    if (event.isComposing) return nothing;
    const { inputType, cancelable } = event;
    if (this.#isComposing) {
      if (inputType.includes("Composition")) return nothing;
      // Some phones never report the end of a composition: the text that it left in the field is read together with the
      // text that this event adds.
      this.#isComposing = false;
      if (!refusedInput.test(inputType)) return nothing;
    }
    // The text that had to be dropped never arrived.
    this.#dropsNextText = false;
    if (inputType === "insertText") return this.#plainText(event);
    if (inputType.startsWith("delete")) return this.#deletion(event);
    if (inputType === "insertLineBreak" || inputType === "insertParagraph") {
      // A line break that cannot be stopped arrives as text. It is not taken at keydown, because after a dead key Enter
      // only ends the accent.
      if (!cancelable) return nothing;
      if (this.#isRepeat) return prevented;
      return { ...prevented, keystroke: { kind: "enter", at: this.#timeOf(event.at) } };
    }
    if (!refusedInput.test(inputType)) return nothing;
    this.#dropsNextText = !cancelable;
    return prevented;
  }

  #plainText({ data, cancelable, at }: EventOf<"beforeinput">): FieldEffects {
    const isCertain = cancelable && data !== null && data !== "" && data === this.#plainKey;
    this.#plainKey = "";
    if (!isCertain) return nothing;
    return this.#isRepeat ? prevented : { ...prevented, keystroke: this.#textKeystroke(data, at) };
  }

  #deletion({ inputType, cancelable, at }: EventOf<"beforeinput">): FieldEffects {
    // A deletion that cannot be stopped removes the sentinel, and the input event reports it.
    if (!cancelable) return nothing;
    // iOS composes Hangul this way: a letter's key deletes the syllable and then types the longer one. That is not
    // a Backspace.
    const kind = this.#plainKey.trim() === "" ? this.#deletionKind(inputType) : null;
    if (kind === null) return prevented;
    if (kind === "backspace") this.#backspaceAt = at;
    return { ...prevented, keystroke: { kind, at: this.#timeOf(at) } };
  }

  #deletionKind(inputType: string): "backspace" | "delete-word" | "delete-line" | null {
    // First, because `deleteWordForward` contains "Word" too.
    if (isForward(inputType) || inputType === "deleteByCut" || inputType === "deleteByDrag") return null;
    if (inputType.includes("Word")) return "delete-word";
    if (inputType.includes("Line")) return "delete-line";
    // WebKitGTK reports Ctrl+Shift+Backspace as a plain one.
    return this.#isLineDelete ? "delete-line" : "backspace";
  }

  #input({ inputType, isComposing, value, at }: EventOf<"input">): FieldEffects {
    if (this.#isComposing || isComposing) return nothing;
    if (value === sentinelCharacter) return nothing;
    if (textOf(value) !== "") return this.#takeText(value, at);
    if (value.includes(sentinelCharacter)) return reset;
    // The sentinel is gone: a deletion that sent no `beforeinput`, or could not be stopped.
    return isForward(inputType)
      ? reset
      : { ...reset, keystroke: { kind: "backspace", at: this.#timeOf(at) } };
  }

  #blur(): FieldEffects {
    // WebKit does not end a composition at a blur; its text is dropped here.
    this.#isComposing = false;
    this.#isRepeat = false;
    this.#keyAt = null;
    this.#plainKey = "";
    this.#isDeadKeyPending = false;
    this.#unstartedText = null;
    this.#firstHalf = "";
    return reset;
  }

  /**
   * WebKitGTK names no dead key and marks none as repeated: a held one writes its accent again with every second
   * repeat. The same text twice without a keyup can only come from a held key, because a second press needs a keyup
   * before it.
   */
  #isHeldDeadKey(value: string, at: number): boolean {
    const before = this.#unstartedText;
    this.#unstartedText = { text: value, at };
    return before !== null && before.text === value && at - before.at < heldPairMs;
  }

  #takeText(value: string, at: number): FieldEffects {
    const text = textOf(value);
    const isDropped = this.#dropsNextText || this.#isRepeat;
    this.#dropsNextText = false;
    // A phone's keyboard may take the sentinel for the word before the caret, and then Backspace shortens that word.
    if (text === "")
      return value === sentinelCharacter
        ? nothing
        : { ...reset, keystroke: { kind: "backspace", at: this.#timeOf(at) } };
    return isDropped ? reset : { ...reset, keystroke: this.#textKeystroke(text, at) };
  }

  /** null until the second half of a character has arrived. */
  #textKeystroke(data: string, at: number): Keystroke | null {
    let text = this.#firstHalf + data;
    this.#firstHalf = endsInFirstHalf.test(text) ? text : "";
    if (this.#firstHalf !== "") return null;
    // Gboard turns two spaces into a full stop: it deletes the first one and writes ". ". Both keys were spaces.
    if (text === ". " && at - this.#backspaceAt < sameTurnMs) text = "  ";
    return { kind: "text", text, at: this.#timeOf(at) };
  }

  /** The time of the keydown if there was one just before, else of the event. A keydown's time is used once. */
  #timeOf(eventAt: number): number {
    const keyAt = this.#keyAt;
    this.#keyAt = null;
    return keyAt !== null && eventAt >= keyAt && eventAt - keyAt < sameTurnMs ? keyAt : eventAt;
  }
}

// Input from the clipboard, the mouse, the history and autocorrect. Not `insertFromComposition`, which WebKit uses to
// type.
const refusedInput =
  /^(?:insertFrom(?!Composition)|insertReplacementText|insertTranspose|insertLink|insertHorizontalRule|insert\w*List|history|format)/;
/** Keys that may write something: single characters, and the names that do not say which key it was. */
const writingKey = /^(?:.|Dead|Enter|Process|Unidentified)$/su;
/** Matches a text that ends in the first of two surrogates. */
const endsInFirstHalf = /[\ud800-\udbff]$/;
const modifier = /^(?:Shift|AltGraph|CapsLock)$/;
// Control and Meta are included because they select everything: a composition over the sentinel that is then cancelled
// would look like a Backspace.
const navigation = /^(?:Arrow|Home|End|Page|Control|Meta)/;

// Most keys are one character, and comparing a length is cheaper than a regular expression.
function isModifier(key: string): boolean {
  return key.length > 1 && modifier.test(key);
}

function isNavigation(key: string): boolean {
  return key.length > 1 && navigation.test(key);
}

function isForward(inputType: string): boolean {
  return inputType.includes("Forward");
}

/** Removes the sentinel wherever it is: after "select all" and a key it may be gone. */
function textOf(value: string): string {
  return value.replaceAll(sentinelCharacter, "");
}
