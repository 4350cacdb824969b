// Decides what a key event outside a text field means: one function for every shortcut, so that no shortcut acts on a
// key that belongs to the browser, the system or an input method.

export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "altKey" | "metaKey" | "isComposing" | "keyCode"
> & {
  // Autofill and password managers send events that are no real key events.
  readonly getModifierState?: (name: "AltGraph" | "Hyper" | "Super" | "OS") => boolean;
};

/**
 * Whether the key is pressed alone or with Shift, so that a shortcut may act on it. With Ctrl, Alt or Meta it belongs to
 * the browser or the system; with AltGr, in a composition or as a dead key it writes a character.
 */
export function isPlainKey(press: KeyPress): boolean {
  return (
    isKnown(press) &&
    !press.ctrlKey &&
    !press.altKey &&
    !hasSystemModifier(press) &&
    // Linux and macOS set neither Ctrl nor Alt for AltGr; Windows sets both.
    !isAltGr(press) &&
    press.key !== "Dead"
  );
}

/** Whether the key will write a character, as far as its keydown event says; AltGr writes characters too. */
export function writesCharacter(press: KeyPress): boolean {
  if (!isKnown(press) || hasSystemModifier(press) || [...press.key].length !== 1) return false;
  return isAltGr(press) || (!press.ctrlKey && !press.altKey);
}

/**
 * The Latin letter or ASCII sign of the key, in lower case. On a layout of another script it is the letter at the key's
 * place on a US keyboard; '' for any other key.
 */
export function letterOf({ key, code }: Pick<KeyPress, "key" | "code">): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  // A sign such as ¶, or é on a French keyboard, is not the letter that the key's place names.
  if (!isOfAnotherScript.test(key)) return "";
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? "";
}

/** One letter, or a mark where the script writes vowels with marks; two letters where one key writes both. */
const isOfAnotherScript =
  /^(?:(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])[\p{L}\p{M}]){1,2}$/u;

function isKnown({ key, isComposing, keyCode }: KeyPress): boolean {
  return typeof key === "string" && !isComposing && keyCode !== 229;
}

function hasSystemModifier(press: KeyPress): boolean {
  return (
    press.metaKey ||
    (["Hyper", "Super", "OS"] as const).some((name) => press.getModifierState?.(name) === true)
  );
}

function isAltGr(press: KeyPress): boolean {
  return press.getModifierState?.("AltGraph") === true;
}
