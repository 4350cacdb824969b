import { describe, expect, test } from "vitest";
import { dayOf, knownZone, monthOf, zoneOf } from "./calendar.ts";

const hourMs = 3_600_000;
/** The number of a day of the calendar. */
const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
const at = (text: string) => Date.parse(text);

describe("the calendar", () => {
  test.each([
    ["Europe/Berlin", "2026-11-28T23:00:00Z", "2026-11-29"],
    ["Europe/Berlin", "2026-11-28T22:59:59.999Z", "2026-11-28"],
    ["Pacific/Kiritimati", "2026-11-29T10:00:00Z", "2026-11-30"],
    ["Pacific/Pago_Pago", "2026-11-29T10:59:59Z", "2026-11-28"],
    ["Asia/Kathmandu", "2026-11-28T18:15:00Z", "2026-11-29"],
    ["UTC", "1969-12-31T23:59:59Z", "1969-12-31"],
  ])("of %s has %s on %s", (zone, moment, expected) => {
    expect(dayOf(at(moment), zone)).toBe(day(expected));
  });

  test("of Apia has no 30 December 2011", () => {
    const midnight = at("2011-12-30T10:00:00Z");
    expect(dayOf(midnight - 1, "Pacific/Apia")).toBe(day("2011-12-29"));
    expect(dayOf(midnight, "Pacific/Apia")).toBe(day("2011-12-31"));
  });

  test.each([
    // Both nights of a clock change: the day has 23 or 25 hours, at Lord Howe 23.5 or 24.5.
    ["Europe/Berlin", "2026-03-28T23:00:00Z", 23],
    ["Europe/Berlin", "2026-10-24T22:00:00Z", 25],
    ["America/New_York", "2026-03-08T05:00:00Z", 23],
    ["America/New_York", "2026-11-01T04:00:00Z", 25],
    ["Australia/Lord_Howe", "2026-10-03T13:30:00Z", 23.5],
    ["Australia/Lord_Howe", "2026-04-04T13:00:00Z", 24.5],
  ])("of %s changes at midnight around %s, after %d hours", (zone, start, hours) => {
    const from = at(start);
    const first = dayOf(from, zone);
    expect(dayOf(from - 1, zone)).toBe(first - 1);
    for (let minutes = 0; minutes < hours * 60; minutes += 10)
      expect(dayOf(from + minutes * 60_000, zone)).toBe(first);
    expect(dayOf(from + hours * hourMs - 1, zone)).toBe(first);
    expect(dayOf(from + hours * hourMs, zone)).toBe(first + 1);
  });

  test("agrees with the runtime in every zone that it knows", () => {
    const moments = [Date.UTC(1971, 0, 1, 11), Date.UTC(2026, 10, 29, 23, 30), Date.UTC(2037, 5, 30, 0, 1)];
    for (const zone of Intl.supportedValuesOf("timeZone"))
      for (const moment of moments) {
        const expected = new Date(moment).toLocaleDateString("sv-SE", { timeZone: zone });
        expect(dayOf(moment, zone), zone).toBe(day(expected));
      }
  });

  test("begins days of every zone with a quarter of an hour of UTC, and gives the same day twice", () => {
    const quarterMs = 15 * 60_000;
    for (const zone of Intl.supportedValuesOf("timeZone")) {
      const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone });
      for (let year = 1980; year < 2040; year += 7) {
        const noon = Date.UTC(year, (year * 5) % 12, 1 + (year % 28), 12);
        const first = dayOf(noon, zone);
        let [low, high] = [noon, noon + 36 * hourMs];
        while (high - low > 1) {
          const middle = Math.floor((low + high) / 2);
          if (Date.parse(format.format(middle)) / 86_400_000 > first) high = middle;
          else low = middle;
        }
        expect(high % quarterMs, `${zone} ${year}`).toBe(0);
        expect([dayOf(low, zone), dayOf(low, zone)]).toEqual([first, first]);
        expect(dayOf(high, zone)).toBe(dayOf(high + quarterMs - 1, zone));
      }
    }
  });

  test("numbers months from those of a day", () => {
    expect(monthOf(day("2026-12-31"))).toBe(12 * 2026 + 11);
    expect(monthOf(day("2027-01-01"))).toBe(12 * 2027);
    expect(monthOf(day("1969-12-31"))).toBe(12 * 1969 + 11);
  });
});

describe("a zone", () => {
  const names: readonly unknown[] = [
    ...[
      "",
      "Nowhere/City",
      "+01:00",
      "GMT+25",
      "../../etc/passwd",
      "Europe/Berlin\0",
      "ſ",
      "e".repeat(10_000),
    ],
    ...["__proto__", "constructor", "toString", null, undefined, 5, {}, [], ["UTC"], Symbol("UTC"), 10n],
  ];

  test("that the runtime does not know is none, and counts as UTC", () => {
    for (const name of names) {
      expect(knownZone(name)).toBeNull();
      if (typeof name === "string") {
        expect(zoneOf(name, "Europe/Berlin")).toBe("UTC");
        expect(dayOf(86_400_000 - 1, name)).toBe(0);
      }
    }
  });

  test("is the one that was sent, else the last one known, else UTC", () => {
    expect(zoneOf("Pacific/Apia", "Europe/Berlin")).toBe("Pacific/Apia");
    expect(zoneOf(null, "Europe/Berlin")).toBe("Europe/Berlin");
    expect(zoneOf(undefined, "Europe/Berlin")).toBe("Europe/Berlin");
    expect(zoneOf(null, null)).toBe("UTC");
    // A runtime may forget a zone.
    expect(zoneOf(null, "Mars/Olympus")).toBe("UTC");
  });

  test("stays known while more names come than are cached", () => {
    for (let index = 0; index < 1_000; index++) expect(knownZone(`Nowhere/City_${index}`)).toBeNull();
    expect(knownZone("Europe/Berlin")).toBe("Europe/Berlin");
    expect(dayOf(0, "Europe/Berlin")).toBe(0);
  });
});
