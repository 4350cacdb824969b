import { readFileSync } from "node:fs";
import { type EndpointName, endpoints } from "@tabstop/contract/endpoints";
import { fillPath } from "@tabstop/contract/paths";
import { describe, expect, test } from "vitest";
import { listAudit } from "../store/accounts/audit.ts";
import { type EndpointExample, endpointExamples } from "../test/endpoint-examples.ts";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { clearAll } from "../test/clear-all.ts";
import { courseOf } from "../test/courses.ts";
import { fillStore } from "../test/many-learners.ts";
import { addSampleCourse } from "../test/sample-course.ts";

const textOf = (name: string) =>
  readFileSync(new URL(`../../course/fixtures/${name}`, import.meta.url), "utf8");

test.each(openers)(
  "an admin's changes are in the audit log; their reads and failed requests are not ($name) [SEC-120]",
  async (opener) => {
    const harness = await openServer(opener);
    try {
      const ada = await harness.registerAdmin("ada");
      const entries = () =>
        harness.store.read(async (db) =>
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
      const found = await entries();
      expect(found).toEqual([
        { call: "adminCreateCourse", id: course.id },
        { call: "adminCreateLesson", id: lesson.id, course_id: course.id },
        { call: "adminUpdateCourse", courseId: course.id, id: course.id },
        { call: "adminDeleteCourse", courseId: course.id },
      ]);
      expect(JSON.stringify(found)).not.toContain("canary");
    } finally {
      await harness.close();
    }
  },
);

test.each(openers)(
  "a course whose results are cleared in several transactions leaves one entry ($name)",
  async (opener) => {
    const harness = await openServer(opener);
    try {
      const ada = await harness.registerAdmin("ada");
      await fillStore(harness.store, courseOf("A", [2, 2]), 300);
      const { courses } = await ada.client("adminListCourses");
      const courseId = courses[0]?.id ?? 0;
      await ada.client("adminDeleteCourse", { params: { courseId } });
      const before = harness.store.counters.transactions;
      await clearAll(harness.store);
      expect(harness.store.counters.transactions - before).toBeGreaterThan(1);
      const audit = await harness.store.read((db) => listAudit(db, ada.id, 100));
      expect(audit.filter(({ kind }) => kind === "admin_write").map(({ detail }) => detail)).toEqual([
        { call: "adminDeleteCourse", courseId },
      ]);
    } finally {
      await harness.close();
    }
  },
);

const writes = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) =>
    endpoints[name].access === "admin" && endpoints[name].method !== "GET" && name !== "adminColourCode",
);

const byAdmin = { learner: 403, admin: 200 };

/** For each endpoint through which an admin can change something, a request that does so. */
async function changing(harness: TestServer, learner: Person) {
  const at = await addSampleCourse(harness.store, harness.clock.now);
  await harness.as(learner.token)("completeExample", {
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
  test("each endpoint through which an admin changes something leaves one entry [SEC-118]", {
    timeout: 60_000,
  }, async () => {
    const harness = await openServer(opener);
    try {
      const [ada, mira] = [await harness.registerAdmin("ada"), await harness.register("mira")];
      for (const name of writes) {
        const { url, body, expected } = (await changing(harness, mira))(name);
        const response = await harness.app.inject({
          method: endpoints[name].method,
          url,
          headers: { authorization: `Bearer ${ada.token}` },
          ...(body && { payload: body }),
        });
        expect([name, response.statusCode]).toEqual([name, expected]);
        const [last] = await harness.store.read((db) => listAudit(db, ada.id, 1));
        expect([name, last?.kind, last?.detail["call"]]).toEqual([name, "admin_write", name]);
      }
      const all = await harness.store.read((db) => listAudit(db, ada.id, 1_000));
      expect(all.filter(({ kind }) => kind === "admin_write")).toHaveLength(writes.length);
    } finally {
      await harness.close();
    }
  });

  test("a change whose entry cannot be saved is not made [SEC-119]", { timeout: 60_000 }, async () => {
    const harness = await openServer(opener);
    try {
      const [ada, mira] = [await harness.registerAdmin("ada"), await harness.register("mira")];
      const content = () =>
        harness.store.read(async (db) => ({
          courses: await db.selectFrom("course").selectAll().orderBy("id").execute(),
          lessons: await db.selectFrom("lesson").selectAll().orderBy("id").execute(),
          chapters: await db.selectFrom("chapter").selectAll().orderBy("id").execute(),
          examples: await db.selectFrom("example").selectAll().orderBy("id").execute(),
          times: await db.selectFrom("progress").select(["example_id", "best_time_ms"]).execute(),
        }));
      const request = await changing(harness, mira);
      // The first request marks the session as used, which is not part of a change.
      await ada.client("getProfile");
      await harness.store.write((tx) => tx.schema.dropTable("audit_entry").execute());
      const before = await content();
      for (const name of writes) {
        const { url, body } = request(name);
        const response = await harness.app.inject({
          method: endpoints[name].method,
          url,
          headers: { authorization: `Bearer ${ada.token}` },
          ...(body && { payload: body }),
        });
        expect([name, response.statusCode]).toEqual([name, 500]);
        expect([name, await content()]).toEqual([name, before]);
      }
    } finally {
      await harness.close();
    }
  });
});
