// The contract says what each endpoint reads and changes, and the browser loads again what a write has outdated. This
// test sends every write and compares the responses of every read before and after it.

import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Endpoint } from "@tabstop/contract/endpoint";
import { type EndpointName, endpoints } from "@tabstop/contract/endpoints";
import { fillPath } from "@tabstop/contract/paths";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EndpointExample, endpointExamples } from "../test/endpoint-examples.ts";
import { fillConstructs } from "../test/fill-constructs.ts";
import { type Person, openServer, sqliteOpener, type TestServer } from "../test/harness.ts";
import { phonePhoto } from "../test/images.ts";
import { addSampleCourse, type SampleCourse } from "../test/sample-course.ts";

type World = {
  /** An admin who also learns and who sends the write; another one, who only reads; and a learner with a time. */
  readonly ada: Person;
  readonly bo: Person;
  readonly mira: Person;
  readonly at: SampleCourse;
};

const all: readonly (readonly [EndpointName, Endpoint])[] = Object.entries(endpoints) as [
  EndpointName,
  Endpoint,
][];
const writes = all.filter(([, { method }]) => method !== "GET");
/** A downloaded file is kept by no page. */
const reads = all.filter(([, { method, kind }]) => method === "GET" && kind !== "file");

let harness: TestServer;
beforeAll(async () => {
  harness = await openServer(sqliteOpener, {
    env: {
      RATE_LIMITS: "off",
      CLOUDINARY_URL: "cloudinary://key:secret@cloud",
      CLOUDINARY_UPLOAD_PRESET: "tabstop",
    },
  });
});
afterAll(() => harness.close());

const textOf = (name: string) =>
  readFileSync(new URL(`../../course/fixtures/${name}`, import.meta.url), "utf8");

/** Requests that succeed, where those of `endpointExamples` are refused. */
const successful: {
  readonly [N in EndpointName]?: (world: World) => Promise<Partial<EndpointExample>>;
} = {
  resetPassword: async ({ ada }) => {
    await harness.client("forgotPassword", { body: { email: ada.email } });
    await harness.deliverMail();
    return { body: { token: tokenIn(harness.mailFolder), password: "another password" } };
  },
  changePassword: async ({ ada }) => ({
    body: { currentPassword: ada.password, newPassword: "another password" },
  }),
  endSession: async ({ ada }) => ({
    params: { sessionId: (await harness.openSession(ada)).sessionId },
  }),
  endOtherSessions: async ({ ada }) => {
    await harness.openSession(ada);
    return {};
  },
  deleteAccount: async ({ ada }) => ({ body: { currentPassword: ada.password } }),
  deleteProfilePhoto: async ({ ada }) => {
    const profilePhoto = "https://res.cloudinary.com/cloud/image/upload/me.jpg";
    await ada.client("updateProfilePhoto", { body: { profilePhoto } });
    return {};
  },
  saveProgress: async ({ at }) => ({
    body: {
      ...{ exampleId: at.exampleId, isComplete: true, progress: 100 },
      ...{ timeMs: 8_000, accuracy: 90, errors: 1 },
    },
  }),
  saveReview: async ({ ada, at }) => {
    const { constructs, code_version: codeVersion } = await ada.client("getReviewExample", {
      params: { exampleId: at.exampleId },
    });
    const hidden = constructs.flatMap((one) => (one.hidden ? [one.id] : []));
    return { body: { attemptId: randomUUID(), way: "gaps", codeVersion, hidden, shown: [] } };
  },
  removeTime: async ({ at, mira }) => ({ params: { exampleId: at.exampleId, userId: mira.id } }),
  adminReorder: async ({ ada, at }) => {
    const { lessons } = await ada.client("adminListLessons", { params: { courseId: at.courseId } });
    const ids = lessons.map(({ id }) => id).toReversed();
    return { body: { kind: "lesson", parent_id: at.courseId, ids } };
  },
  importCourseMarkdown: async () => ({ body: { markdown: textOf("sql-first-queries.md") } }),
  importCourseCsv: async () => ({ body: { csvData: textOf("sql-first-queries.csv") } }),
  importLesson: async ({ at }) => ({
    body: { markdown: textOf("lesson-narrowing.md"), courseId: at.courseId, lessonTitle: "Narrowing" },
  }),
  importLessonsCsv: async ({ at }) => ({ body: { csvData: textOf("lessons.csv"), courseId: at.courseId } }),
};

