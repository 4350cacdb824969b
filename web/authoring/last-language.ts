// The language with which a new example starts.

type Saved = { readonly id: number; readonly language: string; readonly updated_at: string };

/** The language of the example that was saved last; null without examples. */
export function lastLanguage(examples: readonly Saved[]): string | null {
  let last: Saved | null = null;
  for (const example of examples) if (last === null || isLater(example, last)) last = example;
  return last?.language ?? null;
}

/** An import saves many examples in the same moment, in the order of their ids. */
function isLater(one: Saved, other: Saved): boolean {
  const by = Date.parse(one.updated_at) - Date.parse(other.updated_at);
  return by === 0 ? one.id > other.id : by > 0;
}
