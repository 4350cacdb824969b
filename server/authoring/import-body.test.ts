import { endpoints } from "@tabstop/contract/endpoints";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openServer, type Person, sqliteOpener, type TestServer } from "../test/harness.ts";
import { type ImportEndpoint, parseImportBody } from "./import-body.ts";

let harness: TestServer;
let admin: Person;
beforeAll(async () => {
  harness = await openServer(sqliteOpener, { env: { RATE_LIMITS: "off" } });
  admin = await harness.registerAdmin("admin");
});
afterAll(() => harness.close());

const names = ["importCourseMarkdown", "importCourseCsv", "importLesson", "importLessonsCsv"] as const;

async function send(name: ImportEndpoint, payload: string | Buffer) {
  const { statusCode, body } = await harness.app.inject({
    method: "POST",
    url: `/api${endpoints[name].path}`,
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
    payload,
  });
  return {
    status: statusCode,
    ...(JSON.parse(body) as { code?: string; error?: string; errors?: unknown[] }),
  };
}

test("every endpoint that takes a body of megabytes leaves its parsing to the thread", () => {
  const large = Object.entries(endpoints).filter(
    ([, { kind, bodyLimit }]) => kind === "json" && bodyLimit > 1024 * 1024,
  );
  expect(large.map(([name]) => name).sort()).toEqual([...names].sort());
  for (const [, endpoint] of large) expect(endpoint).toMatchObject({ isBodyLarge: true });
});

test("a body of 31 MB is parsed off the event loop, which keeps turning", async () => {
  const parse = vi.spyOn(JSON, "parse");
  const objects = `{"markdown":[${"{},".repeat(10_000_000)}{}]}`;
  const text = JSON.stringify({ markdown: "x\n".repeat(7_000_000), csvData: 1 });
  for (const [name, body] of [
    ["importCourseMarkdown", objects],
    ["importLesson", text],
  ] as const) {
    let isDone = false;
    const response = send(name, Buffer.from(body)).then((result) => {
      isDone = true;
      return result;
    });
    let turns = 0;
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect((await response).status).toBe(400);
    expect(turns).toBeGreaterThan(20);
  }
  for (const [json] of parse.mock.calls) expect(String(json).length).toBeLessThan(1_000_000);
  parse.mockRestore();
}, 60_000);

test.each(names)(
  "%s: a body that is no JSON, no UTF-8, empty or of the wrong form gets its 400",
  async (name) => {
    const malformed = async (body: string | Buffer) => {
      const { status, code, error } = await send(name, body);
      expect([status, code]).toEqual([400, "MALFORMED"]);
      return error;
    };
    expect(await malformed("{")).toBe("The body is not valid JSON.");
    expect(await malformed(Buffer.from('{"markdown":"\xff"}', "latin1"))).toBe(
      "The body is not valid UTF-8.",
    );
    expect(await malformed("")).toBe("The body is empty, but must be JSON.");
    expect(await malformed(`[${"1,".repeat(2_000)}1]`)).toBe("The body has too many values.");
    for (const body of [
      "null",
      "[]",
      "{}",
      '{"markdown":7,"csvData":[]}',
      '{"__proto__":{"markdown":"x"}}',
    ]) {
      const { status, code } = await send(name, body);
      expect([body, status, code]).toEqual([body, 400, "INVALID"]);
    }
  },
);

test("commas, brackets and escaped quotes in the text of a file are no values of the body", () => {
  const csvData = `${'{[,"\\'.repeat(10_000)}\n`;
  const body = new TextEncoder().encode(JSON.stringify({ csvData }));
  expect(parseImportBody({ endpoint: "importCourseCsv", body })).toMatchObject({ kind: "read" });
});

test("a NUL in a file is reported with its line", async () => {
  const markdown = "---\ntitle: T\ndifficulty_level: beginner\n---\n# L\n## C\n### E\n```js\na\n\0b\n```\n";
  expect(await send("importCourseMarkdown", JSON.stringify({ markdown }))).toMatchObject({
    status: 422,
    errors: [{ code: "CHARACTER_FORBIDDEN", line: 10, message: expect.stringContaining("U+0000") }],
  });
  const csvData =
    'course_title,difficulty_level,lesson_title,chapter_title,example_title,language,code_content\nT,beginner,L,C,E,js,"a\n\0b"\n';
  expect(await send("importCourseCsv", JSON.stringify({ csvData }))).toMatchObject({
    status: 422,
    errors: [{ code: "CHARACTER_FORBIDDEN", line: 3, message: expect.stringContaining("U+0000") }],
  });
});
