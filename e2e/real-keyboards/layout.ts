// Finds the characters that a keyboard layout can type, and their keys. It reads the X server's table, so that every
// layout of xkeyboard-config can be tested without a separate list.

import { type KeyAction, code, type Levels, press } from "./x-display.ts";

/** One way to type one character. */
export type Route = {
  readonly character: string;
  /** For messages: `AltGr+13`, `dead_acute, Space`. */
  readonly name: string;
  readonly actions: readonly KeyAction[];
  readonly isDead: boolean;
};

export type Layout = {
  readonly routes: readonly Route[];
  /** The routes to this character, simplest first. */
  to(character: string): readonly Route[];
};

const isoLevel3Shift = 0xfe03;
/**
 * The dead keys of Western, Nordic and Central European layouts by key symbol: the mark, and the character that the key
 * types with Space.
 */
const deadKeys = new Map<number, { name: string; mark: string; sign: string }>([
  [0xfe50, { name: "dead_grave", mark: "\u0300", sign: "`" }],
  [0xfe51, { name: "dead_acute", mark: "\u0301", sign: "'" }],
  [0xfe52, { name: "dead_circumflex", mark: "\u0302", sign: "^" }],
  [0xfe53, { name: "dead_tilde", mark: "\u0303", sign: "~" }],
  [0xfe57, { name: "dead_diaeresis", mark: "\u0308", sign: '"' }],
  [0xfe58, { name: "dead_abovering", mark: "\u030a", sign: "" }],
  [0xfe5a, { name: "dead_caron", mark: "\u030c", sign: "" }],
  [0xfe5b, { name: "dead_cedilla", mark: "\u0327", sign: "" }],
]);
const accentableLetters = [..."aeiouAEIOUncszNCSZ"];
/**
 * The keycodes of keys that type: the rows of digits and letters, Space, the key beside the left Shift, ABNT's slash.
 */
const places = [...span(10, 21), ...span(24, 35), ...span(38, 49), ...span(51, 61), 65, 94, 97];
const levelNames = ["", "Shift+", "AltGr+", "AltGr+Shift+"] as const;

export function layoutOf(keymap: ReadonlyMap<number, Levels>): Layout {
  const altGr = placeOf(keymap, isoLevel3Shift);
  const keys = places
    .flatMap((place) =>
      (keymap.get(place) ?? []).flatMap((symbol, level) => {
        if (symbol === 0 || (level >= 2 && altGr === null)) return [];
        const modifiers = [
          ...(level >= 2 && altGr !== null ? [altGr] : []),
          ...(level % 2 ? [code.ShiftLeft] : []),
        ];
        return [{ symbol, level, name: `${levelNames[level]}${place}`, actions: press(place, ...modifiers) }];
      }),
    )
    .toSorted((a, b) => a.level - b.level);

  const plain: Route[] = [];
  const seen = new Set<string>();
  for (const { symbol, name, actions } of keys) {
    const character = characterOf(symbol);
    // A character on two levels of a key counts once. Marks and invisible characters are not typed alone.
    if (character === null || /[\p{M}\p{C}]/u.test(character)) continue;
    const key = `${character} ${name.replace(/^.*\+/, "")}`;
    if (seen.has(key)) continue;
    seen.add(key);
    plain.push({ character, name, actions, isDead: false });
  }
  const dead: Route[] = [];
  const found = new Set<string>();
  for (const { symbol, actions, name: place } of keys) {
    const kind = deadKeys.get(symbol);
    if (kind === undefined || found.has(kind.name)) continue;
    found.add(kind.name);
    const add = (character: string, by: Route | undefined) => {
      if (by === undefined) return;
      dead.push({
        character,
        name: `${kind.name} ${place}, ${by.name}`,
        actions: [...actions, ...by.actions],
        isDead: true,
      });
    };
    if (kind.sign !== "")
      add(
        kind.sign,
        plain.find(({ character }) => character === " "),
      );
    for (const letter of accentableLetters) {
      const character = `${letter}${kind.mark}`.normalize("NFC");
      // Only characters that Unicode has precomposed and that are in the tables of all three browsers.
      if (character.length === 1 && character < "\u0180")
        add(
          character,
          plain.find((route) => route.character === letter),
        );
    }
  }
  const routes = [...plain, ...dead];
  return { routes, to: (character) => routes.filter((route) => route.character === character) };
}

/** A route for each character of a text. Throws a RangeError if the layout has none for one of them. */
function routesFor(layout: Layout, text: string): readonly Route[] {
  return [...text].map((character) => {
    if (character === "\n") return { character, name: "Enter", actions: press(code.Enter), isDead: false };
    const [route] = layout.to(character);
    if (route === undefined) throw new RangeError(`this layout has no key for ${JSON.stringify(character)}`);
    return route;
  });
}

/** The actions that type a text. */
export function keysOf(layout: Layout, text: string): readonly KeyAction[] {
  return routesFor(layout, text).flatMap(({ actions }) => actions);
}

export const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

function placeOf(keymap: ReadonlyMap<number, Levels>, symbol: number): number | null {
  // Prefer the key that people use.
  if (keymap.get(code.AltRight)?.[0] === symbol) return code.AltRight;
  for (const [place, [first]] of keymap) if (first === symbol) return place;
  return null;
}

/** The character of a key symbol; null for dead keys, function keys and rare symbols that no table here has. */
function characterOf(symbol: number): string | null {
  if ((symbol >= 0x20 && symbol <= 0x7e) || (symbol >= 0xa0 && symbol <= 0xff))
    return String.fromCharCode(symbol);
  if (symbol >= 0x01000100 && symbol <= 0x0110ffff) return String.fromCodePoint(symbol - 0x01000000);
  const charset = charsets.get(symbol >> 8);
  if (charset === undefined) return single.get(symbol) ?? null;
  const text = new TextDecoder(charset).decode(Uint8Array.of(symbol & 0xff));
  // For other characters than letters, X's symbols differ from the set.
  return /\p{L}|[€‘’“”]/u.test(text) || symbol >> 8 < 4 ? text.replace("\ufffd", "") || null : null;
}

/** X numbers its oldest symbols by these character sets: the high byte is the set, the low byte the place in it. */
const charsets = new Map([
  [0x01, "iso-8859-2"],
  [0x02, "iso-8859-3"],
  [0x03, "iso-8859-4"],
  [0x06, "koi8-u"],
  [0x0c, "iso-8859-8"],
]);
const single = new Map([
  [0x20ac, "€"],
  [0x0aa9, "—"],
  [0x0aaa, "–"],
  [0x0aae, "…"],
  [0x0ad0, "‘"],
  [0x0ad1, "’"],
  [0x0ad2, "“"],
  [0x0ad3, "”"],
  [0x0ac9, "™"],
  [0x08fb, "←"],
  [0x08fc, "↑"],
  [0x08fd, "→"],
  [0x08fe, "↓"],
  [0x08bc, "≤"],
  [0x08be, "≥"],
  [0x08bd, "≠"],
  [0x13bc, "Œ"],
  [0x13bd, "œ"],
]);

function span(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
