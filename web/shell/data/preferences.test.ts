import { expect, test } from "vitest";
import { isOutdatedBy, writeOf } from "./outdated.ts";
import { knownPreferences } from "./preferences.ts";
import { queryClient, userKey } from "./query-client.ts";

const load = (userId: number, sendsKeystrokes: boolean) =>
  queryClient.setQueryData(userKey(userId, "getPreferences"), () => ({ sendsKeystrokes, keepRunsDays: 7 }));

test("preferences are known once they are loaded, for that user only", () => {
  expect(knownPreferences(7)).toBe(undefined);
  load(7, true);
  expect(knownPreferences(7)).toEqual({ sendsKeystrokes: true, keepRunsDays: 7 });
  expect(knownPreferences(8)).toBe(undefined);
});

test("after a change whose outcome is not known, what was chosen before is not known either", () => {
  for (const error of [null, new TypeError("no network")]) {
    queryClient.clear();
    load(9, true);
    const write = writeOf("updatePreferences", { sendsKeystrokes: false }, error);
    queryClient.outdate((key) => isOutdatedBy(write?.parts ?? [], key), {
      isForgotten: false,
      isShownNow: false,
    });
    expect(knownPreferences(9)).toBe(undefined);
  }
});
