import { readFileSync } from "node:fs";
import { type EndpointName, endpoints } from "@tabstop/contract/endpoints";
import { fillPath } from "@tabstop/contract/paths";
import { describe, expect, test } from "vitest";
import { listAudit } from "../store/accounts/audit.ts";
import { type EndpointExample, endpointExamples } from "../test/endpoint-examples.ts";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { courseOf } from "../test/courses.ts";
import { fillStore } from "../test/many-learners.ts";
import { addSampleCourse } from "../test/sample-course.ts";

const textOf = (name: string) =>
  readFileSync(new URL(`../../course/fixtures/${name}`, import.meta.url), "utf8");

test.each(openers)(
  "what an admin changes is in the audit, what he reads or only tries is not ($name) [SEC-120]",
  async (opener) => {
    const it = await openServer(opener);
    try {
      const ada = await it.registerAdmin("ada");
      const noted = () =>
        it.store.read(async (db) =>
          (await listAudit(db, ada.id, 100))
            .filter(({ kind }) => kind === "admin_write")
            .map(({ detail }) => detail)
            .toReversed(),
        );
      const course = await ada.client("adminCreateCourse", { body: { title: "canary title" } });
      const lesson = await ada.client("adminCreateLesson", {
        body: { title: "canary lesson", course_id: course.id },
      });
      await ada.client("adminUpdateCourse", {
        params: { courseId: course.id },
        body: { title: "canary two" },
      });
      await ada.client("adminGetCourse", { params: { courseId: course.id } });
      await ada.client("adminListCourses");
      await ada
        .client("importCourseMarkdown", { body: { markdown: "no course", dryRun: true } })
        .catch(() => {});
      await ada.client("adminDeleteCourse", { params: { courseId: 4_711 } }).catch(() => {});
      await ada.client("adminDeleteCourse", { params: { courseId: course.id } });
      const found = await noted();
      expect(found).toEqual([
        { call: "adminCreateCourse", id: course.id },
        { call: "adminCreateLesson", id: lesson.id, course_id: course.id },
        { call: "adminUpdateCourse", courseId: course.id, id: course.id },
        { call: "adminDeleteCourse", courseId: course.id },
      ]);
      expect(JSON.stringify(found)).not.toContain("canary");
    } finally {
      await it.close();
    }
  },
);

test.each(openers)(
  "a course that is deleted in parts, for its many results, leaves one note ($name)",
  async (opener) => {
    const it = await openServer(opener);
    try {
      const ada = await it.registerAdmin("ada");
      await fillStore(it.store, courseOf("A", [2, 2]), 300);
      const { courses } = await ada.client("adminListCourses");
      const courseId = courses[0]?.id ?? 0;
      const transactions = it.store.counters.transactions;
      await ada.client("adminDeleteCourse", { params: { courseId } });
      expect(it.store.counters.transactions - transactions).toBeGreaterThan(1);
      const notes = await it.store.read((db) => listAudit(db, ada.id, 100));
      expect(notes.filter(({ kind }) => kind === "admin_write").map(({ detail }) => detail)).toEqual([
        { call: "adminDeleteCourse", courseId },
      ]);
    } finally {
      await it.close();
    }
  },
);

const writes = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) =>
    endpoints[name].access === "admin" && endpoints[name].method !== "GET" && name !== "adminColourCode",
);

const byAdmin = { learner: 403, admin: 200 };

/** Requests that change something, one for each call by which an admin does. */
async function changing(it: TestServer, learner: Person) {
  const at = await addSampleCourse(it.store, it.clock.now);
  await it.as(learner.token)("completeExample", {
    params: { exampleId: at.exampleId },
    body: { status: "completed", time_ms: 4_321 },
  });
  const examples: Partial<Record<EndpointName, EndpointExample>> = {
    ...endpointExamples(at, learner),
    removeTime: { params: { exampleId: at.exampleId, userId: learner.id }, ...byAdmin },
    importCourseMarkdown: {
      body: { markdown: textOf("sql-first-queries.md") },
      ...byAdmin,
    },
    importCourseCsv: { body: { csvData: textOf("sql-first-queries.csv") }, ...byAdmin },
    importLesson: {
      body: { markdown: textOf("lesson-narrowing.md"), courseId: at.courseId, lessonTitle: "Narrowing" },
      ...byAdmin,
    },
    importLessonsCsv: { body: { csvData: textOf("lessons.csv"), courseId: at.courseId }, ...byAdmin },
  };
  return (name: EndpointName) => {
    const { params = {}, body, admin } = examples[name] as EndpointExample;
    return { url: `/api${fillPath(endpoints[name].path, params)}`, body, expected: admin };
  };
}

describe.each(openers)("$name", (opener) => {
  test("each call by which an admin changes something leaves one note [SEC-118]", {
    timeout: 60_000,
  }, async () => {
    const it = await openServer(opener);
    try {
      const [ada, mira] = [await it.registerAdmin("ada"), await it.register("mira")];
      for (const name of writes) {
        const { url, body, expected } = (await changing(it, mira))(name);
        const answer = await it.app.inject({
          method: endpoints[name].method,
          url,
          headers: { authorization: `Bearer ${ada.token}` },
          ...(body && { payload: body }),
        });
        expect([name, answer.statusCode]).toEqual([name, expected]);
        const [last] = await it.store.read((db) => listAudit(db, ada.id, 1));
        expect([name, last?.kind, last?.detail["call"]]).toEqual([name, "admin_write", name]);
      }
      const all = await it.store.read((db) => listAudit(db, ada.id, 1_000));
      expect(all.filter(({ kind }) => kind === "admin_write")).toHaveLength(writes.length);
    } finally {
      await it.close();
    }
  });

  test("a change whose note cannot be kept is not made [SEC-119]", { timeout: 60_000 }, async () => {
    const it = await openServer(opener);
    try {
      const [ada, mira] = [await it.registerAdmin("ada"), await it.register("mira")];
      const content = () =>
        it.store.read(async (db) => ({
          courses: await db.selectFrom("course").selectAll().orderBy("id").execute(),
          lessons: await db.selectFrom("lesson").selectAll().orderBy("id").execute(),
          chapters: await db.selectFrom("chapter").selectAll().orderBy("id").execute(),
          examples: await db.selectFrom("example").selectAll().orderBy("id").execute(),
          times: await db.selectFrom("progress").select(["example_id", "best_time_ms"]).execute(),
        }));
      const request = await changing(it, mira);
      // Whoever is asked first marks the sign-in as used, which is no part of the change.
      await ada.client("getProfile");
      await it.store.write((tx) => tx.schema.dropTable("audit_entry").execute());
      const before = await content();
      for (const name of writes) {
        const { url, body } = request(name);
        const answer = await it.app.inject({
          method: endpoints[name].method,
          url,
          headers: { authorization: `Bearer ${ada.token}` },
          ...(body && { payload: body }),
        });
        expect([name, answer.statusCode]).toEqual([name, 500]);
        expect([name, await content()]).toEqual([name, before]);
      }
    } finally {
      await it.close();
    }
  });
});
