import type { Tokens } from "@tabstop/contract/vocabulary";
import { useEffect, useState } from "react";
import { api } from "../../shell/data/api.ts";
import { carriedOver, type Coloured, createColourLoader, isSame } from "./live-colours.ts";

/** The colours of this code as far as they are known; null to draw it without colours. */
export function useLiveColours(code: string, language: string): Tokens | null {
  const [coloured, setColoured] = useState<Coloured>({ code, language, tokens: null });
  const now = { code, language };
  const drawn = isSame(coloured, now) ? coloured : carriedOver(coloured, now);
  // Set during rendering, so that the colours appear in the same frame as the typed letter.
  if (drawn !== coloured) setColoured(drawn);

  const [loader] = useState(() =>
    createColourLoader({
      request: async ({ code: code_content, language: name }, signal) => {
        const body = { code_content, language: name };
        return (await api("adminColourCode", { body }, { signal })).tokens;
      },
      wait,
      onColoured: (next) => setColoured((old) => (isSame(old, next) ? next : old)),
    }),
  );
  useEffect(() => loader.load({ code, language }), [loader, code, language]);
  useEffect(() => () => loader.stop(), [loader]);
  return drawn.tokens;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
