// Sends random requests, generated from its schema, to every served endpoint. Each response must be as the contract
// declares, or a 4xx error in the common format. RANDOM_REQUESTS is the number of requests for each endpoint.

import { type EndpointName, endpoints } from "@tabstop/contract/endpoints";
import { errorCodes } from "@tabstop/contract/errors";
import { fillPath } from "@tabstop/contract/paths";
import fc, { type Arbitrary } from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { arbitraryBody, arbitraryDocument } from "../test/arbitrary-body.ts";
import { endpointExamples } from "../test/endpoint-examples.ts";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { addSampleCourse } from "../test/sample-course.ts";
import { errorCodesOf } from "./docs/openapi.ts";
import { statusOf } from "./errors.ts";
import { routes } from "./routes.ts";

const requestsPerEndpoint = Number(process.env["RANDOM_REQUESTS"] ?? 50);
/** Hashing a password takes 25 ms of a core, so the endpoints that hash one get fewer requests. */
const hashing = new Set<EndpointName>(["register", "login"]);
const served = Object.keys(routes({} as never)) as EndpointName[];

type Known = Readonly<Record<string, string | number>>;
type RandomRequest = {
  readonly url: string;
  readonly payload: string | null;
  readonly contentType: string;
  readonly isLoggedIn: boolean;
};

function arbitraryRequest(name: EndpointName, known: Known): Arbitrary<RandomRequest> {
  const endpoint = endpoints[name] as { readonly body?: unknown };
  const segments = endpoints[name].path
    .split("/")
    .map((part) =>
      part.startsWith(":")
        ? fc.oneof(
            { weight: 3, arbitrary: fc.constant(`${known[part.slice(1)] ?? 1}`) },
            fc.constantFrom(
              "0",
              "-1",
              "2147483647",
              "2147483648",
              "1e3",
              "07",
              "x",
              "%00",
              "%F0%9F%A6%8A",
              "a".repeat(101),
            ),
            fc.nat().map(String),
            fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).map(encodeURIComponent),
          )
        : fc.constant(part),
    );
  const payload =
    endpoint.body === undefined
      ? fc.option(arbitraryDocument, { freq: 5 })
      : fc.oneof(
          {
            weight: 12,
            arbitrary: arbitraryBody(endpoint.body as z.ZodMiniType, known).map(
              (body) => JSON.stringify(body) ?? "",
            ),
          },
          { weight: 1, arbitrary: arbitraryDocument },
        );
  return fc.record({
    url: fc.tuple(...segments).map((parts) => `/api${parts.join("/")}`),
    payload,
    contentType: fc.oneof(
      { weight: 30, arbitrary: fc.constant("application/json") },
      fc.constantFrom(
        "application/json; charset=utf-8",
        "text/plain",
        "application/xml",
        "multipart/form-data",
        "x",
      ),
    ),
    isLoggedIn: fc.boolean().map((flag) => flag || endpoints[name].access !== "open"),
  });
}

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let people: { learner: Person; admin: Person };
  beforeAll(async () => {
    harness = await openServer(opener, {
      env: { RATE_LIMITS: "off", CLOUDINARY_URL: "cloudinary://key:secret@cloud" },
    });
    people = { learner: await harness.register("mira"), admin: await harness.registerAdmin("ada") };
  });
  afterAll(() => harness.close());

  test.each(served)("%s", { timeout: 600_000 }, async (name) => {
    const { access, method } = endpoints[name];
    // A new course for each endpoint, since some endpoints delete or fill it.
    const at = await addSampleCourse(harness.store, harness.clock.now);
    const person = access === "admin" ? people.admin : people.learner;
    const known: Known = {
      ...at,
      currentLessonId: at.lessonId,
      course_id: at.courseId,
      lesson_id: at.lessonId,
      chapter_id: at.chapterId,
      userId: person.id,
      email: person.email,
      password: person.password,
      refreshToken: person.refreshToken,
    };
    const seen = new Set<number>();
    const good = endpointExamples(at, person)[name];
    if (!good) throw new RangeError(`${name} has no example`);
    const example: RandomRequest = {
      url: `/api${fillPath(endpoints[name].path, good.params ?? {})}`,
      payload: good.body ? JSON.stringify(good.body) : null,
      contentType: "application/json",
      isLoggedIn: access !== "open",
    };
    await fc.assert(
      fc.asyncProperty(arbitraryRequest(name, known), async ({ url, payload, contentType, isLoggedIn }) => {
        // A new session, since after a successful log-out all other requests would be refused.
        const token = name === "logout" ? (await harness.openSession(person)).token : person.token;
        const response = await harness.app.inject({
          method,
          url,
          headers: {
            ...(payload === null ? {} : { "content-type": contentType }),
            ...(isLoggedIn ? { authorization: `Bearer ${token}` } : {}),
          },
          ...(payload === null ? {} : { payload }),
        });
        seen.add(response.statusCode);
        expectDeclared(name, response.statusCode, response.body);
      }),
      {
        numRuns: hashing.has(name) ? Math.ceil(requestsPerEndpoint / 4) : requestsPerEndpoint,
        examples: [[example]],
      },
    );
    // If all random requests are refused, nothing was tested.
    expect([...seen], `${name} never succeeded`).toContain(access === "admin" ? good.admin : good.learner);
  });
});

function expectDeclared(name: EndpointName, status: number, text: string): void {
  const endpoint: { readonly kind?: string; readonly status: number } = endpoints[name];
  if (endpoint.kind === "file" && status === endpoint.status) return;
  const body = JSON.parse(text);
  if (status === endpoints[name].status) {
    expect(endpoints[name].response.safeParse(body).error).toBe(undefined);
    return;
  }
  expect(status, text).toBeGreaterThanOrEqual(400);
  expect(status, text).toBeLessThan(500);
  expect(errorCodes).toContain(body.code);
  expect(statusOf[body.code as keyof typeof statusOf]).toBe(status);
  // A random path may belong to no endpoint.
  expect([...errorCodesOf(name), "NOT_FOUND"]).toContain(body.code);
  expect(body.error).toMatch(/^[^\n]{3,300}$/u);
  expect(text).not.toMatch(/node_modules|\.ts:|at \w+ \(|select |insert into|SQLITE|syntax error at/i);
}
