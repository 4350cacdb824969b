import type { Tokens } from "@tabstop/contract/vocabulary";
import { useEffect, useState } from "react";
import { api } from "../../shell/data/api.ts";
import { carriedOver, type Coloured, createColourAsker, isSame } from "./live-colours.ts";

/** The colours of this code as far as they are known; null: draw it plain. */
export function useLiveColours(code: string, language: string): Tokens | null {
  const [coloured, setColoured] = useState<Coloured>({ code, language, tokens: null });
  const now = { code, language };
  const drawn = isSame(coloured, now) ? coloured : carriedOver(coloured, now);
  // In the same frame as the letter that was typed.
  if (drawn !== coloured) setColoured(drawn);

  const [asker] = useState(() =>
    createColourAsker({
      ask: async ({ code: code_content, language: name }, signal) => {
        const body = { code_content, language: name };
        return (await api("adminColourCode", { body }, { signal })).tokens;
      },
      wait: pause,
      answered: (answer) => setColoured((old) => (isSame(old, answer) ? answer : old)),
    }),
  );
  useEffect(() => asker.want({ code, language }), [asker, code, language]);
  useEffect(() => () => asker.stop(), [asker]);
  return drawn.tokens;
}

function pause(ms: number, given: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    given.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(given.reason as Error);
    });
  });
}
