import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertUser } from "../store/accounts/accounts.ts";
import { openServer, openers, type Person, testSecretKey, type TestServer } from "../test/harness.ts";
import { plantCourse } from "../test/plant-course.ts";
import { completeExample } from "./complete-example.ts";
import { openReplayer } from "./evidence/replayer.ts";
import { createStarts } from "./evidence/start.ts";
import { maskedAddress } from "./get-leaderboard.ts";

test("a masked address shows the first character of the name, never its length, and the domain", () => {
  expect(maskedAddress("anna.lena@example.com")).toBe("a•••@example.com");
  expect(maskedAddress("a@example.com")).toBe("a•••@example.com");
  expect(maskedAddress("admin@localhost")).toBe("a•••@localhost");
  expect(maskedAddress("no address at all")).toBe("•••");
});

const withoutLog = { checked: false, unchecked_because: "none" };

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let admin: Person;
  beforeAll(async () => {
    harness = await openServer(opener);
    mira = await harness.register("mira");
    admin = await harness.registerAdmin("root");
  });
  afterAll(() => harness.close());

  async function newExample(): Promise<number> {
    return (await plantCourse(harness.store, { lessons: { L: { C: ["x"] } } })).example("x");
  }
  const finish = (person: Person, exampleId: number, timeMs: number) => {
    harness.clock.now += 1;
    return person.client("completeExample", {
      params: { exampleId },
      body: { status: "completed", time_ms: timeMs },
    });
  };
  const board = (person: Person, exampleId: number) =>
    person.client("getLeaderboard", { params: { exampleId } });

  const deps = () => ({
    ...{ store: harness.store, now: () => harness.clock.now, runsPerDay: 2_000 },
    ...{ starts: createStarts(testSecretKey), replayer: openReplayer() },
  });

  let crowds = 0;
  /** Registers learners who complete the example in these times, one after another. Returns their ids. */
  async function crowd(exampleId: number, times: readonly number[]): Promise<number[]> {
    const crowdName = `crowd${++crowds}`;
    const ids: number[] = [];
    for (const [i, time_ms] of times.entries()) {
      const username = `${crowdName}-${i}`;
      const email = `${username}@example.org`;
      const inserted = await harness.store.write((tx) =>
        insertUser(tx, { username, email, passwordHash: "-", role: "learner", at: harness.clock.now }),
      );
      if (!inserted.ok) throw new Error(`${username} is taken`);
      const userId = inserted.user.id;
      harness.clock.now += 1;
      const person = { userId, username, email, role: "learner", sessionId: "-" } as const;
      await completeExample(deps(), person, {
        exampleId,
        status: "completed",
        time_ms,
      });
      ids.push(userId);
    }
    return ids;
  }

  test("without completions the list is empty and there is no rank", async () => {
    expect(await board(mira, await newExample())).toEqual({
      leaderboard: [],
      userRank: null,
      unlisted: null,
      has_replay: false,
    });
  });

  test("the list has the ten best times in order, and a learner beyond them gets their own rank", async () => {
    const exampleId = await newExample();
    const ids = await crowd(
      exampleId,
      [12_000, 1_000, 11_000, 2_000, 10_000, 3_000, 9_000, 4_000, 8_000, 5_000, 7_000],
    );
    await finish(mira, exampleId, 60_000);
    const { leaderboard, userRank } = await board(mira, exampleId);
    expect(leaderboard.map(({ rank, best_time_ms: best }) => [rank, best])).toEqual([
      [1, 1_000],
      [2, 2_000],
      [3, 3_000],
      [4, 4_000],
      [5, 5_000],
      [6, 7_000],
      [7, 8_000],
      [8, 9_000],
      [9, 10_000],
      [10, 11_000],
    ]);
    expect(leaderboard[0]).toEqual({
      rank: 1,
      user_id: ids[1],
      username: `crowd${crowds}-1`,
      email: "c•••@example.org",
      profile_photo: null,
      best_time_ms: 1_000,
      checked: false,
    });
    expect(userRank).toEqual({ rank: 12, best_time_ms: 60_000, ...withoutLog });
  });

  test("equal times share a rank, the earlier first, and the next rank counts them all", async () => {
    const exampleId = await newExample();
    const [a, b, c, d, e] = await crowd(exampleId, [5_000, 4_000, 5_000, 4_000, 6_000]);
    const { leaderboard } = await board(mira, exampleId);
    expect(leaderboard.map(({ rank, user_id: id }) => [rank, id])).toEqual([
      [1, b],
      [1, d],
      [3, a],
      [3, c],
      [5, e],
    ]);
  });

  test("of equal times the one reached earlier is first, whenever the learner registered", async () => {
    const exampleId = await newExample();
    await finish(mira, exampleId, 9_000);
    const [other] = await crowd(exampleId, [4_000]);
    await finish(mira, exampleId, 4_000);
    const { leaderboard, userRank } = await board(mira, exampleId);
    expect(leaderboard.map(({ rank, user_id: id }) => [rank, id])).toEqual([
      [1, other],
      [1, mira.id],
    ]);
    expect(userRank).toEqual({ rank: 1, best_time_ms: 4_000, ...withoutLog });
  });

  test("a learner among the ten gets their own rank too, equal to that of the list, also in a tie", async () => {
    const exampleId = await newExample();
    await crowd(exampleId, [3_000, 5_000, 5_000]);
    await finish(mira, exampleId, 5_000);
    const { leaderboard, userRank } = await board(mira, exampleId);
    expect(userRank).toEqual({ rank: 2, best_time_ms: 5_000, ...withoutLog });
    expect(leaderboard.find((entry) => entry.user_id === mira.id)?.rank).toBe(2);
  });

  test("with a tie at the tenth place the list has ten entries, and the learner after them shares the rank", async () => {
    const exampleId = await newExample();
    await crowd(
      exampleId,
      Array.from({ length: 12 }, () => 5_000),
    );
    await finish(mira, exampleId, 5_000);
    const { leaderboard, userRank } = await board(mira, exampleId);
    expect(leaderboard.map(({ rank }) => rank)).toEqual(Array.from({ length: 10 }, () => 1));
    expect(leaderboard.some((entry) => entry.user_id === mira.id)).toBe(false);
    expect(userRank).toEqual({ rank: 1, best_time_ms: 5_000, ...withoutLog });
  });

  test("a learner's rank is exact to the millisecond over the whole range of times", async () => {
    const exampleId = await newExample();
    const times = [1, 63, 64, 65, 4_095, 4_096, 4_097, 262_143, 262_144, 262_145, 86_399_999, 86_400_000];
    await crowd(exampleId, times);
    for (const time of [
      86_400_000, 86_399_999, 262_145, 262_144, 262_143, 262_100, 4_097, 4_096, 100, 65, 64, 63, 2, 1,
    ]) {
      await finish(mira, exampleId, time);
      const better = times.filter((other) => other < time).length;
      expect((await board(mira, exampleId)).userRank).toEqual({
        rank: 1 + better,
        best_time_ms: time,
        ...withoutLog,
      });
    }
  });

  test("a completion without a time is not on the leaderboard and has no rank", async () => {
    const exampleId = await newExample();
    await mira.client("completeExample", {
      params: { exampleId },
      body: { status: "completed", time_ms: 5_000, codeVersion: 7 },
    });
    expect(await board(mira, exampleId)).toEqual({
      leaderboard: [],
      userRank: null,
      unlisted: null,
      has_replay: false,
    });
  });

  test("an address is unmasked only in the learner's own entry and for admins", async () => {
    const exampleId = await newExample();
    await crowd(exampleId, [5_000]);
    await finish(mira, exampleId, 6_000);
    await finish(admin, exampleId, 7_000);
    const addresses = async (person: Person) =>
      (await board(person, exampleId)).leaderboard.map(({ email }) => email);
    expect(await addresses(mira)).toEqual(["c•••@example.org", "mira@example.com", "r•••@example.com"]);
    expect(await addresses(admin)).toEqual([
      `crowd${crowds}-0@example.org`,
      "mira@example.com",
      "root@example.com",
    ]);
  });

  test("no endpoint for learners reveals more about others than name, photo, masked address and best time [SEC-96]", async () => {
    const planted = await plantCourse(harness.store, { lessons: { L: { C: ["x"] } } });
    const exampleId = planted.example("x");
    const secrets = ["other@secret.example", "hash-of-other"];
    const inserted = await harness.store.write((tx) =>
      insertUser(tx, {
        username: "other",
        email: "other@secret.example",
        passwordHash: "hash-of-other",
        role: "learner",
        at: harness.clock.now,
      }),
    );
    if (!inserted.ok) throw new Error("other is taken");
    const other = {
      userId: inserted.user.id,
      username: "other",
      email: "other@secret.example",
      role: "learner",
      sessionId: "-",
    } as const;
    await completeExample(deps(), other, { exampleId, status: "completed", time_ms: 4_321 });
    const before = await board(mira, exampleId);
    expect(Object.keys(before.leaderboard[0] ?? {}).sort()).toEqual([
      "best_time_ms",
      "checked",
      "email",
      "profile_photo",
      "rank",
      "user_id",
      "username",
    ]);
    const lessonId = planted.lesson("L");
    const answers = JSON.stringify([
      before,
      await mira.client("listCourses"),
      await mira.client("getCourse", { params: { courseId: planted.courseId } }),
      await mira.client("getLesson", { params: { lessonId } }),
      await mira.client("getNextExample"),
      await finish(mira, exampleId, 9_000),
    ]);
    for (const secret of secrets) expect(answers).not.toContain(secret);
    expect((await mira.client("getLesson", { params: { lessonId } })).chapters[0]?.examples[0]).toMatchObject(
      {
        best_time_ms: 9_000,
        last_time_ms: 9_000,
      },
    );
  });
});
