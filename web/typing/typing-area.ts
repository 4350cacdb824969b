// The part of a page in which an example is typed: the drawing, the hidden field that has the focus, and the text
// for screen readers, connected to one run. It needs no framework, so any page can mount it:
//
//   const area = mountTypingArea(host, { run: new Run(prepare(text)), tokens, label: "Hello" });
//   area.focus();

import type { Tokens } from "@tabstop/contract/vocabulary";
import { type Attempt, type Keystroke, reduce } from "@tabstop/engine/attempt";
import { capture } from "./capture.ts";
import type { LeaveKey } from "./capture-rules.ts";
import { mountCodeArea } from "./code-area.ts";
import { isEcho } from "./echo.ts";
import type { MemoryRun } from "./memory/memory-run.ts";
import type { Rival } from "./race/rival.ts";
import type { Run } from "./run.ts";

export type TypingAreaOptions = {
  readonly run: Run;
  readonly tokens: Tokens | null;
  /** Of the same run, for an example that is typed from memory: what it hides is not in the page. */
  readonly memory?: MemoryRun | undefined;
  /** Whether the caret does not blink when no key has come for a while. */
  readonly isStill?: boolean;
  /** Whether Tab moves the focus where no indentation is due. */
  readonly tabMovesOn?: boolean;
  /** The field's accessible name, with the example's title. */
  readonly label: string;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  /** Called after Escape has taken the focus from the field, or before the browser moves it for Shift+Tab. */
  readonly onLeave?: (key: LeaveKey) => void;
};

export type TypingArea = {
  readonly field: HTMLTextAreaElement;
  focus(): void;
  /** Types a key that is not on the keyboard, such as one of the keypad. */
  press(keystroke: Keystroke): void;
  /** Shows what is hidden at the caret. Nothing where nothing is hidden, and in an area without `memory`. */
  help(at?: number): void;
  setTokens(tokens: Tokens | null): void;
  /** Adds the caret of a ghost, which must be removed before another is added. */
  addRival(): Rival;
  destroy(): void;
};

/** Replaces the content of `host`, whose size the drawing takes. */
// Long: connects the field, the drawing and the run; its functions are short.
export function mountTypingArea(host: HTMLElement, options: TypingAreaOptions): TypingArea {
  const { run, memory } = options;
  const field = makeField(options.label);
  const textForScreenReaders = document.createElement("pre");
  textForScreenReaders.className = "sr";
  const stopReadable = memory?.drawing.showReadableCode(textForScreenReaders, memory);
  if (memory === undefined) textForScreenReaders.textContent = run.example.text;
  host.replaceChildren(field, textForScreenReaders);

  const drawing = mountCodeArea(host, run.example, options.tokens, run.attempt, memory);
  drawing.setFocused(document.activeElement === field);
  const unsubscribe = run.subscribe((attempt) => drawing.show(attempt));
  const unfollowRest = options.isStill === true ? () => {} : run.onRest(() => drawing.rest());
  const mountedAt = performance.now();
  const captured = capture(field, {
    onKeystroke(keystroke: Keystroke) {
      if (!isEcho(keystroke, run.attempt, mountedAt)) run.press(keystroke);
    },
    onHelp: memory && ((at) => memory.help(at)),
    takesTab: options.tabMovesOn === true ? () => isTabDue(run.attempt) : undefined,
    onLeave(key) {
      if (key === "escape") field.blur();
      options.onLeave?.(key);
    },
    onFocus() {
      drawing.setFocused(true);
      options.onFocus?.();
    },
    onBlur() {
      drawing.setFocused(false);
      options.onBlur?.();
    },
  });
  const focus = () => focusField(field, host);
  const off = new AbortController();
  focusOnClick(host, focus, off.signal);

  return {
    field,
    focus,
    press(keystroke) {
      captured.endComposition(keystroke.at);
      run.press(keystroke);
    },
    help(at = performance.now()) {
      captured.endComposition(at);
      memory?.help(at);
    },
    setTokens: (tokens) => drawing.setTokens(tokens),
    addRival: () => drawing.addRival(),
    destroy() {
      off.abort();
      captured.stop();
      unsubscribe();
      unfollowRest();
      stopReadable?.();
      drawing.destroy();
      host.replaceChildren();
    },
  };
}

function isTabDue(attempt: Attempt): boolean {
  const after = reduce(attempt, { kind: "tab", at: performance.now() });
  return after !== attempt && after.errors === attempt.errors;
}

/** A field in which nothing corrects, completes or suggests. */
function makeField(label: string): HTMLTextAreaElement {
  const field = document.createElement("textarea");
  field.setAttribute("aria-label", label);
  field.autocapitalize = "off";
  field.autocomplete = "off";
  field.spellcheck = false;
  field.setAttribute("autocorrect", "off");
  field.setAttribute("writingsuggestions", "false");
  // Grammarly, LanguageTool, and the password managers that put buttons into fields.
  for (const name of ["gramm", "gramm_editor", "enable-grammarly", "lt-active"])
    field.setAttribute(`data-${name}`, "false");
  for (const name of ["1p-ignore", "bwignore", "lpignore"]) field.setAttribute(`data-${name}`, "true");
  field.setAttribute("enterkeyhint", "enter");
  return field;
}

function focusField(field: HTMLElement, host: HTMLElement): void {
  field.focus({ preventScroll: true });
  // In a window that is too low for the whole stage, scroll to the code, which is at its end. Not by `scrollIntoView`:
  // after that, Chromium counts Tab from the host, and Tab after Escape leads back into the code.
  const stage = host.parentElement;
  if (stage !== null && stage.scrollHeight > stage.clientHeight) stage.scrollTop = stage.scrollHeight;
}

/** Focuses the field when the code is clicked anywhere. A press that moves scrolls and is not a click. */
function focusOnClick(host: HTMLElement, focus: () => void, signal: AbortSignal): void {
  const farthestClick = 8;
  let pressedAt: { readonly x: number; readonly y: number } | null = null;
  const onPointerDown = (event: PointerEvent) => {
    pressedAt = { x: event.clientX, y: event.clientY };
  };
  const onMouseDown = (event: MouseEvent) => {
    // Otherwise the press would take the focus away before the click gives it back.
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const moved =
      pressedAt === null ? 0 : Math.hypot(event.clientX - pressedAt.x, event.clientY - pressedAt.y);
    if (moved <= farthestClick) focus();
  };
  host.addEventListener("pointerdown", onPointerDown, { signal });
  host.addEventListener("mousedown", onMouseDown, { signal });
  host.addEventListener("click", onClick, { signal });
}
