// How the screens write words and numbers in English.

/** 'Course' for 'course'. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** '1,048,576' */
export function thousands(n: number): string {
  return n.toLocaleString("en-US");
}

/** '1 lesson', '5,904 saved results' */
export function counted(n: number, noun: string): string {
  return `${thousands(n)} ${noun}${n === 1 ? "" : "s"}`;
}

/** 'a', 'a and b', 'a, b and c' */
export function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

const collator = new Intl.Collator("en", { numeric: true });

/** The order in which people sort names: `2` before `10`, `a` beside `A`. For `Array.sort`. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other);
}
