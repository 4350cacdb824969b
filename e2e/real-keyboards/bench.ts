/** One browser at one display: what a case types on, and what it may say about it. */
import type { BrowserName } from "./browsers.ts";
import { type Layout, layoutOf } from "./layout.ts";
import type { Ibus } from "./ibus.ts";
import type { Link } from "./link.ts";
import { pause, setLayout } from "./machine.ts";
import type { State } from "./orders.ts";
import { type Act, press, type XDisplay } from "./x-display.ts";

export type Case = {
  readonly name: string;
  /** Gives a note for the record, or nothing. */
  readonly run: (bench: Bench) => Promise<string | void>;
  /** All of them, unless named. */
  readonly browsers?: readonly BrowserName[];
};

/** What must be true of a run after some keys. */
export type Expected = {
  readonly offset: number;
  readonly errors?: number;
  /** Every keystroke that changed something. */
  readonly log?: readonly string[];
};

const controlRight = 105;
/** A browser that has told nothing new for so long has nothing more to tell, however busy the machine is. */
const silenceMs = 4_000;
/** After the last thing expected: whatever would come twice has come by then. */
const quietMs = 120;

export class Bench {
  readonly browser: BrowserName;
  readonly x: XDisplay;
  readonly display: number;
  readonly #link: Link;
  #layout: { name: string; layout: Layout } | null = null;
  /** Between two key events; more where an input method works in a process of its own. */
  readonly #apartMs: number;
  readonly #ibus: Ibus | null;
  #engine = "";

  constructor(browser: BrowserName, x: XDisplay, display: number, link: Link, ibus: Ibus | null) {
    this.browser = browser;
    this.x = x;
    this.display = display;
    this.#link = link;
    this.#ibus = ibus;
    this.#apartMs = ibus === null ? 4 : 8;
  }

  /** Switches the keyboard to a layout, as named by setxkbmap: `de` or `us(intl)`. */
  async layout(name: string, ...options: readonly string[]): Promise<Layout> {
    const key = [name, ...options].join();
    if (this.#layout?.name === key) return this.#layout.layout;
    await setLayout(this.display, name, options);
    const layout = layoutOf(await this.x.keymap());
    this.#layout = { name: key, layout };
    return layout;
  }

  get layoutNow(): Layout {
    if (this.#layout === null) throw new Error("no layout was set");
    return this.#layout.layout;
  }

  /** Switches to an input method. */
  async engine(name: string): Promise<void> {
    if (this.#ibus === null) throw new Error("this browser was started without input methods");
    if (this.#engine === name) return;
    await this.#ibus.switchTo(name);
    this.#engine = name;
    // A new engine brings its own keyboard.
    this.#layout = null;
  }

  async mount(text: string): Promise<void> {
    const { hasFocus } = await this.#link.order({ kind: "mount", text });
    if (!hasFocus) await this.click();
    // A browser tells its own input method late that another field has the keyboard, and drops a dead key that came
    // before. A key that means nothing has gone all the way when the page hears of it.
    const { heard } = await this.read();
    await this.x.act(press(controlRight), this.#apartMs);
    await this.until((state) => state.heard >= heard + 2, 1_000);
  }

  /** A press of the mouse on the code. */
  async click(): Promise<void> {
    const before = (await this.read()).clicks;
    await this.x.click(640, 500);
    const state = await this.until(({ clicks, hasFocus }) => clicks > before && hasFocus);
    if (!state.hasFocus) throw new Error("a click on the code does not give it the keyboard");
  }

  async press(...acts: readonly Acts[]): Promise<void> {
    await this.x.act(acts.flatMap(flat), this.#apartMs);
  }

  read(): Promise<State> {
    return this.#link.order({ kind: "read" });
  }
  order(kind: "focus" | "blur" | "lose"): Promise<State> {
    return this.#link.order({ kind });
  }

  /** Waits until it is so, or nothing has changed for so long; says what there is. */
  async until(isSo: (state: State) => boolean, silentMs = silenceMs): Promise<State> {
    let heard = -1;
    let deadline = 0;
    for (;;) {
      const state = await this.read();
      if (isSo(state)) return state;
      if (state.heard !== heard) {
        heard = state.heard;
        deadline = Date.now() + silentMs;
      } else if (Date.now() > deadline) return state;
      await pause(25);
    }
  }

  /** The run is there, and nothing more comes. */
  async expect(expected: Expected): Promise<State> {
    const { offset, errors = 0, log } = expected;
    const isSo = (state: State) => state.offset === offset && state.errors === errors;
    let state = await this.until((now) => isSo(now) && (log === undefined || now.log.length >= log.length));
    if (isSo(state)) {
      await pause(quietMs);
      state = await this.read();
    }
    const isLog = log === undefined || JSON.stringify(log) === JSON.stringify(state.log);
    if (isSo(state) && isLog) return state;
    const lines = [
      `expected ${offset} typed, ${errors} errors${log === undefined ? "" : `, ${JSON.stringify(log)}`}`,
      `found    ${state.offset} typed, ${state.errors} errors, ${JSON.stringify(state.log.slice(-24))}`,
      `events   ${state.events.slice(-40).join(" ")}`,
    ];
    throw new Error(lines.join("\n"));
  }

  /** Where browsers may differ: one of these, and then nothing more. */
  async expectOneOf(allowed: readonly Expected[]): Promise<State> {
    const isSo = (state: State) =>
      allowed.some(({ offset, errors = 0 }) => state.offset === offset && state.errors === errors);
    // Nothing says when all of it has come, so that time must.
    await pause(500);
    const state = await this.read();
    if (isSo(state)) return state;
    return this.expect(allowed[0] ?? { offset: 0 });
  }

  /** Mounts the text, types, expects. */
  async typed(text: string, acts: readonly Acts[], expected: Expected): Promise<State> {
    await this.mount(text);
    await this.press(...acts);
    return this.expect(expected);
  }
}

/** Acts, in as many brackets as their making left. */
export type Acts = Act | readonly Acts[];

function flat(acts: Acts): readonly Act[] {
  return typeof acts === "number" || "down" in acts || "up" in acts ? [acts] : acts.flatMap(flat);
}
