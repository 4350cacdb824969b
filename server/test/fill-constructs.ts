// Finds the constructs of all examples of a store, as a server does in the background, for tests without one.

import { openHighlighter } from "../learning/colours/highlighter.ts";
import { openConstructFiller } from "../learning/constructs/construct-filler.ts";
import type { Store } from "../store/store.ts";

/** With `colours`, also in languages without rules. */
export async function fillConstructs(store: Store, { colours = false } = {}): Promise<void> {
  const log = {
    warn: (fields: object, message: string) => {
      throw new Error(`${message}: ${JSON.stringify(fields)}`);
    },
  };
  for (const open of [...(colours ? [openHighlighter] : []), openConstructFiller]) {
    const filler = open({ store, log });
    filler.refresh();
    await filler.settled();
    await filler.close();
  }
}
