import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { finishedRun } from "../test/finished-run.ts";
import { keepVisitorRun, takeVisitorRun, type VisitorRun } from "./visitor-run.ts";

const now = 1_800_000_000_000;
const dayMs = 86_400_000;

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function visitorRun(change: Partial<VisitorRun> = {}): VisitorRun {
  const { userId: _, ...run } = finishedRun("1");
  return {
    ...run,
    attemptId: "0e5f5a3c-6f1d-4a57-9d0b-2c1a3b4c5d6e",
    finishedAt: now - 60_000,
    log: "bG9n",
    zone: "Europe/Berlin",
    ...change,
  };
}

test("a run that is kept becomes that of the next account, once, with its log and its zone", () => {
  expect(keepVisitorRun(visitorRun())).toBe(true);
  expect(takeVisitorRun(4, now)).toEqual({ ...visitorRun(), userId: 4 });
  expect(takeVisitorRun(5, now)).toBeNull();
});

test("the last run replaces the one before", () => {
  keepVisitorRun(visitorRun());
  keepVisitorRun(visitorRun({ exampleId: 9 }));
  expect(takeVisitorRun(4, now)?.exampleId).toBe(9);
});

test("a run is kept for seven days", () => {
  keepVisitorRun(visitorRun({ finishedAt: now - 7 * dayMs + 1 }));
  expect(takeVisitorRun(4, now)).not.toBeNull();
  keepVisitorRun(visitorRun({ finishedAt: now - 7 * dayMs }));
  expect(takeVisitorRun(4, now)).toBeNull();
  expect(stored.size).toBe(0);
});

test.each([
  ["no JSON", "{"],
  ["null", "null"],
  ["a list", "[]"],
  ["a run without a time", JSON.stringify(visitorRun({ timeMs: undefined as never }))],
  ["a time that is text", JSON.stringify(visitorRun({ timeMs: "41" as never }))],
  ["half an error", JSON.stringify(visitorRun({ errors: 0.5 }))],
  ["an accuracy above 100", JSON.stringify(visitorRun({ accuracy: 101 }))],
  ["an id that is none", JSON.stringify(visitorRun({ attemptId: "1" }))],
])("what is damaged is forgotten: %s", (_what, text) => {
  stored.set("visitor-run", text);
  expect(takeVisitorRun(4, now)).toBeNull();
  expect(stored.size).toBe(0);
});

test("a browser that forbids storage keeps nothing, and taking does not throw", () => {
  const forbid = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: forbid, setItem: forbid, removeItem: forbid });
  expect(keepVisitorRun(visitorRun())).toBe(false);
  expect(takeVisitorRun(4, now)).toBeNull();
});
