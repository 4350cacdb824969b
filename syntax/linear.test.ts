// Any text takes time in proportion to its length: 1 MB less than a second of CPU, whatever opens in it and never
// closes. Searching on to the end of the text for each piece of it would take minutes.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { constructsOf, languagesWithRules } from "./constructs-of.ts";
import { hostilePieces } from "./test/hostile-pieces.ts";

const size = 2 ** 20;
/** A busy machine takes more time of the CPU for the same work. */
const slack = 4;

describe.each(languagesWithRules)("%s", (language) => {
  const cpuMs = (code: string): number => {
    const before = process.cpuUsage();
    constructsOf(code, language);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  test("1 MB of what opens and never closes takes less than a second of CPU, and four times that of 256 kB", () => {
    const repeated = fc
      .array(fc.constantFrom(...hostilePieces), { minLength: 1, maxLength: 3 })
      .map((pieces) => pieces.join(""));
    for (const piece of fc.sample(repeated, 2)) {
      const code = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
      const quarter = cpuMs(code.slice(0, size / 4));
      const whole = cpuMs(code);
      expect(whole, JSON.stringify(piece)).toBeLessThan(slack * 1000);
      expect(whole, JSON.stringify(piece)).toBeLessThan(4 * slack * Math.max(quarter, 50));
    }
  });

  test("1 MB of all such pieces in turn takes less than a second of CPU", () => {
    const pieces = hostilePieces.join(" ");
    const code = pieces.repeat(Math.ceil(size / pieces.length)).slice(0, size);
    expect(cpuMs(code)).toBeLessThan(slack * 1000);
  });
});
