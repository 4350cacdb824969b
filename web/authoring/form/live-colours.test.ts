import type { Tokens } from "@tabstop/contract/vocabulary";
import { ApiError, NetworkError } from "@tabstop/contract/client";
import { describe, expect, test } from "vitest";
import {
  carriedOver,
  type Code,
  type Coloured,
  createColourLoader,
  isColourable,
  retryMs,
  settleMs,
} from "./live-colours.ts";

/** `[k:let] x` */
function drawn({ code, tokens }: Coloured): string {
  if (tokens === null) return `plain ${code}`;
  let at = 0;
  return tokens
    .map(([of, length]) => {
      const text = code.slice(at, at + length);
      at += length;
      return of === "" ? text : `[${of}:${text}]`;
    })
    .join("");
}

const before: Coloured = {
  code: "let a = 'bc';\n// it",
  language: "javascript",
  tokens: [
    ["k", 3],
    ["", 5],
    ["s", 4],
    ["", 2],
    ["c", 5],
  ],
};
const after = (code: string, language = "javascript") => drawn(carriedOver(before, { code, language }));

describe("until the response arrives", () => {
  test("coloured text keeps its colours, and new text is plain", () => {
    expect(drawn(before)).toBe("[k:let] a = [s:'bc'];\n[c:// it]");
    expect(after("let ab = 'bc';\n// it")).toBe("[k:let] ab = [s:'bc'];\n[c:// it]");
    expect(after("x let a = 'bc';\n// it")).toBe("x [k:let] a = [s:'bc'];\n[c:// it]");
    expect(after("let a = 'bc';\n// it!")).toBe("[k:let] a = [s:'bc'];\n[c:// it]!");
    expect(after("lets a = 'bc';\n// it")).toBe("[k:let]s a = [s:'bc'];\n[c:// it]");
  });

  test("text typed into a string or a comment gets its colour", () => {
    expect(after("let a = 'bXc';\n// it")).toBe("[k:let] a = [s:'bXc'];\n[c:// it]");
    expect(after("let a = 'bc';\n// is it")).toBe("[k:let] a = [s:'bc'];\n[c:// is it]");
  });

  test("deleted text loses its runs, and the runs stay as long as the text", () => {
    expect(after("let a = 'it")).toBe("[k:let] a = [s:'][c:it]");
    expect(after("")).toBe("plain ");
    expect(after("x")).toBe("x");
    for (let from = 0; from <= before.code.length; from++)
      for (let to = from; to <= before.code.length; to++)
        for (const text of ["", "y", "\n\n", "let"]) {
          const code = before.code.slice(0, from) + text + before.code.slice(to);
          const { tokens } = carriedOver(before, { code, language: "javascript" });
          if (code.trim() !== "")
            expect([code, tokens?.reduce((sum, [, length]) => sum + length, 0)]).toEqual([code, code.length]);
        }
  });

  test("after a change of the language the code is plain", () => {
    expect(after(before.code, "python")).toBe(`plain ${before.code}`);
  });
});

test("plain text, blanks, overlong code and forbidden characters are not colourable", () => {
  const is = (code: string, language = "sql") => isColourable({ code, language });
  expect([is("x"), is("\tx\n"), is("x".repeat(20_000))]).toEqual([true, true, true]);
  for (const code of ["", " \n\t", "x".repeat(20_001), "a\u2028b", "a\0", "a\u000bb", "a\ud800"])
    expect([code, is(code)]).toEqual([code, false]);
  expect(is("x", "text")).toBe(false);
});

/** A loader whose clock and whose server the test controls. */
function createLoader() {
  const waits: { ms: number; end: () => void }[] = [];
  const requests: {
    code: Code;
    signal: AbortSignal;
    respond: (response: Tokens | Error) => Promise<void>;
  }[] = [];
  const drawings: string[] = [];
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  const loader = createColourLoader({
    request: (code, signal) =>
      new Promise((resolve, reject) => {
        const respond = (response: Tokens | Error) => {
          if (response instanceof Error) reject(response);
          else resolve(response);
          return settle();
        };
        requests.push({ code, signal, respond });
      }),
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const waiting = { ms, end: resolve };
        waits.push(waiting);
        signal.addEventListener("abort", () => {
          if (waits.includes(waiting)) waits.splice(waits.indexOf(waiting), 1);
          reject(new Error("aborted"));
        });
      }),
    onColoured: (coloured) => void drawings.push(drawn(coloured)),
  });
  return {
    drawings,
    requests,
    waits: () => waits.map(({ ms }) => ms),
    load: (code: string, language = "sql") => loader.load({ code, language }),
    stop: () => loader.stop(),
    async endWaits(): Promise<void> {
      for (const { end } of waits.splice(0)) end();
      await settle();
    },
    requested: () => requests.map(({ code }) => code.code),
  };
}

const keywords = (length: number): Tokens => [["k", length]];

describe("loading", () => {
  test("starts when the code has not changed for a moment, with one request for the latest code", async () => {
    const loader = createLoader();
    for (const code of ["s", "se", "sel"]) loader.load(code);
    expect([loader.waits(), loader.requested()]).toEqual([[settleMs], []]);
    await loader.endWaits();
    expect(loader.requested()).toEqual(["sel"]);
    await loader.requests[0]?.respond(keywords(3));
    expect(loader.drawings).toEqual(["[k:sel]"]);
  });

  test("a late response for older code is dropped", async () => {
    const loader = createLoader();
    loader.load("a");
    await loader.endWaits();
    loader.load("ab");
    expect(loader.requests[0]?.signal.aborted).toBe(true);
    await loader.endWaits();
    await loader.requests[1]?.respond(keywords(2));
    await loader.requests[0]?.respond(keywords(1));
    expect(loader.drawings).toEqual(["[k:ab]"]);
  });

  test("sends no request for unchanged code, nor for code that was changed back", async () => {
    const loader = createLoader();
    loader.load("a");
    await loader.endWaits();
    await loader.requests[0]?.respond(keywords(1));
    loader.load("a");
    await loader.endWaits();
    loader.load("ab");
    loader.load("a");
    await loader.endWaits();
    expect(loader.requested()).toEqual(["a"]);
    loader.load("a", "python");
    await loader.endWaits();
    expect(loader.requested()).toEqual(["a", "a"]);
  });

  test("is tried again after a while if the server cannot be reached, but not after a refusal", async () => {
    const loader = createLoader();
    loader.load("a");
    await loader.endWaits();
    await loader.requests[0]?.respond(new NetworkError("no network"));
    expect([loader.drawings, loader.waits()]).toEqual([[], [retryMs]]);
    await loader.endWaits();
    await loader.requests[1]?.respond(new ApiError(400, {}, null));
    await loader.endWaits();
    expect([loader.drawings, loader.waits(), loader.requested()]).toEqual([[], [], ["a", "a"]]);
  });

  test("waits after RATE_LIMITED as long as the server says, whatever is typed", async () => {
    const loader = createLoader();
    loader.load("a");
    await loader.endWaits();
    await loader.requests[0]?.respond(new ApiError(429, { error: "Too many", code: "RATE_LIMITED" }, 40));
    loader.load("ab");
    expect(loader.waits()).toEqual([40_000, settleMs]);
    await loader.endWaits();
    expect(loader.requested()).toEqual(["a", "ab"]);
  });

  test("a closed form sends no further request", async () => {
    const loader = createLoader();
    loader.load("a");
    loader.stop();
    await loader.endWaits();
    expect(loader.requested()).toEqual([]);
  });
});
