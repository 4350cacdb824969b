import { ApiError, NetworkError } from "@tabstop/contract/client";
import { endpoints } from "@tabstop/contract/endpoints";
import { errorCodes } from "@tabstop/contract/errors";
import { expect, test } from "vitest";
import type { WaitReason } from "../shell/outbox/outbox.ts";
import { verdictOn } from "../shell/outbox/outbox-store.ts";
import { finishedMemoryRun, finishedRun } from "../shell/test/finished-run.ts";
import { lossOf, unsavedSentence, whereItWaits } from "./unsaved-runs.ts";

const names = { example: "This example", result: "This result" };
const waitingRun = { ...finishedRun("a"), isOnDevice: true };

/** What the screen says about the run of a failed request. */
function said(error: unknown): string {
  const verdict = verdictOn(error, 0);
  return verdict.kind === "retry"
    ? whereItWaits({ runs: [waitingRun], reason: verdict.reason })
    : (lossOf(verdict, names) as string);
}

const kept = "It is kept on this device and sent again until the server has it.";

test("each case in which the server does not take a run has its own true sentence", () => {
  const refusal = (status: number, code: string | null, error = "Reason.") =>
    new ApiError(status, code === null ? "<h1>Proxy</h1>" : { error, code }, null);
  expect(said(new NetworkError("offline"))).toBe(`${kept} The server cannot be reached at the moment.`);
  expect(said(refusal(502, null))).toBe(`${kept} The server cannot be reached at the moment.`);
  expect(said(refusal(429, "RATE_LIMITED"))).toBe(
    `${kept} The server takes no more results from you for now.`,
  );
  expect(said(refusal(500, "INTERNAL"))).toBe(`${kept} The server has a fault at the moment.`);
  expect(said(refusal(507, "STORAGE_FULL"))).toBe(`${kept} The server has a fault at the moment.`);
  for (const status of [401, 403])
    expect(said(refusal(status, "TOKEN_INVALID"))).toBe(
      "It is kept on this device and sent when you log in again. The server requires a new log-in.",
    );
  expect(said(refusal(404, "NOT_FOUND"))).toBe(
    "This example is no longer there, so its result could not be saved.",
  );
  for (const status of [400, 405, 409, 413, 415, 422])
    expect(said(refusal(status, "INVALID"))).toBe("This result could not be saved. Reason.");
  expect(said(refusal(400, "INVALID", ""))).toBe(
    "This result could not be saved. The server did not accept it.",
  );
});

test("every status of every code of the contract has a sentence, which promises only what happens", () => {
  // The endpoint that takes runs, and the codes that it may respond with: those of `errors` and those of any endpoint.
  expect(endpoints.saveProgress.errors.every((code) => errorCodes.includes(code))).toBe(true);
  const wrong: string[] = [];
  for (const code of [...errorCodes, null])
    for (let status = 400; status < 600; status++) {
      const error = new ApiError(status, code === null ? "" : { error: "Reason.", code }, null);
      const verdict = verdictOn(error, 0);
      const sentence = said(error);
      const isTrue =
        /^[A-Z].*\.$/.test(sentence) &&
        sentence.includes("sent again") === (verdict.kind === "retry" && verdict.delayMs !== null) &&
        sentence.includes("log in again") === (verdict.kind === "retry" && verdict.delayMs === null) &&
        sentence.includes("could not be saved") === (verdict.kind !== "retry");
      if (!isTrue) wrong.push(`${status} ${code}: ${sentence}`);
    }
  expect(wrong).toEqual([]);
});

test("a run that only the page has says so, and several are several", () => {
  const reasons: readonly (WaitReason | null)[] = ["unreachable", "log-in", "limit", "server-fault", null];
  for (const reason of reasons) {
    const inPage = whereItWaits({ runs: [waitingRun, { ...waitingRun, isOnDevice: false }], reason });
    expect(inPage).toMatch(/^This browser stores nothing, so keep this page open: they are sent /);
    expect(inPage).not.toContain("on this device");
  }
});

test("results and runs from memory are counted apart, and one sentence says where they are and why they wait", () => {
  const memoryRun = { ...finishedMemoryRun("b"), isOnDevice: true };
  const results = (runs: number, reason: WaitReason | null = null) => ({
    runs: Array.from({ length: runs }, () => waitingRun),
    reason,
  });
  const memory = (runs: number, reason: WaitReason | null = null) => ({
    runs: Array.from({ length: runs }, () => memoryRun),
    reason,
  });
  const several = "They are kept on this device and sent again until the server has them.";
  expect(unsavedSentence(results(0), memory(0))).toBe(null);
  expect(unsavedSentence(results(1), memory(0))).toBe(`1 result is not saved yet. ${kept}`);
  expect(unsavedSentence(results(0), memory(1))).toBe(`1 run from memory is not saved yet. ${kept}`);
  expect(unsavedSentence(results(1), memory(1, "unreachable"))).toBe(
    `1 result and 1 run from memory are not saved yet. ${several} The server cannot be reached at the moment.`,
  );
  expect(unsavedSentence(results(2), memory(3))).toBe(
    `2 results and 3 runs from memory are not saved yet. ${several}`,
  );
  // The reason of a kind of which nothing waits says nothing.
  expect(unsavedSentence(results(0, "log-in"), memory(2))).toBe(
    `2 runs from memory are not saved yet. ${several}`,
  );
});

test("a lost run from memory is no lost result, and no sentence about it speaks of a time", () => {
  const lost = {
    example: "“Maps”",
    result: "The run from memory of “Maps”",
    kind: "run from memory",
  } as const;
  expect(lossOf({ kind: "gone" }, lost)).toBe(
    "“Maps” is no longer there, so its run from memory could not be saved.",
  );
  expect(lossOf({ kind: "refused", message: "" }, lost)).toBe(
    "The run from memory of “Maps” could not be saved. The server did not accept it.",
  );
  expect(lossOf({ kind: "sent", answer: null }, lost)).toBe(null);
});
