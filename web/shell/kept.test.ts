import { expect, test } from "vitest";
import { asOfText } from "./kept.tsx";

test("kept data says from when it is, with the day and the time of the device", () => {
  expect(asOfText(new Date(2026, 10, 27, 18, 40).getTime())).toBe("As of 27 November, 18:40.");
  expect(asOfText(new Date(2026, 0, 1, 8, 4).getTime())).toBe("As of 1 January, 08:04.");
});
