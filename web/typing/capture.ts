/**
 * From a hidden, labelled `<textarea>` to keystrokes.
 *
 * The model. The field holds one U+200B, the sentinel, with the caret behind it, so that every keyboard, input method
 * and browser has something to type beside and something to delete. What appears next to the sentinel is text; it is
 * read from the field's value, never from key names, at the two moments at which it is final: an `input` that is no
 * part of a composition, and `compositionend`. Then the field is put back. Everything else that a field can do
 * (deletions, line breaks, paste, drop, undo) is stopped at `beforeinput` and, where it means something, handed on.
 *
 * One short cut. Where nobody can doubt the text, because an unmodified key and the `beforeinput` that follows it name
 * the same single character, it is taken there and never gets into the field. That is most keys on most keyboards, and
 * it saves the browser's editing and two layouts of the field a key (1 ms of 3). Dead keys, input methods, Caps Lock
 * on fr, Option, phones and drivers all fail that test somewhere and go by the field.
 *
 * Always true
 * - While something is composed nothing is touched: no value, no selection, no default action.
 * - Nothing asks `isTrusted`: Chromium's `compositionend` is never trusted, so that would lose every composed word.
 * - Only Tab, Alt and Escape are taken at `keydown`. A browser that is denied a printable key loses dead keys.
 * - One hand-over is one keystroke with one time; the engine judges its characters.
 *
 * Left out: what a key is worth (the engine), where the caret is drawn (code-area.ts), shortcuts outside the field.
 * The recorded event sequences that force these rules are replayed in capture.test.ts.
 */
import type { Keystroke } from "@tabstop/engine/attempt";

/** A zero-width space: no letter, so that no keyboard takes it for a word to correct; no space, so that two make no full stop. */
export const sentinelCharacter = "\u200b";

/** The field's events, as far as they matter. `at` is the event's own time stamp, `value` the field's value at that moment. */
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

/** What is to be done about an event. */
export type Answer = {
  readonly preventDefault: boolean;
  /** Put the sentinel back and the caret behind it. */
  readonly reset: boolean;
  readonly keystroke: Keystroke | null;
  /** The person wants out: by Escape (to no control) or by Shift+Tab (the browser moves the focus itself). */
  readonly leave: "escape" | "shift-tab" | null;
};

const nothing: Answer = { preventDefault: false, reset: false, keystroke: null, leave: null };
const prevented: Answer = { ...nothing, preventDefault: true };
const reset: Answer = { ...nothing, reset: true };

/** A keydown belongs to the text that follows it this close; recorded: at most 26 ms on a busy machine. */
const sameTurnMs = 100;
/** More than two repeats on a busy machine; only so that a keyup lost on its way refuses nothing for long. */
const heldPairMs = 1_000;
const tabKeyCode = 9;

/** The rules as a machine fed with events, so that recorded sequences can be replayed without a browser. */
export class CaptureRules {
  #isComposing = false;
  /** The last keydown was a repeat, and no other event has ended the press since. */
  #isRepeat = false;
  /** A replacement (autocorrect) that could not be stopped: its text is dropped when it arrives. */
  #dropsNext = false;
  /** The time of a keydown that no text has followed yet. */
  #keyAt: number | null = null;
  #isLineDelete = false;
  /** The character of an unmodified keydown that nothing has followed yet; "" where there is doubt. */
  #plainKey = "";
  /** A dead key was the last key but for modifiers, and nothing came of it yet. */
  #deadKeyWaits = false;
  /** The last text of a composition without a beginning, while no key has come up since. */
  #unendedText: { readonly text: string; readonly at: number } | null = null;
  /** The first half of a character beyond U+FFFF, which Windows sends by halves. */
  #half = "";
  /** When one character was last taken back. */
  #backspaceAt = Number.NEGATIVE_INFINITY;

