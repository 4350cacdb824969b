// Deleted content is hidden at once by every endpoint that reads, while the rows of learners are still to be cleared.

import { endpoints } from "@tabstop/contract/endpoints";
import { expect, test } from "vitest";
import { holdUpClearing } from "../test/clear-all.ts";
import { courseOf } from "../test/courses.ts";
import { openers, type Person, serverForTest, type TestServer } from "../test/harness.ts";
import { insertCourse } from "../store/content/insert-course.ts";
import { recordCompletion } from "../store/results/completions.ts";
import type { Store } from "../store/store.ts";

const kinds = ["course", "lesson", "chapter", "example"] as const;
type Kind = (typeof kinds)[number];

/** `sessions` and the like have other ids in their paths. */
const paths = Object.values(endpoints)
  .filter(({ method, path }) => method === "GET" && !/:(?!course|lesson|chapter|example)/.test(path))
  .map(({ path }) => path);

const title = "Obsolete";
/** A title of the content in it begins with the same word. */
async function ids(store: Store): Promise<Readonly<Record<Kind, number>>> {
  const of = async (kind: Kind) => {
    const { id } = await store.read((db) =>
      db.selectFrom(kind).select("id").where("title", "like", `${title}%`).executeTakeFirstOrThrow(),
    );
    return id;
  };
  return {
    course: await of("course"),
    lesson: await of("lesson"),
    chapter: await of("chapter"),
    example: await of("example"),
  };
}

/** The endpoints whose response has these texts, for an admin or a learner. */
async function showing(
  { app }: TestServer,
  people: readonly Person[],
  of: Readonly<Record<Kind, number>>,
  texts: readonly string[],
): Promise<readonly string[]> {
  const shown: string[] = [];
  for (const path of paths)
    for (const { token, username } of people) {
      const url = `/api${path.replace(/:(\w+)Id/, (_, kind: Kind) => String(of[kind]))}`;
      const { body } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      const found = texts.filter((text) => body.includes(text));
      if (found.length > 0) shown.push(`${username} ${url} ${found}`);
    }
  return shown;
}

for (const opener of openers)
  test.for(kinds)(`no response shows a deleted %s before it is cleared (${opener.name})`, async (kind) => {
    const server = await serverForTest(opener);
    const { store } = server;
    const [admin, learner] = [await server.registerAdmin("admin"), await server.register("learner")];
    await store.write((tx) => insertCourse(tx, { course: courseOf(title, [1]), at: 0 }));
    const of = await ids(store);
    const run = { timeMs: 4_321, endedAt: 5, at: 5, codeVersion: null, attemptId: null };
    const result = { ...run, accuracy: 90, errors: 3, exampleId: of.example };
    for (const { id: userId } of [admin, learner])
      await store.write((tx) => recordCompletion(tx, { ...result, userId }));
    // The titles of what is deleted, each with a quotation mark or a line break after it.
    const suffixes = ["", "1", "1.1", "1.1.1"].slice(kinds.indexOf(kind));
    const texts = [...suffixes.map((suffix) => `"${title}${suffix}"`), `// ${title}1.1.1`, "4321"];
    expect((await showing(server, [admin, learner], of, texts)).length).toBeGreaterThan(5);

    await holdUpClearing(store);
    const url = `/api/admin/${kind}s/${of[kind]}`;
    const headers = { authorization: `Bearer ${admin.token}` };
    expect((await server.app.inject({ method: "DELETE", url, headers })).statusCode).toBe(200);
    const kept = await store.read((db) => db.selectFrom("progress").select("user_id").execute());
    expect(kept).toHaveLength(2);
    expect(await showing(server, [admin, learner], of, texts)).toEqual([]);
  });
