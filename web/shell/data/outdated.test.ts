import { ApiError, NetworkError } from "@tabstop/contract/client";
import { endpointTable } from "@tabstop/contract/endpoint-table";
import type { EndpointName, ReadEndpoint } from "@tabstop/contract/endpoints";
import { expect, test } from "vitest";
import { isOutdatedBy, writeOf } from "./outdated.ts";
import { userKey } from "./query-client.ts";

const names = Object.keys(endpointTable) as EndpointName[];
const writes = names.filter((name) => endpointTable[name].changes.length > 0);
const reads = names.filter((name) => endpointTable[name].method === "GET") as ReadEndpoint[];

test("every write outdates every query that reads what it changes, and no other", () => {
  expect([writes.length > 25, reads.length > 25]).toEqual([true, true]);
  for (const write of writes)
    for (const read of reads) {
      const parts = writeOf(write, undefined, null)?.parts ?? [];
      const isShared = endpointTable[read].reads.some((part) => endpointTable[write].changes.includes(part));
      expect(isOutdatedBy(parts, userKey(7, read, 1)), `${write} and ${read}`).toBe(isShared);
    }
});

test("a new order, a deletion and an import outdate the dashboard, the lists of both sides and an open lesson", () => {
  for (const write of ["adminReorder", "adminDeleteCourse", "adminUpdateExample", "importLesson"] as const)
    for (const read of ["getDashboard", "listCourses", "getLesson", "adminGetStructure"] as const)
      expect(isOutdatedBy(writeOf(write, {}, null)?.parts ?? [], userKey(7, read))).toBe(true);
});

test("a read, a computation, a dry run and a refusal outdate nothing", () => {
  expect(writeOf("getLesson", undefined, null)).toBe(null);
  expect(writeOf("getNextLesson", { currentLessonId: 1 }, null)).toBe(null);
  expect(writeOf("importLesson", { dryRun: true }, null)).toBe(null);
  expect(writeOf("adminUpdateCourse", {}, new ApiError(400, null, null))).toBe(null);
  expect(writeOf("adminUpdateCourse", {}, new ApiError(429, null, 5))).toBe(null);
});

test("a refusal because of another user's write shows that write now; after a failure what is shown stays", () => {
  const outdated = (error: unknown) => {
    const { isCertain, isShownNow } = writeOf("adminDeleteCourse", undefined, error) ?? {};
    return { isCertain, isShownNow };
  };
  const now = { isCertain: true, isShownNow: true };
  const later = { isCertain: false, isShownNow: false };
  expect([404, 409].map((status) => outdated(new ApiError(status, null, null)))).toEqual([now, now]);
  expect(outdated(new ApiError(503, null, null))).toEqual(later);
  expect(outdated(new NetworkError("gone"))).toEqual(later);
  expect(outdated(new DOMException("too late", "TimeoutError"))).toEqual(later);
});

test("a user's role and what belongs to no user are outdated by no write", () => {
  const all = ["content", "results", "accounts", "sessions", "preferences"] as const;
  expect(isOutdatedBy(all, userKey(7, "role"))).toBe(false);
  expect(isOutdatedBy(all, ["open", "reset-token", "x"])).toBe(false);
});

test("every request of the app is sent by the client that reports writes", () => {
  const sources = import.meta.glob<string>("../../**/*.{ts,tsx}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  expect(Object.keys(sources).length).toBeGreaterThan(150);
  const makers = Object.keys(sources).filter(
    (file) => !file.includes(".test.") && /\bcreateClient\(/.test(sources[file] ?? ""),
  );
  // The session refreshes, which changes nothing that is shown, and logs out, which removes all that is loaded.
  expect(makers.toSorted()).toEqual(["../session/session.ts", "./api.ts"]);
});