test.each(writes)(
  "%s changes what the contract says, and no other read responds differently after it",
  async (name, endpoint) => {
    const world = await newWorld(name);
    const request = { ...exampleOf(world, name), ...(await successful[name]?.(world)) };
    const before = await responses(world);
    harness.clock.now += 1_000;
    const status = await send(world, name, request);
    expect(status, name).toBe(endpoint.status);
    const after = await responses(world);
    const changes = "changes" in endpoint ? endpoint.changes : [];
    const changed = reads.filter(([read]) =>
      after.get(read)?.some((text, reader) => text !== null && text !== before.get(read)?.[reader]),
    );
    const undeclared = changed.filter(
      ([, read]) => !("reads" in read && read.reads.some((part) => changes.includes(part))),
    );
    expect(undeclared.map(([read]) => [read, before.get(read), after.get(read)])).toEqual([]);
    const endsOwnSession = after.get("getProfile")?.[0] === null;
    if (!endsOwnSession)
      expect(changed.length > 0, "something that is read changes").toBe(changes.length > 0);
  },
);

async function newWorld(name: string): Promise<World> {
  harness.clock.now += 60_000;
  const at = await addSampleCourse(harness.store, harness.clock.now);
  // Else the first read that needs them would find them, and change what later reads respond.
  await fillConstructs(harness.store);
  const [ada, bo, mira] = [
    await harness.registerAdmin(`ada.${name}`),
    await harness.registerAdmin(`bo.${name}`),
    await harness.register(`mira.${name}`.slice(0, 32)),
  ];
  const body = { status: "completed", time_ms: 9_000 } as const;
  for (const { client } of [ada, mira])
    await client("completeExample", { params: { exampleId: at.exampleId }, body });
  return { ada, bo, mira, at };
}

function exampleOf({ at, ada }: World, name: EndpointName): EndpointExample {
  const example = endpointExamples(at, ada)[name];
  if (example === undefined) throw new RangeError(`${name} has no example in endpoint-examples.ts`);
  return example;
}

/** What each read responds to Ada and to Bo; null where Ada's session has ended. */
async function responses(world: World): Promise<ReadonlyMap<EndpointName, readonly (string | null)[]>> {
  const found = new Map<EndpointName, readonly (string | null)[]>();
  for (const [name] of reads)
    found.set(name, [await read(world, world.ada, name), await read(world, world.bo, name)]);
  return found;
}

async function read(world: World, { token }: Person, name: EndpointName) {
  const url = `/api${fillPath(endpoints[name].path, exampleOf(world, name).params ?? {})}`;
  const { statusCode, body } = await harness.app.inject({
    url,
    headers: { authorization: `Bearer ${token}` },
  });
  return statusCode === 401 ? null : `${statusCode} ${withoutClock(body)}`;
}

/** Each request is a use of the session, and some responses have the time of the request. */
function withoutClock(body: string): string {
  return body.replace(/"(last_used_at|time|timestamp|signature)":("[^"]*"|\d+)/g, '"$1":0');
}

async function send({ ada }: World, name: EndpointName, request: Partial<EndpointExample>) {
  const { method, path, access } = endpoints[name];
  const headers = access === "open" ? {} : { authorization: `Bearer ${ada.token}` };
  const url = `/api${fillPath(path, request.params ?? {})}`;
  if (name === "uploadProfilePhoto") {
    const form = new FormData();
    form.append("profilePhoto", new Blob([await phonePhoto()], { type: "image/jpeg" }), "me.jpg");
    const { headers: type, body } = new Response(form) as Response & { body: never };
    const payload = Buffer.from(await new Response(body).arrayBuffer());
    const contentType = type.get("content-type") ?? "";
    return (
      await harness.app.inject({ method, url, headers: { ...headers, "content-type": contentType }, payload })
    ).statusCode;
  }
  const body = request.body === undefined ? {} : { payload: request.body };
  return (await harness.app.inject({ method, url, headers, ...body })).statusCode;
}

function tokenIn(mailFolder: string): string {
  const mails = readdirSync(mailFolder).map((file) => readFileSync(join(mailFolder, file), "utf8"));
  const token = /\/reset-password\?token=([\w-]+)/.exec(mails.join("").replaceAll("=\r\n", ""))?.[1];
  if (!token) throw new RangeError(`No link in ${mails}`);
  return token.replace(/^3D/, "");
}
