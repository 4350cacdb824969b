import { landingExamples } from "@tabstop/contract/landing-examples";
import { expect, test } from "vitest";
import { tryExamples } from "./examples.ts";

test("the page's examples are those that the server knows, letter for letter", async () => {
  const hashed = tryExamples.map(async ({ title, language, text }) => ({
    title,
    language,
    code_hash: await sha256Of(text),
  }));
  expect(await Promise.all(hashed)).toEqual(landingExamples);
});

async function sha256Of(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("each has three to six lines of at most 60 columns", () => {
  for (const { text } of tryExamples) {
    const lines = text.split("\n");
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
  }
});
