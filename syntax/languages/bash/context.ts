// What is open at a place of a script: the script itself, a quoted text, an expansion, a test.

/** What is open at a place: a script, or something in a word of it. */
export type Context = {
  readonly kind: "script" | "list" | "test" | "arithmetic" | "double" | "parameter" | "here";
  /** The construct whose marks are around it, and the pieces of those so far. */
  readonly name: string;
  readonly pieces: readonly number[];
  /** What closes it. */
  readonly close: string;
  /** It ends here at the latest, and reading goes on at `next`. */
  readonly limit: number;
  readonly next: number;
  /** The command whose argument it is. */
  readonly program: string | undefined;
  wantsCommand: boolean;
  command: string | undefined;
  inWord: boolean;
  areOptionsOver: boolean;
  /** The option whose value is the next word; "" when it is none. */
  wantsValue: string;
  wantsPattern: boolean;
  /** Where `[` as a command stands. */
  bracket: number;
  depth: number;
  /** Where the parentheses that are open in arithmetic stand. */
  readonly parentheses: number[];
  /** Whether a pattern may come, as behind `==`. */
  hasGlobs: boolean;
  separator: string | undefined;
  readonly more: number[];
  readonly second: { readonly name: string; readonly piece: readonly number[] } | undefined;
};

/** What is said of a context when it opens; the rest is as at the start of a script. */
export type Opened = Partial<Omit<Context, "kind" | "name" | "pieces" | "close">>;

export function contextOf(
  kind: Context["kind"],
  name: string,
  pieces: readonly number[],
  close: string,
  limit: number,
  opened: Opened,
): Context {
  return {
    kind,
    name,
    pieces,
    close,
    limit,
    next: limit,
    program: undefined,
    wantsCommand: true,
    command: undefined,
    inWord: false,
    areOptionsOver: false,
    wantsValue: "",
    wantsPattern: false,
    bracket: -1,
    depth: 0,
    parentheses: [],
    hasGlobs: false,
    separator: undefined,
    more: [],
    second: undefined,
    ...opened,
  };
}
