// What users choose for all their devices: through the whole server, on both databases.

import { describe, expect, test } from "vitest";
import { type Person, openers, type ServerOptions, serverForTest } from "../test/harness.ts";
import { deleteUser } from "../store/accounts/delete-user.ts";

describe.each(openers)("$name", (opener) => {
  const server = (options?: ServerOptions) => serverForTest(opener, options);
  const put = ({ client }: Person, body: object) => client("updatePreferences", { body: body as never });

  test("keystrokes are sent until the user turns it off, and others are not concerned [SEC-233]", async () => {
    const { register } = await server();
    const [mira, other] = [await register("mira"), await register("other")];
    const atFirst = { sendsKeystrokes: true, keepRunsDays: 7, isOfferSeen: false, goalMinutes: null };
    expect(await mira.client("getPreferences")).toEqual(atFirst);
    expect(await put(mira, { sendsKeystrokes: false })).toEqual({ ...atFirst, sendsKeystrokes: false });
    expect(await mira.client("getPreferences")).toEqual({ ...atFirst, sendsKeystrokes: false });
    expect(await other.client("getPreferences")).toEqual(atFirst);
    expect(await put(mira, { sendsKeystrokes: true })).toEqual(atFirst);
    expect(await mira.client("getPreferences")).toEqual(atFirst);
  });

  test("a missing field keeps its value, and what is not a field is ignored", async () => {
    const { register, store } = await server();
    const mira = await register("mira");
    expect(await put(mira, {})).toMatchObject({ sendsKeystrokes: true });
    expect(await store.read((db) => db.selectFrom("preference").selectAll().execute())).toEqual([]);
    await put(mira, { sendsKeystrokes: false });
    const off = { sendsKeystrokes: false, keepRunsDays: 7, isOfferSeen: false, goalMinutes: null };
    for (const body of [{}, { keepRunsDays: 1, user_id: 7, userId: 7 }])
      expect(await put(mira, body)).toEqual(off);
    expect(await put(mira, { isOfferSeen: true })).toEqual({ ...off, isOfferSeen: true });
    expect(await put(mira, { sendsKeystrokes: true })).toEqual({
      ...off,
      sendsKeystrokes: true,
      isOfferSeen: true,
    });
    const ben = await register("ben");
    expect(await put(ben, { isOfferSeen: true })).toEqual({
      ...off,
      sendsKeystrokes: true,
      isOfferSeen: true,
    });
  });

  test("anything but true and false is refused with the field, and changes nothing", async () => {
    const { register } = await server();
    const mira = await register("mira");
    for (const field of ["sendsKeystrokes", "isOfferSeen"])
      for (const wrong of [null, 0, 1, "off", "false", [], {}])
        await expect(put(mira, { [field]: wrong })).rejects.toMatchObject({
          status: 400,
          code: "INVALID",
          details: [{ path: field, message: expect.stringContaining(field) }],
        });
    for (const body of [[], null, 7, "off"])
      await expect(put(mira, body as object)).rejects.toMatchObject({ status: 400 });
    expect(await mira.client("getPreferences")).toMatchObject({ sendsKeystrokes: true, isOfferSeen: false });
  });

  test("the goal is 5, 10, 20 or 30 minutes or none, and anything else is refused with what it was", async () => {
    const { register } = await server();
    const [mira, other] = [await register("mira"), await register("other")];
    for (const goalMinutes of [5, 10, null, 20, 30]) {
      expect(await put(mira, { goalMinutes })).toMatchObject({ goalMinutes, sendsKeystrokes: true });
      expect(await put(mira, { isOfferSeen: true })).toMatchObject({ goalMinutes });
      expect(await mira.client("getPreferences")).toMatchObject({ goalMinutes });
      expect(await mira.client("getHome", { query: {} })).toMatchObject({ goalMinutes });
    }
    expect(await other.client("getPreferences")).toMatchObject({ goalMinutes: null });
    for (const wrong of [0, 7, -5, 5.5, 1e300, "10", "", true, [10], {}, "x".repeat(1_000)])
      await expect(put(mira, { goalMinutes: wrong })).rejects.toMatchObject({
        status: 400,
        code: "INVALID",
        details: [
          {
            path: "goalMinutes",
            message: `goalMinutes is ${JSON.stringify(wrong).slice(0, 40)}. It must be 5, 10, 20, 30, or null for no goal.`,
          },
        ],
      });
    expect(await mira.client("getPreferences")).toMatchObject({ goalMinutes: 30 });
  });

  test("the response says how many days the operator keeps runs", async () => {
    const { register } = await server({ env: { KEEP_RUNS_DAYS: "30" } });
    const mira = await register("mira");
    expect(await mira.client("getPreferences")).toMatchObject({ sendsKeystrokes: true, keepRunsDays: 30 });
  });

  test("many changes of one user at the same time all succeed, and each field holds one of its own", async () => {
    const { register, store } = await server();
    const mira = await register("mira");
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        put(mira, n % 3 === 2 ? { isOfferSeen: true } : { sendsKeystrokes: n % 2 === 0 }),
      ),
    );
    expect(responses).toHaveLength(12);
    const rows = await store.read((db) => db.selectFrom("preference").selectAll().execute());
    expect(rows).toEqual([
      {
        ...{ user_id: mira.id, sends_keystrokes: expect.toBeOneOf([0, 1]) },
        ...{ is_offer_seen: 1, goal_minutes: null },
      },
    ]);
  });

  test("a change after the deletion of the account, or beside it, leaves nothing behind", async () => {
    const { register, store } = await server();
    const [mira, ben] = [await register("mira"), await register("ben")];
    await put(mira, { sendsKeystrokes: false });
    const outcomes = await Promise.allSettled([
      store.write((tx) => deleteUser(tx, mira.id)),
      put(mira, { sendsKeystrokes: true }),
      put(mira, { sendsKeystrokes: false }),
      mira.client("getPreferences"),
    ]);
    expect(outcomes[0]).toEqual({ status: "fulfilled", value: true });
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ status: 401 });
    await expect(put(mira, {})).rejects.toMatchObject({ status: 401, code: "TOKEN_INVALID" });
    await expect(mira.client("getPreferences")).rejects.toMatchObject({ status: 401 });
    expect(await store.read((db) => db.selectFrom("preference").selectAll().execute())).toEqual([]);
    expect(await ben.client("getPreferences")).toMatchObject({ sendsKeystrokes: true });
  });
});
