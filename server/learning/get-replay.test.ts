// Who sees which run, and who sees the notes on it.

import { type EndpointName, endpoints } from "@tabstop/contract/endpoints";
import { fillPath } from "@tabstop/contract/paths";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { routes } from "../http/routes.ts";
import { listAudit } from "../store/accounts/audit.ts";
import { changeExampleCode } from "../store/content/content-changes.ts";
import { endpointExamples } from "../test/endpoint-examples.ts";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { refusal } from "../test/refusal.ts";
import { complete, loggedIn, plantExample, typedRun } from "../test/typed-runs.ts";

// Long enough for a note: every key comes after the same time, give or take 2 %.
const code = 'const greeting = `Hello, ${name}!`;\nconsole.log(greeting, "and welcome");\n';
const run = typedRun(code);
const faster = typedRun(code, { msPerKey: 100, errors: 1 });

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let [mira, olu, ada]: Person[] = [];
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    mira = await harness.register("mira");
    olu = await harness.register("olu");
    ada = await harness.registerAdmin("ada");
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    [mira, olu, ada] = await Promise.all(people().map((person) => loggedIn(harness, person)));
  });
  const people = () => [mira, olu, ada] as [Person, Person, Person];

  const newExample = () => plantExample(harness.store, code);
  const replay = (person: Person, exampleId: number, userId?: number) =>
    person.client("getReplay", { params: { exampleId }, query: { userId } });
  const audit = async () =>
    (await harness.store.read((db) => listAudit(db, ada?.id ?? 0, 1_000)))
      .filter(({ kind }) => kind === "replay_watched")
      .map(({ detail }) => detail);

  test("one's own fastest run with a log, with the example as it is now", async () => {
    const [me] = people();
    const exampleId = await newExample();
    expect(await replay(me, exampleId)).toMatchObject({ example: { id: exampleId }, run: null });
    await complete(harness, me, exampleId, run);
    await complete(harness, me, exampleId, faster);
    const endedAt = harness.clock.now;
    await complete(harness, me, exampleId, run);
    const lesson = await me.client("getLesson", {
      params: { lessonId: (await replay(me, exampleId)).example.lesson_id },
    });
    expect(await replay(me, exampleId)).toEqual({
      example: {
        ...{ id: exampleId, title: "Typed", code_content: code, code_version: 1, language: "text" },
        ...{ tokens: null, lesson_id: lesson.id, course_id: lesson.course_id },
      },
      run: {
        ...{ user_id: me.id, username: "mira", profile_photo: null },
        ...{ time_ms: faster.timeMs, errors: 1, accuracy: faster.accuracy },
        ...{ keystrokes: faster.keystrokes.length, started_ms: faster.timeMs + 100 },
        ...{ ended_at: new Date(endedAt).toISOString(), checked: true, unchecked_because: null },
        log: faster.log,
      },
    });
  });

  test("an unchecked run is replayed too, and the board says that there is one", async () => {
    const [me] = people();
    const exampleId = await newExample();
    const board = () => me.client("getLeaderboard", { params: { exampleId } });
    expect((await board()).has_replay).toBe(false);
    await complete(harness, me, exampleId, run, { lateMs: 60_000 });
    expect((await board()).has_replay).toBe(true);
    expect((await replay(me, exampleId)).run).toMatchObject({ checked: false, unchecked_because: "late" });
  });

  test("a time without a log, and the run of code that was edited since, have no replay", async () => {
    const [me] = people();
    const exampleId = await newExample();
    await me.client("completeExample", {
      params: { exampleId },
      body: { status: "completed", time_ms: 9_000 },
    });
    expect((await replay(me, exampleId)).run).toBeNull();
    await complete(harness, me, exampleId, run);
    const change = { exampleId, codeContent: "new", at: harness.clock.now };
    await harness.store.write((tx) => changeExampleCode(tx, change));
    expect(await replay(me, exampleId)).toMatchObject({ example: { code_content: "new" }, run: null });
  });

  test("a learner sees no run of another user, known or unknown [SEC-210]", async () => {
    const [me, other] = people();
    const exampleId = await newExample();
    await complete(harness, me, exampleId, run);
    for (const userId of [me.id, 2_147_483_647])
      expect(await refusal(replay(other, exampleId, userId))).toMatchObject({
        status: 403,
        code: "FORBIDDEN",
      });
    // Their own id is no other user's.
    expect((await replay(me, exampleId, me.id)).run).toMatchObject({ user_id: me.id });
    expect((await replay(other, exampleId)).run).toBeNull();
  });

  test("an admin sees the run of the listed time with its notes, which leaves an audit entry [SEC-216]", async () => {
    const [me, , admin] = people();
    const exampleId = await newExample();
    const before = (await audit()).length;
    // Nothing to watch.
    expect(await replay(admin, exampleId, me.id)).toMatchObject({ run: null, notes: [] });
    await complete(harness, me, exampleId, run);
    expect(await audit()).toHaveLength(before);
    const watched = await replay(admin, exampleId, me.id);
    expect(watched.run).toMatchObject({ user_id: me.id, log: run.log });
    expect(watched.notes).toMatchObject([{ kind: "even" }]);
    expect((await audit()).slice(0, -before || undefined)).toEqual([{ exampleId, userId: me.id }]);
    const { board } = await admin.client("adminGetBoard", { params: { exampleId } });
    expect(board).toMatchObject([{ user_id: me.id, email: me.email, checked: true, has_notes: true }]);
    expect(await audit()).toHaveLength(before + 1);
  });

  test("an admin gets the run of the time that the board lists, and none where that has no log", async () => {
    const [me, , admin] = people();
    const exampleId = await newExample();
    await complete(harness, me, exampleId, run);
    const bare = { status: "completed", time_ms: run.timeMs - 1 } as const;
    await me.client("completeExample", { params: { exampleId }, body: bare });
    expect((await replay(admin, exampleId, me.id)).run).toBeNull();
    expect((await replay(me, exampleId)).run).toMatchObject({ time_ms: run.timeMs });
  });

  test("an admin's own run has notes only where they ask for themselves as a user, and leaves no entry", async () => {
    const [, , admin] = people();
    const exampleId = await newExample();
    const before = await audit();
    await complete(harness, admin, exampleId, run);
    expect(await replay(admin, exampleId)).not.toHaveProperty("notes");
    expect((await replay(admin, exampleId, admin.id)).notes).toMatchObject([{ kind: "even" }]);
    expect(await audit()).toEqual(before);
  });

  test("a run whose audit entry cannot be written is not shown", async () => {
    const [me, , admin] = people();
    const exampleId = await newExample();
    await complete(harness, me, exampleId, run);
    const rename = (from: string, to: string) =>
      harness.store.write((tx) => tx.schema.alterTable(from).renameTo(to).execute());
    await rename("audit_entry", "no_audit_entry");
    try {
      expect(await refusal(replay(admin, exampleId, me.id))).toMatchObject({ status: 500 });
      expect((await replay(me, exampleId)).run).not.toBeNull();
    } finally {
      await rename("no_audit_entry", "audit_entry");
    }
  });

  test("unknown examples, those of unpublished courses, and users that are no number are refused", async () => {
    const [me, , admin] = people();
    const hidden = await plantExample(harness.store, code, false);
    for (const exampleId of [2_147_483_647, hidden]) {
      expect(await refusal(replay(me, exampleId))).toMatchObject({ status: 404 });
      expect(await refusal(replay(admin, exampleId, me.id))).toMatchObject({ status: 404 });
    }
    const params = { exampleId: 2_147_483_647 };
    expect(await refusal(admin.client("adminGetBoard", { params }))).toMatchObject({ status: 404 });
    const exampleId = await newExample();
    const url = `/api/courses/replays/${exampleId}`;
    const headers = { authorization: `Bearer ${admin.token}` };
    for (const query of [
      "userId=0",
      "userId=x",
      "userId=",
      "userId=1&userId=2",
      "userId=1e3",
      "userId[]=1",
    ]) {
      const { statusCode, json } = await harness.app.inject({ url: `${url}?${query}`, headers });
      // Other names are ignored, as everywhere.
      expect([query, statusCode, json().code]).toEqual(
        query.includes("[") ? [query, 200, undefined] : [query, 400, "INVALID"],
      );
    }
  });

  test("no response to a learner has a note, nor has the data export of a run with notes [SEC-211]", async () => {
    const [me, other, admin] = people();
    const exampleId = await newExample();
    const answers = [
      await complete(harness, me, exampleId, run),
      await complete(harness, me, exampleId, faster),
    ];
    // A figure that stands nowhere else.
    const marked = JSON.stringify([{ kind: "even", percent: 3.14159265 }]);
    await harness.store.write((tx) => tx.updateTable("run").set({ notes: marked }).execute());
    expect(JSON.stringify(await replay(admin, exampleId, me.id))).toContain("3.14159265");
    const ids = (await replay(me, exampleId)).example;
    const at = { exampleId, lessonId: ids.lesson_id, courseId: ids.course_id, chapterId: 1 };
    const bodies: string[] = answers.map((answer) => JSON.stringify(answer));
    const served = Object.keys(routes({} as never)) as EndpointName[];
    // Ada without a user's number is a learner too.
    for (const person of [me, other, admin])
      for (const name of served.filter((one) => endpoints[one].access !== "admin")) {
        const { method, path, kind } = endpoints[name];
        if (name === "logout" || kind === "multipart") continue;
        const { params = {}, body } = endpointExamples(at, person)[name] ?? {};
        const queries = method === "GET" ? ["", `?userId=${person === admin ? "" : person.id}`] : [""];
        for (const query of queries) {
          const response = await harness.app.inject({
            method,
            url: `/api${fillPath(path, params)}${query}`,
            headers: { authorization: `Bearer ${person.token}` },
            ...(body ? { payload: body } : {}),
          });
          bodies.push(`${name}${query} ${response.body}`);
        }
      }
    const exported = bodies.find((body) => body.startsWith("exportAccount"));
    expect(exported).toContain(`${faster.timeMs}`);
    for (const body of bodies) expect(body).not.toMatch(/"notes"|"has_notes"|3\.14159265|"even"|perSecond/);
  });
});
