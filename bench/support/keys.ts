// Key events for characters (US layout), sent by the Chrome DevTools Protocol's `Input.dispatchKeyEvent`.

import type { CDPSession } from "@playwright/test";

type KeyEvent = {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  readonly modifiers: number;
  /** The text that it types; "" for keys that type nothing. */
  readonly text: string;
};

const shift = 8;
/** Each symbol, the symbol with Shift, its code, its virtual key code. */
const symbols: readonly (readonly [string, string, string, number])[] = [
  ["-", "_", "Minus", 189],
  ["=", "+", "Equal", 187],
  ["[", "{", "BracketLeft", 219],
  ["]", "}", "BracketRight", 221],
  ["\\", "|", "Backslash", 220],
  [";", ":", "Semicolon", 186],
  ["'", '"', "Quote", 222],
  [",", "<", "Comma", 188],
  [".", ">", "Period", 190],
  ["/", "?", "Slash", 191],
  ["`", "~", "Backquote", 192],
  [" ", "", "Space", 32],
  ...")!@#$%^&*("
    .split("")
    .map((above, digit): [string, string, string, number] => [
      `${digit}`,
      above,
      `Digit${digit}`,
      48 + digit,
    ]),
];

export function keyEventOf(character: string): KeyEvent {
  if (character === "\n") {
    return { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, modifiers: 0, text: "\r" };
  }
  const upper = character.toUpperCase();
  if (/^[A-Z]$/.test(upper)) {
    return {
      key: character,
      code: `Key${upper}`,
      windowsVirtualKeyCode: upper.charCodeAt(0),
      modifiers: character === upper ? shift : 0,
      text: character,
    };
  }
  const symbol = symbols.find(([plain, above]) => character === plain || character === above);
  if (symbol === undefined) throw new RangeError(`No key types ${JSON.stringify(character)}`);
  const [plain, , code, windowsVirtualKeyCode] = symbol;
  return {
    key: character,
    code,
    windowsVirtualKeyCode,
    modifiers: character === plain ? 0 : shift,
    text: character,
  };
}

/** One key down and up. Resolves when the page has handled both. */
async function press(session: CDPSession, character: string): Promise<void> {
  const { text, ...event } = keyEventOf(character);
  await Promise.all([
    session.send("Input.dispatchKeyEvent", { type: "keyDown", text, unmodifiedText: text, ...event }),
    session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event }),
  ]);
}

/** Types the text with a key every `everyMs`, each sent at its time whether the page keeps up or not. */
export async function typeByTheClock(session: CDPSession, text: string, everyMs: number): Promise<void> {
  const startedAt = performance.now();
  const pending: Promise<void>[] = [];
  for (let i = 0; i < text.length; i++) {
    pending.push(press(session, text.charAt(i)));
    await pause(startedAt + (i + 1) * everyMs - performance.now());
  }
  await Promise.all(pending);
}

/**
 * Types the text, each key at least `apartMs` after the previous one was handled, so that no two keys share a frame.
 */
export async function typeApart(session: CDPSession, text: string, apartMs: number): Promise<void> {
  for (const character of text) {
    const due = performance.now() + apartMs;
    await press(session, character);
    await pause(due - performance.now());
  }
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
