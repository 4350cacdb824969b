// Another session holds locks on rows, as an admin's long change or a session of psql does. Who needs these rows is
// refused within a second or waits a little; all others go on, however often the refused try again.

import { ApiError } from "@tabstop/contract/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { learners } from "../test/courses.ts";
import { openPostgresSession } from "../test/postgres-query.ts";
import { plantCourse } from "../test/plant-course.ts";

const classSize = 40;
const postgres = openers.find(({ name }) => name === "postgres");
type Learner = Pick<Person, "id" | "client">;

let harness: TestServer;
let course: Awaited<ReturnType<typeof plantCourse>>;
const crowd: Learner[] = [];
const others: Person[] = [];

beforeAll(async () => {
  if (!postgres) throw new TypeError("no PostgreSQL");
  harness = await openServer(postgres, { env: { RATE_LIMITS: "off" } });
  const titles = Array.from({ length: classSize }, (_, i) => `e${i}`);
  course = await plantCourse(harness.store, {
    lessons: { L: { C: [...titles, ...titles.map((title) => title.replace("e", "f"))] } },
  });
  const names = Array.from({ length: classSize }, (_, i) => `learner${i}`);
  for (const id of await learners(harness.store, ...names)) {
    const { token } = await harness.openSession({ id });
    crowd.push({ id, client: harness.as(token) });
  }
  for (let i = 0; i < 4; i++) others.push(await harness.register(`other${i}`));
});
afterAll(() => harness?.close());

type Answer = { readonly status: number; readonly retryAfter: number | null; readonly ms: number };

async function answerOf(request: Promise<unknown>): Promise<Answer> {
  const startedAt = performance.now();
  const error = await request.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const ms = performance.now() - startedAt;
  if (error === null) return { status: 200, retryAfter: null, ms };
  if (!(error instanceof ApiError)) throw error;
  expect(error.message).toBe("Others are changing the same thing right now. Try again in a moment.");
  return { status: error.status, retryAfter: error.retryAfterS, ms };
}

const finish = (person: Learner, exampleId: number) =>
  answerOf(
    person.client("completeExample", {
      params: { exampleId },
      body: { status: "completed", time_ms: 5_000 },
    }),
  );
const save = (person: Learner, exampleId: number) =>
  answerOf(
    person.client("saveProgress", {
      body: { exampleId, progress: 10, accuracy: 90, errors: 1, isComplete: false, timeMs: 900 },
    }),
  );
const logIn = ({ email, password }: Person) =>
  answerOf(harness.client("login", { body: { email, password } }));

type Locked = {
  readonly rows: string;
  readonly statement: () => string;
  /** What each of the crowd does, again and again. */
  readonly crowdDoes: (person: Learner, i: number) => Promise<Answer>;
  /** What the others do at the same time. */
  readonly othersDo: (person: Person, i: number) => Promise<Answer>;
};

const crowdIds = () => crowd.map(({ id }) => id).join(",");
const mixed = (person: Person, i: number) => (i % 2 ? logIn(person) : save(person, course.example("e1")));

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

const cases: readonly Locked[] = [
  {
    rows: "one example",
    statement: () => `select id from example where id = ${course.example("e0")} for update`,
    crowdDoes: (person) => finish(person, course.example("e0")),
    othersDo: mixed,
  },
  {
    rows: "every example of a course",
    statement: () => "select id from example for update",
    crowdDoes: (person, i) => finish(person, course.example(`e${i}`)),
    othersDo: logIn,
  },
  {
    rows: "the accounts of a class",
    statement: () => `select id from account where id in (${crowdIds()}) for update`,
    // A first save refers to the account.
    crowdDoes: (person, i) => save(person, course.example(`f${i}`)),
    othersDo: mixed,
  },
  {
    rows: "a course and all counts of its results",
    statement: () =>
      "with a as (select 1 from course for update), b as (select 1 from example_total for update), " +
      "c as (select 1 from course_total for update) select (select count(*) from a), (select count(*) from b), (select count(*) from c)",
    crowdDoes: (person) => finish(person, course.example("f0")),
    othersDo: logIn,
  },
];

test.each(cases)(
  "while $rows is locked, others are served [SEC-170]",
  async ({ statement, crowdDoes, othersDo }) => {
    const holder = await openPostgresSession(harness.place);
    let isHeld = true;
    try {
      // The others have saved before, so that their saves need none of the rows that are shared.
      for (const person of others) expect((await save(person, course.example("e1"))).status).toBe(200);
      await holder.query("begin");
      await holder.query(statement());
      const refused: Answer[] = [];
      const served: Answer[] = [];
      const pressing = crowd.map(async (person, i) => {
        for (;;) {
          const answer = await crowdDoes(person, i);
          if (answer.status === 200) return;
          refused.push(answer);
          if (!isHeld && refused.length > 10_000) throw new Error("still refused after the release");
        }
      });
      const heldUntil = performance.now() + 1_500;
      for (let i = 0; i < 10 || performance.now() < heldUntil; i++)
        served.push(...(await Promise.all(others.map((person, at) => othersDo(person, i + at)))));
      await holder.query("rollback");
      isHeld = false;
      await Promise.all(pressing);

      expect(served.map(({ status }) => status)).toEqual(served.map(() => 200));
      expect(new Set(refused.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(
        new Set(["503 2"]),
      );
      // 0.7 s on a machine that has nothing else to do.
      expect(median(refused.map(({ ms }) => ms))).toBeLessThan(5_000);
    } finally {
      await holder.end();
    }
  },
);
