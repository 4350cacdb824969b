import type { Tokens } from "@tabstop/contract/vocabulary";
import { ApiError, NetworkError } from "@tabstop/contract/client";
import { describe, expect, test } from "vitest";
import {
  carriedOver,
  type Code,
  type Coloured,
  createColourAsker,
  isColourable,
  patienceMs,
  pauseMs,
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

describe("until the answer comes", () => {
  test("what was coloured keeps its colours, and what is new is plain", () => {
    expect(drawn(before)).toBe("[k:let] a = [s:'bc'];\n[c:// it]");
    expect(after("let ab = 'bc';\n// it")).toBe("[k:let] ab = [s:'bc'];\n[c:// it]");
    expect(after("x let a = 'bc';\n// it")).toBe("x [k:let] a = [s:'bc'];\n[c:// it]");
    expect(after("let a = 'bc';\n// it!")).toBe("[k:let] a = [s:'bc'];\n[c:// it]!");
    expect(after("lets a = 'bc';\n// it")).toBe("[k:let]s a = [s:'bc'];\n[c:// it]");
  });

  test("more of a string or a comment is one", () => {
    expect(after("let a = 'bXc';\n// it")).toBe("[k:let] a = [s:'bXc'];\n[c:// it]");
    expect(after("let a = 'bc';\n// is it")).toBe("[k:let] a = [s:'bc'];\n[c:// is it]");
  });

  test("what is deleted or replaced takes its colours along, and the runs stay as long as the text", () => {
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

  test("another language is another text", () => {
    expect(after(before.code, "python")).toBe(`plain ${before.code}`);
  });
});

test("plain text, blanks, what is too long and what no example may hold is not asked for", () => {
  const is = (code: string, language = "sql") => isColourable({ code, language });
  expect([is("x"), is("\tx\n"), is("x".repeat(20_000))]).toEqual([true, true, true]);
  for (const code of ["", " \n\t", "x".repeat(20_001), "a\u2028b", "a\0", "a\u000bb", "a\ud800"])
    expect([code, is(code)]).toEqual([code, false]);
  expect(is("x", "text")).toBe(false);
});

/** An asker whose clock only the test moves, and whose server answers when the test says so. */
function opened() {
  const waits: { ms: number; over: () => void }[] = [];
  const calls: { code: Code; given: AbortSignal; say: (tokens: Tokens | Error) => Promise<void> }[] = [];
  const answers: string[] = [];
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  const asker = createColourAsker({
    ask: (code, given) =>
      new Promise((resolve, reject) => {
        const say = (said: Tokens | Error) => {
          if (said instanceof Error) reject(said);
          else resolve(said);
          return settle();
        };
        calls.push({ code, given, say });
      }),
    wait: (ms, given) =>
      new Promise((resolve, reject) => {
        const waiting = { ms, over: resolve };
        waits.push(waiting);
        given.addEventListener("abort", () => {
          if (waits.includes(waiting)) waits.splice(waits.indexOf(waiting), 1);
          reject(new Error("given up"));
        });
      }),
    answered: (coloured) => void answers.push(drawn(coloured)),
  });
  return {
    answers,
    calls,
    waits: () => waits.map(({ ms }) => ms),
    want: (code: string, language = "sql") => asker.want({ code, language }),
    stop: () => asker.stop(),
    async pass(): Promise<void> {
      for (const { over } of waits.splice(0)) over();
      await settle();
    },
    asked: () => calls.map(({ code }) => code.code),
  };
}

const plain = (length: number): Tokens => [["k", length]];

describe("asking", () => {
  test("waits until nobody types, and asks once for what stands there then", async () => {
    const it = opened();
    for (const code of ["s", "se", "sel"]) it.want(code);
    expect([it.waits(), it.asked()]).toEqual([[pauseMs], []]);
    await it.pass();
    expect(it.asked()).toEqual(["sel"]);
    await it.calls[0]?.say(plain(3));
    expect(it.answers).toEqual(["[k:sel]"]);
  });

  test("an answer that comes late, for an older text, is dropped", async () => {
    const it = opened();
    it.want("a");
    await it.pass();
    it.want("ab");
    expect(it.calls[0]?.given.aborted).toBe(true);
    await it.pass();
    await it.calls[1]?.say(plain(2));
    await it.calls[0]?.say(plain(1));
    expect(it.answers).toEqual(["[k:ab]"]);
  });

  test("asks for nothing when nothing has changed, or when it is again as it was", async () => {
    const it = opened();
    it.want("a");
    await it.pass();
    await it.calls[0]?.say(plain(1));
    it.want("a");
    await it.pass();
    it.want("ab");
    it.want("a");
    await it.pass();
    expect(it.asked()).toEqual(["a"]);
    it.want("a", "python");
    await it.pass();
    expect(it.asked()).toEqual(["a", "a"]);
  });

  test("without the server it is silent and asks again after a while; what is refused is not asked again", async () => {
    const it = opened();
    it.want("a");
    await it.pass();
    await it.calls[0]?.say(new NetworkError("no network"));
    expect([it.answers, it.waits()]).toEqual([[], [patienceMs]]);
    await it.pass();
    await it.calls[1]?.say(new ApiError(400, {}, null));
    await it.pass();
    expect([it.answers, it.waits(), it.asked()]).toEqual([[], [], ["a", "a"]]);
  });

  test("a server that is asked too often is left alone for as long as it says, whatever is typed", async () => {
    const it = opened();
    it.want("a");
    await it.pass();
    await it.calls[0]?.say(new ApiError(429, { error: "Too many", code: "RATE_LIMITED" }, 40));
    it.want("ab");
    expect(it.waits()).toEqual([40_000, pauseMs]);
    await it.pass();
    expect(it.asked()).toEqual(["a", "ab"]);
  });

  test("a form that is left asks for nothing more", async () => {
    const it = opened();
    it.want("a");
    it.stop();
    await it.pass();
    expect(it.asked()).toEqual([]);
  });
});
