// Bad input gets the right 4xx status in the common error format, on both databases, and nothing is stored.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, openers, sqliteOpener, type Person, type TestServer } from "../test/harness.ts";
import { addSampleCourse, type SampleCourse } from "../test/sample-course.ts";

type Faulty = {
  readonly url: string;
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly payload?: string | Buffer | object;
  readonly headers?: Record<string, string>;
};

const json = { "content-type": "application/json" };
const post = (url: string, payload: string | Buffer, headers: Record<string, string> = json): Faulty => ({
  method: "POST",
  url,
  payload,
  headers,
});

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let at: SampleCourse;
  let mira: Person;
  beforeAll(async () => {
    harness = await openServer(opener);
    at = await addSampleCourse(harness.store, harness.clock.now);
    mira = await harness.register("mira");
  });
  afterAll(() => harness.close());

  async function send({ url, method = "GET", payload, headers = {} }: Faulty) {
    const response = await harness.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${mira.token}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    const body = response.json();
    expect(Object.keys(body).filter((name) => name !== "details")).toEqual(["error", "code"]);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    return { status: response.statusCode, code: body.code, error: body.error, details: body.details };
  }

  const run = (change: object) => ({
    exampleId: at.exampleId,
    progress: 50,
    accuracy: 90,
    errors: 1,
    isComplete: false,
    timeMs: 1_000,
    ...change,
  });

  test.each<[string, Faulty, number, string]>([
    ["broken JSON", post("/api/auth/login", '{"email":'), 400, "MALFORMED"],
    ["no body", { method: "POST", url: "/api/auth/login" }, 400, "MALFORMED"],
    ["an empty body", post("/api/auth/login", ""), 400, "MALFORMED"],
    ["an empty body where none is needed", post("/api/nope", ""), 404, "NOT_FOUND"],
    ["a body that is null", post("/api/auth/login", "null"), 400, "INVALID"],
    ["a body that is a list", post("/api/auth/login", "[]"), 400, "INVALID"],
    ["a body that is a text", post("/api/auth/login", '"x"'), 400, "INVALID"],
    ["an empty object", post("/api/auth/login", "{}"), 400, "INVALID"],
    ["a wrong type", post("/api/auth/login", '{"email":1,"password":"x"}'), 400, "INVALID"],
    [
      "a text for a boolean",
      post("/api/auth/login", '{"email":"a@b.c","password":"x","rememberMe":"yes"}'),
      400,
      "INVALID",
    ],
    ["NUL in a field", post("/api/auth/login", '{"email":"a\\u0000@b.c","password":"x"}'), 400, "MALFORMED"],
    [
      "NUL in a password",
      post("/api/auth/register", '{"username":"newone","email":"n@b.c","password":"12345\\u00006"}'),
      400,
      "MALFORMED",
    ],
    [
      "NUL in an unknown field",
      post("/api/auth/login", '{"email":"a@b.c","password":"x","more":"\\u0000"}'),
      400,
      "MALFORMED",
    ],
    ["a lone surrogate", post("/api/auth/login", '{"email":"\\ud800@b.c","password":"x"}'), 400, "MALFORMED"],
    ["surrogates in the wrong order", post("/api/test-post", '{"a":"\\udc00\\ud800"}'), 400, "MALFORMED"],
    ["invalid UTF-8", post("/api/auth/login", Buffer.from([0x22, 0xff, 0x22])), 400, "MALFORMED"],
    [
      "UTF-16",
      post("/api/auth/login", Buffer.from('{"email":"a@b.c","password":"x"}', "utf16le")),
      400,
      "MALFORMED",
    ],
    ["65,537 bytes", post("/api/test-post", `"${"x".repeat(65_535)}"`), 413, "TOO_LARGE"],
    [
      "another type",
      post("/api/auth/login", "email=a", { "content-type": "application/x-www-form-urlencoded" }),
      415,
      "UNSUPPORTED_TYPE",
    ],
    ["plain text", post("/api/auth/login", "{}", { "content-type": "text/plain" }), 415, "UNSUPPORTED_TYPE"],
    [
      "a multipart body",
      post("/api/auth/login", "--x", { "content-type": "multipart/form-data; boundary=x" }),
      415,
      "UNSUPPORTED_TYPE",
    ],
    ["no type at all", post("/api/auth/login", "{}", { "content-type": "" }), 415, "UNSUPPORTED_TYPE"],
    ["an invalid type", post("/api/auth/login", "{}", { "content-type": "json" }), 415, "UNSUPPORTED_TYPE"],
    [
      "a type derived from JSON",
      post("/api/auth/login", "{}", { "content-type": "application/vnd.api+json" }),
      415,
      "UNSUPPORTED_TYPE",
    ],
    [
      "another charset",
      post("/api/auth/login", "{}", { "content-type": "application/json; charset=latin1" }),
      415,
      "UNSUPPORTED_TYPE",
    ],
    [
      "a compressed body",
      post("/api/auth/login", "{}", { ...json, "content-encoding": "gzip" }),
      415,
      "UNSUPPORTED_TYPE",
    ],
    [
      "a body nested 5,000 deep",
      post("/api/test-post", `${"[".repeat(5_000)}${"]".repeat(5_000)}`),
      400,
      "MALFORMED",
    ],
    ["an id of 0", { url: "/api/courses/courses/0" }, 404, "NOT_FOUND"],
    ["a negative id", { url: "/api/courses/courses/-1" }, 404, "NOT_FOUND"],
    ["an id with a sign", { url: "/api/courses/courses/+1" }, 404, "NOT_FOUND"],
    ["an id with an exponent", { url: "/api/courses/lessons/1e3" }, 404, "NOT_FOUND"],
    ["an id beyond 31 bits", { url: "/api/courses/lessons/2147483648" }, 404, "NOT_FOUND"],
    ["an id of 2^53", { url: "/api/courses/lessons/9007199254740993" }, 404, "NOT_FOUND"],
    ["a word for an id", { url: "/api/courses/leaderboard/first" }, 404, "NOT_FOUND"],
    ["NUL in an id", { url: "/api/courses/leaderboard/%00" }, 404, "NOT_FOUND"],
    ["an id of 101 characters", { url: `/api/courses/leaderboard/${"1".repeat(101)}` }, 404, "NOT_FOUND"],
    ["an unknown course", { url: "/api/courses/courses/2147483647" }, 404, "NOT_FOUND"],
    ["an unknown lesson", { url: "/api/courses/lessons/2147483647" }, 404, "NOT_FOUND"],
    ["the course of an unknown lesson", { url: "/api/courses/lesson/2147483647/course" }, 404, "NOT_FOUND"],
    ["the board of an unknown example", { url: "/api/courses/leaderboard/2147483647" }, 404, "NOT_FOUND"],
    [
      "the lesson after an unknown one",
      post("/api/courses/next-lesson", '{"currentLessonId":2147483647}'),
      404,
      "NOT_FOUND",
    ],
    [
      "an id of a body beyond 31 bits",
      post("/api/courses/next-lesson", '{"currentLessonId":2147483648}'),
      400,
      "INVALID",
    ],
    ["an id of a body as text", post("/api/courses/next-lesson", '{"currentLessonId":"1"}'), 400, "INVALID"],
    ["a broken address", { url: "/api/courses/courses/%E0%A4%A" }, 400, "MALFORMED"],
    ["a slash at the end", { url: "/api/courses/courses/1/" }, 404, "NOT_FOUND"],
    ["capitals in an address", { url: "/api/Courses/courses" }, 404, "NOT_FOUND"],
    ["a method that a path has not", { method: "DELETE", url: "/api/courses/courses" }, 404, "NOT_FOUND"],
  ])("%s [SEC-35]", async (_name, request, status, code) => {
    expect(await send(request)).toMatchObject({
      status,
      code,
      // The specification's own words have no full stop.
      error: expect.stringMatching(/^[A-Za-z].*(\.| (is|are) required)$/s),
    });
  });

  test.each<[string, object, string]>([
    ["exampleId", { exampleId: 0 }, "exampleId"],
    ["exampleId", { exampleId: 2 ** 31 }, "exampleId"],
    ["exampleId", { exampleId: 1.5 }, "exampleId"],
    ["exampleId", { exampleId: "1" }, "exampleId"],
    ["progress", { progress: -1 }, "progress"],
    ["progress", { progress: 101 }, "progress"],
    ["progress", { progress: 49.5 }, "progress"],
    ["accuracy", { accuracy: 101 }, "accuracy"],
    ["accuracy", { accuracy: null }, "accuracy"],
    ["errors", { errors: 1_000_001 }, "errors"],
    ["errors", { errors: -1 }, "errors"],
    ["timeMs", { timeMs: 86_400_001 }, "timeMs"],
    ["timeMs", { timeMs: 2 ** 53 }, "timeMs"],
    ["timeMs", { timeMs: -1 }, "timeMs"],
    ["isComplete", { isComplete: 1 }, "isComplete"],
    ["attemptId", { attemptId: "x" }, "attemptId"],
    ["codeVersion", { codeVersion: 0 }, "codeVersion"],
    ["finishedMsAgo", { finishedMsAgo: -1 }, "finishedMsAgo"],
  ])("a %s out of range is refused by name: %j [SEC-12]", async (_name, change, path) => {
    const response = await send({ ...post("/api/courses/progress", JSON.stringify(run(change))) });
    expect(response).toMatchObject({ status: 400, code: "INVALID" });
    expect(new Set(response.details.map((detail: { path: string }) => detail.path))).toEqual(new Set([path]));
    expect(response.error).toContain(path);
  });

  test.each(["1e999", "-1e999", "NaN", "0x10"])(
    "%s is refused as a number in every field [SEC-109]",
    async (number) => {
      const body = JSON.stringify(run({ timeMs: 777 })).replace("777", number);
      expect(await send(post("/api/courses/progress", body))).toMatchObject({ status: 400 });
    },
  );

  test("numbers at their limits are accepted", async () => {
    for (const change of [
      { progress: 0 },
      { progress: 100 },
      { accuracy: 0 },
      { errors: 1_000_000 },
      { timeMs: 86_400_000 },
      { timeMs: 0 },
      { timeMs: -0 },
    ])
      await mira.client("saveProgress", { body: run(change) as never });
  });

  test("a body of exactly 64 KiB is accepted, and unknown fields have no effect [SEC-108]", async () => {
    const fixed = JSON.stringify({ currentLessonId: at.lessonId, pad: "" });
    const padded = fixed.replace('"pad":""', `"pad":"${"x".repeat(65_536 - fixed.length)}"`);
    expect(padded.length).toBe(65_536);
    const response = await harness.app.inject({
      method: "POST",
      url: "/api/courses/next-lesson",
      headers: { ...json, authorization: `Bearer ${mira.token}` },
      payload: padded,
    });
    expect([response.statusCode, Object.keys(response.json())]).toEqual([200, ["lessonId", "courseTitle"]]);
  });

  test("names that would reach a prototype are dropped and do no harm [SEC-10]", async () => {
    const response = await harness.app.inject({
      method: "POST",
      url: "/api/test-post",
      headers: json,
      payload: '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}},"a":1}',
    });
    expect([response.statusCode, response.json().received]).toEqual([200, { a: 1 }]);
    expect(({} as { role?: string }).role).toBe(undefined);
  });

  test("a refused request changes nothing: the account is the same in every field", async () => {
    const row = () =>
      harness.store.read((db) =>
        db.selectFrom("account").selectAll().where("id", "=", mira.id).executeTakeFirst(),
      );
    const before = await row();
    const sent = {
      currentLessonId: at.lessonId,
      role: "admin",
      id: 1,
      user_id: 1,
      created_at: "x",
      isAdmin: true,
    };
    await mira.client("getNextLesson", { body: sent });
    await send(post("/api/courses/progress", JSON.stringify(run({ progress: 101, role: "admin" }))));
    expect(await row()).toEqual(before);
  });
});

test("an import may have 32 MiB, and no more [SEC-33]", async () => {
  const harness = await openServer(sqliteOpener);
  try {
    const { token } = await harness.registerAdmin("ada");
    const send = (bytes: number, more: Record<string, string> = {}) => {
      const frame = JSON.stringify({ markdown: "", dryRun: true });
      return harness.app.inject({
        method: "POST",
        url: "/api/admin/courses/import/markdown",
        headers: { ...json, authorization: `Bearer ${token}`, ...more },
        payload: frame.replace('""', `"${"x".repeat(bytes - frame.length)}"`),
      });
    };
    expect((await send(32 * 1024 * 1024)).statusCode).toBe(422);
    const tooLarge = await send(32 * 1024 * 1024 + 1);
    expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, "TOO_LARGE"]);
  } finally {
    await harness.close();
  }
});