  handle(event: FieldEvent): Answer {
    switch (event.type) {
      case "keydown":
        return this.#keydown(event);
      case "keyup":
        this.#isRepeat = false;
        this.#plainKey = "";
        this.#unendedText = null;
        // Chromium tells no keydown of the Backspace that takes an accent back.
        if (event.key !== "Dead" && !isModifier(event.key)) this.#deadKeyWaits = false;
        // Firefox opens its menu at the end of a tap on Alt, and the next letter is lost.
        if (event.key === "Alt") return prevented;
        // The caret must stay behind the sentinel, else WebKit has nothing to delete.
        return !this.#isComposing && isNavigation(event.key) ? reset : nothing;
      case "compositionstart":
        this.#isComposing = true;
        this.#isRepeat = false;
        this.#plainKey = "";
        this.#deadKeyWaits = false;
        return nothing;
      case "compositionend": {
        const hasBegun = this.#isComposing;
        this.#isComposing = false;
        // Without a key down it is an on-screen keyboard's, which may well write the same twice.
        if (!hasBegun && this.#keyAt !== null) this.#isRepeat ||= this.#isHeldDeadKey(event.value, event.at);
        return this.#takeText(event.value, event.at);
      }
      case "beforeinput":
        if (event.isComposing) return nothing;
        if (this.#isComposing) {
          if (event.inputType.includes("Composition")) return nothing;
          // Some phones never tell a composition's end: what it left in the field comes with what this adds.
          this.#isComposing = false;
          if (!refused.test(event.inputType)) return nothing;
        }
        return this.#beforeInput(event);
      case "input":
        if (this.#isComposing || event.isComposing) return nothing;
        if (event.value === sentinelCharacter) return nothing;
        if (textOf(event.value) !== "") return this.#takeText(event.value, event.at);
        if (event.value.includes(sentinelCharacter)) return reset;
        // A deletion that gave no warning, or could not be stopped: the sentinel is what it deleted.
        return isForward(event.inputType)
          ? reset
          : { ...reset, keystroke: { kind: "backspace", at: this.#time(event.at) } };
      case "paste":
      case "drop":
        return prevented;
      case "focus":
        return this.#isComposing ? nothing : reset;
      case "blur":
        // WebKit ends no composition at a blur; what it held is dropped here.
        this.#isComposing = false;
        this.#isRepeat = false;
        this.#keyAt = null;
        this.#plainKey = "";
        this.#deadKeyWaits = false;
        this.#unendedText = null;
        this.#half = "";
        return reset;
    }
  }

  /**
   * Something else than the keyboard is about to type, such as a key of the screen's own strip: what is being composed
   * comes first, as the person sees it.
   */
  flush(value: string, at: number): Answer {
    if (!this.#isComposing) return nothing;
    this.#isComposing = false;
    return this.#takeText(value, at);
  }

  #keydown(event: Extract<FieldEvent, { type: "keydown" }>): Answer {
    // A held Alt or F9 repeats too, and writes nothing: what comes meanwhile (Windows' Alt and digits, dictation) is not its own.
    this.#isRepeat = event.repeat && writing.test(event.key);
    this.#keyAt = event.at;
    this.#plainKey = "";
    this.#isLineDelete = event.key === "Backspace" && event.ctrlKey && event.shiftKey;
    // 229: the key belongs to an input method, whatever it is called.
    if (this.#isComposing || event.isComposing || event.keyCode === 229) return nothing;
    const afterDeadKey = this.#deadKeyWaits;
    if (!isModifier(event.key)) this.#deadKeyWaits = event.key === "Dead";
    if (event.key === "Alt") return prevented;
    // WebKit has nothing to delete, and so no more events, where an arrow or the mouse has left the caret in front.
    if (event.key === "Backspace") return reset;
    if (event.ctrlKey || event.altKey || event.metaKey) return nothing;
    // In Chromium the key that ends a waiting accent shows itself; it is the accent's.
    if (event.key === "Escape") return afterDeadKey ? nothing : { ...prevented, leave: "escape" };
    // WebKitGTK calls Shift+Tab unidentified.
    if (event.key === "Tab" || event.keyCode === tabKeyCode) {
      if (event.shiftKey) return { ...nothing, leave: "shift-tab" };
      return event.repeat
        ? prevented
        : { ...prevented, keystroke: { kind: "tab", at: this.#time(event.at) } };
    }
    if (event.key.length === 1) this.#plainKey = event.key;
    return nothing;
  }

  #beforeInput(event: Extract<FieldEvent, { type: "beforeinput" }>): Answer {
    const { inputType, cancelable, data } = event;
    // What was to be dropped never came.
    this.#dropsNext = false;
    if (inputType === "insertText") {
      const isPlain = cancelable && data !== null && data !== "" && data === this.#plainKey;
      this.#plainKey = "";
      if (!isPlain) return nothing;
      return this.#isRepeat ? prevented : { ...prevented, keystroke: this.#textKeystroke(data, event.at) };
    }
    if (inputType.startsWith("delete")) {
      // Not to be stopped: the sentinel goes, and the input event tells the same.
      if (!cancelable) return nothing;
      // iOS composes Hangul so: a letter's key deletes the syllable before it types the longer one. That took nothing back.
      const kind = this.#plainKey.trim() === "" ? this.#deletionKind(inputType) : null;
      if (kind === "backspace") this.#backspaceAt = event.at;
      return kind === null ? prevented : { ...prevented, keystroke: { kind, at: this.#time(event.at) } };
    }
    if (inputType === "insertLineBreak" || inputType === "insertParagraph") {
      // Not to be stopped: it arrives as text. Not taken at keydown: while a dead key waits, Enter only ends that.
      if (!cancelable) return nothing;
      return this.#isRepeat
        ? prevented
        : { ...prevented, keystroke: { kind: "enter", at: this.#time(event.at) } };
    }
    if (!refused.test(inputType)) return nothing;
    this.#dropsNext = !cancelable;
    return prevented;
  }

  #deletionKind(inputType: string): "backspace" | "delete-word" | "delete-line" | null {
    // First: `deleteWordForward` names a word too.
    if (isForward(inputType) || inputType === "deleteByCut" || inputType === "deleteByDrag") return null;
    if (inputType.includes("Word")) return "delete-word";
    if (inputType.includes("Line")) return "delete-line";
    // WebKitGTK calls Ctrl+Shift+Backspace a plain one.
    return this.#isLineDelete ? "delete-line" : "backspace";
  }

  /**
   * WebKitGTK names no dead key and marks no repeat of one: an accent a pair of repeats. The same text twice from one
   * press can come from a held key only, since every other second press needs a key that came up.
   */
  #isHeldDeadKey(value: string, at: number): boolean {
    const before = this.#unendedText;
    this.#unendedText = { text: value, at };
    return before !== null && before.text === value && at - before.at < heldPairMs;
  }

  #takeText(value: string, at: number): Answer {
    const text = textOf(value);
    const isDropped = this.#dropsNext || this.#isRepeat;
    this.#dropsNext = false;
    // A phone's keyboard may take the sentinel for the word before the caret, and Backspace shortens that.
    if (text === "")
      return value === sentinelCharacter
        ? nothing
        : { ...reset, keystroke: { kind: "backspace", at: this.#time(at) } };
    return isDropped ? reset : { ...reset, keystroke: this.#textKeystroke(text, at) };
  }

  /** null while half of a character is to come. */
  #textKeystroke(data: string, at: number): Keystroke | null {
    let text = this.#half + data;
    this.#half = endsInHalfPair.test(text) ? text : "";
    if (this.#half !== "") return null;
    // Gboard makes a full stop of the second of two spaces: it takes the first one back, and both keys were a space.
    if (text === ". " && at - this.#backspaceAt < sameTurnMs) text = "  ";
    return { kind: "text", text, at: this.#time(at) };
  }

  /** The time of the key, if one was pressed just now, else of the event itself. A key gives its time once. */
  #time(eventAt: number): number {
    const keyAt = this.#keyAt;
    this.#keyAt = null;
    return keyAt !== null && eventAt >= keyAt && eventAt - keyAt < sameTurnMs ? keyAt : eventAt;
  }
}

// From the clipboard, the mouse, the history, autocorrect. Not `insertFromComposition`, which is how WebKit types.
const refused =
  /^(?:insertFrom(?!Composition)|insertReplacementText|insertTranspose|insertLink|insertHorizontalRule|insert\w*List|history|format)/;
/** The names of keys that may write something: signs, and those of which the name tells nothing. */
const writing = /^(?:.|Dead|Enter|Process|Unidentified)$/su;
/** Ends in the first of two surrogates. */
const endsInHalfPair = /[\ud800-\udbff]$/;
const modifier = /^(?:Shift|AltGraph|CapsLock)$/;
// With what selects everything: what is composed over the sentinel and given up would look like a Backspace.
const navigation = /^(?:Arrow|Home|End|Page|Control|Meta)/;

// Most keys are one character, and an expression costs more than to count it.
function isModifier(key: string): boolean {
  return key.length > 1 && modifier.test(key);
}

function isNavigation(key: string): boolean {
  return key.length > 1 && navigation.test(key);
}

function isForward(inputType: string): boolean {
  return inputType.includes("Forward");
}

/** By its character, not its place: select all and type, and the sentinel is gone. */
function textOf(value: string): string {
  return value.replaceAll(sentinelCharacter, "");
}

export type CaptureListener = {
  onKeystroke(keystroke: Keystroke): void;
  onLeave(how: "escape" | "shift-tab"): void;
  onFocus(): void;
  onBlur(): void;
};

export type Capture = {
  /** Hands on what is being composed; for whoever types by other means than the field. */
  flush(at: number): void;
  stop(): void;
};

/** Listens to the field until it is stopped. The field must keep its node while it has the focus. */
export function capture(field: HTMLTextAreaElement, listener: CaptureListener): Capture {
  const rules = new CaptureRules();
  const off = new AbortController();

  const putBack = () => {
    // A new value brings the caret to its end.
    if (field.value !== sentinelCharacter) field.value = sentinelCharacter;
    else field.setSelectionRange(1, 1);
  };
  const act = (event: Event, record: FieldEvent) => {
    const answer = rules.handle(record);
    if (answer.preventDefault) event.preventDefault();
    obey(answer);
  };
  const obey = (answer: Answer) => {
    if (answer.reset) putBack();
    if (answer.keystroke !== null) listener.onKeystroke(answer.keystroke);
    if (answer.leave !== null) listener.onLeave(answer.leave);
  };

  // Heard before anybody else, and then no further: a framework that listens at the page's root would search the page
  // for listeners eight times a key.
  const hear = (event: Event) => {
    if (event.target !== field) return;
    event.stopPropagation();
    const record = recordOf(event, field);
    if (record !== null) act(event, record);
  };
  for (const type of eventTypes) addEventListener(type, hear, { capture: true, signal: off.signal });
  field.addEventListener(
    "focus",
    (event) => {
      act(event, { type: "focus" });
      listener.onFocus();
    },
    { signal: off.signal },
  );
  field.addEventListener(
    "blur",
    (event) => {
      act(event, { type: "blur" });
      listener.onBlur();
    },
    { signal: off.signal },
  );
  putBack();
  return {
    flush: (at) => obey(rules.flush(field.value, at)),
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

/** null for events that say nothing of their own. */
function recordOf(event: Event, field: HTMLTextAreaElement): FieldEvent | null {
  const { type, timeStamp: at } = event;
  switch (type) {
    case "keydown": {
      const { key, keyCode, repeat, shiftKey, ctrlKey, altKey, metaKey, isComposing } =
        event as KeyboardEvent;
      // Autofill and password managers make key events without a key.
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
      // A plain Event where a script or an old browser made it.
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
