/**
 * The place where an example is typed: the drawing, the hidden field that has the keyboard, and the text for screen readers,
 * tied to one run. Plain DOM, so that a page without the rest of the app can mount it:
 *
 *   const area = mountTypingArea(host, { run: new Run(prepare(text)), tokens, label: "Hello" });
 *   area.focus();
 */
import type { Tokens } from "@tabstop/contract/vocabulary";
import type { Keystroke } from "@tabstop/engine/attempt";
import { capture } from "./capture.ts";
import { mountCodeArea } from "./code-area.ts";
import type { Run } from "./run.ts";
import { isEcho } from "./echo.ts";

export type TypingAreaOptions = {
  readonly run: Run;
  readonly tokens: Tokens | null;
  /** What the field is called: the example's title. */
  readonly label: string;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  /** After Escape the field has lost the focus; after Shift+Tab the browser moves it. */
  readonly onLeave?: (how: "escape" | "shift-tab") => void;
};

export type TypingArea = {
  readonly field: HTMLTextAreaElement;
  focus(): void;
  /** A key that is on the screen and not on the keyboard. */
  press(keystroke: Keystroke): void;
  setTokens(tokens: Tokens | null): void;
  destroy(): void;
};

export function mountTypingArea(host: HTMLElement, options: TypingAreaOptions): TypingArea {
  const { run, label } = options;
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
  const reading = document.createElement("pre");
  reading.className = "sr";
  reading.textContent = run.example.text;
  host.replaceChildren(field, reading);

  const drawing = mountCodeArea(host, run.example, options.tokens, run.attempt);
  drawing.setFocused(document.activeElement === field);
  const stopWatching = run.subscribe((attempt) => drawing.show(attempt));
  const mountedAt = performance.now();
  const captured = capture(field, {
    onKeystroke(keystroke: Keystroke) {
      if (!isEcho(keystroke, run.attempt, mountedAt)) run.press(keystroke);
    },
    onLeave(how) {
      if (how === "escape") field.blur();
      options.onLeave?.(how);
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

  // The keyboard belongs to the field wherever the code is pressed; a press that scrolls is none.
  const off = new AbortController();
  let pressedAt: { x: number; y: number } | null = null;
  host.addEventListener(
    "pointerdown",
    (event) => {
      pressedAt = { x: event.clientX, y: event.clientY };
    },
    { signal: off.signal },
  );
  host.addEventListener(
    "mousedown",
    (event) => {
      // Else the press takes the focus away before the click gives it back.
      event.preventDefault();
    },
    { signal: off.signal },
  );
  host.addEventListener(
    "click",
    (event) => {
      const hasMoved =
        pressedAt !== null && Math.hypot(event.clientX - pressedAt.x, event.clientY - pressedAt.y) > 8;
      if (!hasMoved) focus();
    },
    { signal: off.signal },
  );
  const focus = () => {
    field.focus({ preventScroll: true });
    // Where the window is too low for all of the stage, the code, at its end, is what one wants to see. Not by
    // `scrollIntoView`: from then on Chromium counts Tab from the host, and Tab after Esc leads back into the code.
    const stage = host.parentElement;
    if (stage !== null && stage.scrollHeight > stage.clientHeight) stage.scrollTop = stage.scrollHeight;
  };

  return {
    field,
    focus,
    press(keystroke) {
      captured.endComposition(keystroke.at);
      run.press(keystroke);
    },
    setTokens: (tokens) => drawing.setTokens(tokens),
    destroy() {
      off.abort();
      captured.stop();
      stopWatching();
      drawing.destroy();
      host.replaceChildren();
    },
  };
}
