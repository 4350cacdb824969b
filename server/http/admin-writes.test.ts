import { expect, test } from "vitest";
import { openServer, openers } from "../test/harness.ts";
import { listAudit } from "../store/audit.ts";

test.each(openers)(
  "what an admin changes is in the audit, what he reads or only tries is not ($name)",
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
