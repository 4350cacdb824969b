// One browser on one display, as a case uses it: it presses keys and checks what the page reports.

import type { BrowserName } from "./browsers.ts";
import type { Ibus } from "./ibus.ts";
import { type Layout, layoutOf } from "./layout.ts";
import type { PageState } from "./page-commands.ts";
import type { PageConnection } from "./page-connection.ts";
import { pause } from "./programs.ts";
import { type KeyAction, press, type XDisplay } from "./x-display.ts";
import { setLayout } from "./x-server.ts";

export type Case = {
  readonly name: string;
  /** Returns a note for the record, or nothing. */
  readonly run: (browser: TestBrowser) => Promise<string | void>;
  /** All browsers by default. */
  readonly browsers?: readonly BrowserName[];
};

/** What must be true of a run after some keys. */
export type Expected = {
  readonly offset: number;
  readonly errors?: number;
  /** Every keystroke that changed the attempt. */
  readonly log?: readonly string[];
};

/** Key actions; lists of them may be nested. */
export type KeyActions = KeyAction | readonly KeyActions[];

const controlRight = 105;
/** A browser that has reported nothing new for this long is finished, however busy the machine is. */
const silenceMs = 4_000;
/** How long to wait after the last expected event for one that must not come. */
const quietMs = 120;

export class TestBrowser {
  readonly name: BrowserName;
  readonly x: XDisplay;
  readonly display: number;
  readonly #page: PageConnection;
  #layout: { name: string; layout: Layout } | null = null;
  /** The time between two key events; longer with ibus, which handles each key in another process. */
  readonly #intervalMs: number;
  readonly #ibus: Ibus | null;
  #engine = "";

  constructor(name: BrowserName, x: XDisplay, display: number, page: PageConnection, ibus: Ibus | null) {
    this.name = name;
    this.x = x;
    this.display = display;
    this.#page = page;
    this.#ibus = ibus;
    this.#intervalMs = ibus === null ? 4 : 8;
  }

  /** Switches the keyboard to a layout, as named by setxkbmap: `de` or `us(intl)`. */
  async setLayout(name: string, ...options: readonly string[]): Promise<Layout> {
    const key = [name, ...options].join();
    if (this.#layout?.name === key) return this.#layout.layout;
    await setLayout(this.display, name, options);
    const layout = layoutOf(await this.x.keymap());
    this.#layout = { name: key, layout };
    return layout;
  }

  get layout(): Layout {
    if (this.#layout === null) throw new Error("no layout was set");
    return this.#layout.layout;
  }

  /** Switches to an input method. */
  async setEngine(name: string): Promise<void> {
    if (this.#ibus === null) throw new Error("this browser was started without input methods");
    if (this.#engine === name) return;
    await this.#ibus.switchTo(name);
    this.#engine = name;
    // A new engine sets its own layout.
    this.#layout = null;
  }

  async mount(text: string): Promise<void> {
    const { hasFocus } = await this.#page.send({ kind: "mount", text });
    if (!hasFocus) await this.click();
    // A browser is late to inform its own input method that another field has the focus, and drops a dead key pressed
    // before that. So press a key without effect and wait until the page has received it.
    const { eventCount } = await this.read();
    await this.x.perform(press(controlRight), this.#intervalMs);
    await this.waitFor((state) => state.eventCount >= eventCount + 2, 1_000);
  }

  /** Clicks on the code. */
  async click(): Promise<void> {
    const before = (await this.read()).clicks;
    await this.x.click(640, 500);
    const state = await this.waitFor(({ clicks, hasFocus }) => clicks > before && hasFocus);
    if (!state.hasFocus) throw new Error("a click on the code does not focus it");
  }

  async press(...actions: readonly KeyActions[]): Promise<void> {
    await this.x.perform(actions.flatMap(flat), this.#intervalMs);
  }

  read(): Promise<PageState> {
    return this.#page.send({ kind: "read" });
  }

  send(kind: "focus" | "blur" | "lose"): Promise<PageState> {
    return this.#page.send({ kind });
  }

  /** Waits until the condition holds, or until the page has received nothing for `silentMs`. Returns the last state. */
  async waitFor(condition: (state: PageState) => boolean, silentMs = silenceMs): Promise<PageState> {
    let eventCount = -1;
    let deadline = 0;
    for (;;) {
      const state = await this.read();
      if (condition(state)) return state;
      if (state.eventCount !== eventCount) {
        eventCount = state.eventCount;
        deadline = Date.now() + silentMs;
      } else if (Date.now() > deadline) return state;
      await pause(25);
    }
  }

  /** Waits until the run is as expected, and checks that nothing follows. */
  async expect(expected: Expected): Promise<PageState> {
    const { offset, errors = 0, log } = expected;
    const isReached = (state: PageState) => state.offset === offset && state.errors === errors;
    let state = await this.waitFor(
      (now) => isReached(now) && (log === undefined || now.log.length >= log.length),
    );
    if (isReached(state)) {
      await pause(quietMs);
      state = await this.read();
    }
    const isLog = log === undefined || JSON.stringify(log) === JSON.stringify(state.log);
    if (isReached(state) && isLog) return state;
    const lines = [
      `expected ${offset} typed, ${errors} errors${log === undefined ? "" : `, ${JSON.stringify(log)}`}`,
      `found    ${state.offset} typed, ${state.errors} errors, ${JSON.stringify(state.log.slice(-24))}`,
      `events   ${state.events.slice(-40).join(" ")}`,
    ];
    throw new Error(lines.join("\n"));
  }

  /** Checks that the run is as one of these, for cases in which browsers may differ. */
  async expectOneOf(allowed: readonly Expected[]): Promise<PageState> {
    const isAllowed = (state: PageState) =>
      allowed.some(({ offset, errors = 0 }) => state.offset === offset && state.errors === errors);
    // No event marks the end here, so only time can.
    await pause(500);
    const state = await this.read();
    if (isAllowed(state)) return state;
    return this.expect(allowed[0] ?? { offset: 0 });
  }

  /** Mounts the text, presses the keys and checks the run. */
  async typeAndExpect(text: string, actions: readonly KeyActions[], expected: Expected): Promise<PageState> {
    await this.mount(text);
    await this.press(...actions);
    return this.expect(expected);
  }
}

function flat(actions: KeyActions): readonly KeyAction[] {
  return typeof actions === "number" || "down" in actions || "up" in actions
    ? [actions]
    : actions.flatMap(flat);
}
