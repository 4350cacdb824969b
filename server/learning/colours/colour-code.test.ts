import { describe, expect, test } from "vitest";
import { rateLimits } from "../../accounts/rate-limits.ts";
import { openServer, openers, type TestServer } from "../../test/harness.ts";
import { refusal } from "../../test/refusal.ts";
import { openHighlighter } from "./highlighter.ts";

describe.each(openers)("$name", (opener) => {
  async function withServer(run: (harness: TestServer) => Promise<void>): Promise<void> {
    const harness = await openServer(opener);
    try {
      await run(harness);
    } finally {
      await harness.close();
    }
  }

  test("unsaved code gets its colours, and nothing is stored", () =>
    withServer(async (harness) => {
      const ada = await harness.registerAdmin("ada");
      const code_content = "// ünï\nlet name = `a ${b}`;\n\treturn 1\n";
      const { tokens } = await ada.client("adminColourCode", {
        body: { code_content, language: "javascript" },
      });
      expect(tokens?.reduce((sum, [, length]) => sum + length, 0)).toBe(code_content.length);
      expect(tokens?.slice(0, 4)).toEqual([
        ["c", 6],
        ["", 1],
        ["k", 3],
        ["", 8],
      ]);
      const stored = await harness.store.read((db) => db.selectFrom("highlight").selectAll().execute());
      expect(stored).toEqual([]);
    }));

  test("a language is known by its aliases, and the colours of one without a grammar are null", () =>
    withServer(async (harness) => {
      const ada = await harness.registerAdmin("ada");
      const colours = async (language: string) =>
        (await ada.client("adminColourCode", { body: { code_content: "let x = 1", language } })).tokens;
      expect(await colours(" TS ")).toEqual(await colours("typescript"));
      expect(await colours("typescript")).not.toBeNull();
      for (const language of ["text", "klingon", "__proto__", "constructor", ""])
        expect(await colours(language)).toBeNull();
    }));

  test("the endpoint is for admins, for storable text and for at most the length of an example", () =>
    withServer(async (harness) => {
      const [ada, mira] = [await harness.registerAdmin("ada"), await harness.register("mira")];
      const body = { code_content: "x", language: "sql" };
      expect(await refusal(harness.client("adminColourCode", { body }))).toMatchObject({ status: 401 });
      expect(await refusal(mira.client("adminColourCode", { body }))).toMatchObject({ status: 403 });
      for (const wrong of [
        { code_content: "x".repeat(20_001), language: "sql" },
        { code_content: "a\0", language: "sql" },
        { code_content: "a\ud800", language: "sql" },
        { code_content: "x", language: "x".repeat(41) },
      ])
        expect(await refusal(ada.client("adminColourCode", { body: wrong }))).toMatchObject({ status: 400 });
      const longest = { code_content: "🦊".repeat(10_000), language: "sql" };
      expect((await ada.client("adminColourCode", { body: longest })).tokens).not.toBeNull();
    }));

  test("an admin has 120 requests a minute, which do not count against other endpoints", () =>
    withServer(async (harness) => {
      const ada = await harness.registerAdmin("ada");
      const request = () => ada.client("adminColourCode", { body: { code_content: "x", language: "text" } });
      for (let n = 0; n < rateLimits.colours.requests; n++) await request();
      expect(await refusal(request())).toMatchObject({ status: 429, code: "RATE_LIMITED" });
      await ada.client("adminListCourses");
    }));

  test("when eight texts wait, the next is refused with a time to retry, and is coloured afterwards", () =>
    withServer(async ({ store }) => {
      const highlighter = openHighlighter({ store, log: { warn: () => {} } });
      try {
        const waiting = Array.from({ length: 8 }, () => highlighter.colours("let x", "javascript"));
        await expect(highlighter.colours("let x", "javascript")).rejects.toMatchObject({
          code: "UNAVAILABLE",
          more: { retryAfterS: 5 },
        });
        for (const runs of await Promise.all(waiting)) expect(runs?.[0]).toEqual(["k", 3]);
        expect((await highlighter.colours("let x", "javascript"))?.[0]).toEqual(["k", 3]);
        const late = expect(highlighter.colours("let y", "javascript")).rejects;
        await Promise.all([late.toMatchObject({ code: "UNAVAILABLE" }), highlighter.close()]);
      } finally {
        await highlighter.close();
      }
    }));
});
