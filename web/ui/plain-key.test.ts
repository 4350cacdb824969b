import fc from "fast-check";
import { expect, test } from "vitest";
import { isPlainKey, type KeyPress, letterOf, writesCharacter } from "./plain-key.ts";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, code: "", ctrlKey: false, altKey: false, metaKey: false, isComposing: false, keyCode: 0 },
  ...more,
});
const held = (...names: readonly string[]) => ({
  getModifierState: (name: string) => names.includes(name),
});

test("a key is plain alone and with Shift or a lock, and with nothing else", () => {
  expect(isPlainKey(press("r", held()))).toBe(true);
  expect(isPlainKey(press("R", held("Shift", "CapsLock", "NumLock")))).toBe(true);
  expect(isPlainKey(press("r"))).toBe(true);
  fc.assert(
    fc.property(
      fc.subarray(["ctrlKey", "altKey", "metaKey", "isComposing"] as const),
      fc.subarray(["AltGraph", "Hyper", "Super", "OS"]),
      fc.constantFrom("r", "R", "Enter", "?", "к", "ArrowDown"),
      (flags, states, key) => {
        const pressed = press(key, {
          ...Object.fromEntries(flags.map((flag) => [flag, true])),
          ...held(...states),
        });
        expect(isPlainKey(pressed)).toBe(flags.length + states.length === 0);
      },
    ),
  );
  for (const dead of [
    press("Dead"),
    press("Process", { keyCode: 229 }),
    press(undefined as unknown as string),
  ])
    expect(isPlainKey(dead)).toBe(false);
});

test("a character made with AltGr is written, one made with Ctrl, Alt or Meta alone is not", () => {
  expect(writesCharacter(press("@", held("AltGraph")))).toBe(true);
  expect(writesCharacter(press("@", { ...held("AltGraph"), ctrlKey: true, altKey: true }))).toBe(true);
  for (const flag of ["ctrlKey", "altKey", "metaKey"])
    expect(writesCharacter(press("c", { [flag]: true }))).toBe(false);
  for (const name of ["Enter", "Dead", "F5"]) expect(writesCharacter(press(name))).toBe(false);
});

test("the place of a key counts only where its layout has no Latin letters", () => {
  const at = (key: string) => letterOf({ key, code: "KeyR" });
  expect(["r", "R", "к", "ρ", "ק", "ר", "ㄱ", "พ", "ื", "ी", "す"].map(at)).toEqual([
    ..."rr",
    ...Array(9).fill("r"),
  ]);
  expect(["p", "?", "é", "ß", "µ", "ª", "¶", "®", "€", "٣", "Enter", "Dead", ""].map(at)).toEqual([
    ..."p?",
    ...Array(11).fill(""),
  ]);
});

/** Files that read keys of a text field or of a pointer, where modifiers have another meaning. */
const readsModifiersItself = [
  "./plain-key.ts",
  "../typing/capture.ts",
  "../typing/capture-rules.ts",
  // Ctrl with the wheel zooms.
  "../typing/look-around.ts",
  // Ctrl with a click opens a tab.
  "../shell/router/router.tsx",
];

test("no other file decides by itself which modifiers make a key a shortcut", () => {
  const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!**/node_modules/**"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  const reading = Object.entries(sources)
    .filter(([file]) => !/\.tsbuild|\/test\/|\.test\./.test(file))
    .filter(([, text]) => /\b(?:ctrlKey|altKey|metaKey|getModifierState)\b/.test(text));
  expect(reading.map(([file]) => file).toSorted()).toEqual(readsModifiersItself.toSorted());
});
