import { expect, test } from "vitest";
import { costPlot, costText, shortName, slipText } from "./cost-rows.ts";

const row = (name: string, ms_per_character: number) => ({
  ...{ id: 1, name, spoken: null, ms_per_character, slip_rate: 0, typed: null },
});

test("bars begin behind the longest name and end before the number and the slips, at each width", () => {
  const rows = [row("[x for x in y]", 412), row("??", 264)];
  for (const width of [296, 344, 358, 480, 540, 700]) {
    const { bars, slipsEnd, showsTyped } = costPlot(rows, width);
    const [start = 0, end = 0] = bars.range();
    expect(start).toBeGreaterThan(100);
    expect(end - start).toBeGreaterThan(40);
    expect(bars(412)).toBe(end);
    expect(end + 90).toBeLessThan(slipsEnd + 1);
    expect(showsTyped).toBe(width >= 480);
  }
});

test("a long name is cut in the picture, between characters", () => {
  expect(shortName("LEFT JOIN", 14)).toBe("LEFT JOIN");
  expect(shortName("[x for x in yz]", 14)).toBe("[x for x in y…");
  expect(shortName("😀😀😀", 2)).toBe("😀…");
});

test("numbers are whole, and a rare slip is not none", () => {
  expect([411.6, 1_234].map(costText)).toEqual(["412 ms", "1,234 ms"]);
  expect([0, 0.001, 0.066, 1].map(slipText)).toEqual(["0%", "<1%", "7%", "100%"]);
});
