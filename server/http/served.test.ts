// Who may use which endpoint, at which address, and how the API describes itself. A served endpoint without an example
// in `endpoint-examples.ts` fails.

import type { Endpoint } from "@tabstop/contract/endpoint";
import { type EndpointName, endpoints } from "@tabstop/contract/endpoints";
import { fillPath } from "@tabstop/contract/paths";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTokens } from "../accounts/sessions/tokens.ts";
import { revokeSession } from "../store/accounts/sessions.ts";
import { endpointExamples } from "../test/endpoint-examples.ts";
import { openServer, openers, type Person, testSecretKey, type TestServer } from "../test/harness.ts";
import { addSampleCourse, type SampleCourse } from "../test/sample-course.ts";
import { errorCodesOf } from "./docs/openapi.ts";
import { statusOf } from "./errors.ts";
import { routes } from "./routes.ts";

const served = Object.keys(routes({} as never)) as EndpointName[];

test("exactly the served endpoints have an example [SEC-74]", () => {
  const table = endpointExamples({ courseId: 1, lessonId: 1, chapterId: 1, exampleId: 1 }, {} as Person);
  expect(Object.keys(table).sort()).toEqual([...served].sort());
  expect(served.length).toBeGreaterThanOrEqual(17);
});

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let at: SampleCourse;
  let mira: Person;
  let ada: Person;
  const exampleOf = (name: EndpointName) => {
    const example = endpointExamples(at, mira)[name];
    if (!example) throw new RangeError(`${name} is not in the table`);
    return example;
  };
  beforeAll(async () => {
    harness = await openServer(opener, { env: { CLOUDINARY_URL: "cloudinary://key:secret@cloud" } });
    at = await addSampleCourse(harness.store, harness.clock.now);
    mira = await harness.register("mira");
    ada = await harness.registerAdmin("ada");
  });
  afterAll(() => harness.close());

  const freshSession = async (person: Person) => (await harness.openSession(person)).token;

  async function send(name: EndpointName, authorization: string | null, prefix = "/api", headers = {}) {
    const { method, path } = endpoints[name];
    // A new course, since these endpoints delete or move content.
    if (name.startsWith("admin")) at = await addSampleCourse(harness.store, harness.clock.now);
    const { params = {}, body } = exampleOf(name);
    return harness.app.inject({
      method,
      url: prefix + fillPath(path, params),
      headers: { ...headers, ...(authorization === null ? {} : { authorization }) },
      ...(body ? { payload: body } : {}),
    });
  }

  test.each(served)(
    "%s responds with and without /api, to the users that its access allows [SEC-25]",
    async (name) => {
      const { access } = endpoints[name];
      const { learner, admin = learner } = exampleOf(name);
      for (const prefix of ["/api", ""]) {
        const accept = { accept: "application/json, text/plain, */*" };
        const nobody = await send(name, null, prefix, accept);
        if (access === "open") expect(nobody.statusCode).toBe(learner);
        else expect([nobody.statusCode, nobody.json()]).toEqual([401, invalidToken]);
        const asLearner = await send(name, `Bearer ${await freshSession(mira)}`, prefix, accept);
        expect([prefix, asLearner.statusCode]).toEqual([prefix, learner]);
        const asAdmin = await send(name, `Bearer ${await freshSession(ada)}`, prefix, accept);
        expect([prefix, asAdmin.statusCode]).toEqual([prefix, admin]);
        for (const response of [nobody, asLearner, asAdmin]) expect(holds(name, response)).toBe(true);
      }
    },
  );

  test("a missing, expired, ended or forged token gets a 401 from every endpoint that needs one, without effect [SEC-66]", async () => {
    const tokens = await createTokens(testSecretKey);
    const session = { id: "no-such-session", generation: 1, expires_at: harness.clock.now + 86_400_000 };
    const { token: ended, sessionId } = await harness.openSession(mira);
    await harness.store.write((tx) => revokeSession(tx, { id: sessionId, at: harness.clock.now }));
    const live = await freshSession(mira);
    const [head, body, signature] = live.split(".");
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url");
    const strangers: [string, string | null, object][] = [
      ["no token", null, invalidToken],
      ["an ended session", `Bearer ${ended}`, invalidToken],
      [
        "a session that never was",
        `Bearer ${(await tokens.issue(session, harness.clock.now)).token}`,
        invalidToken,
      ],
      [
        "another server's",
        `Bearer ${(await (await createTokens("x".repeat(32))).issue(session, harness.clock.now)).token}`,
        invalidToken,
      ],
      ["a refresh token", `Bearer ${mira.refreshToken}`, invalidToken],
      ["alg none", `Bearer ${none}.${body}.`, invalidToken],
      [
        "a forged signature",
        `Bearer ${head}.${body}.${signature?.split("").reverse().join("")}`,
        invalidToken,
      ],
      ["another scheme", `Basic ${live}`, invalidToken],
      ["an expired one", `Bearer ${live}`, { error: "Token expired", code: "TOKEN_EXPIRED" }],
    ];
    const closedEndpoints = served.filter((name) => endpoints[name].access !== "open");
    expect(closedEndpoints.length).toBeGreaterThanOrEqual(11);
    for (const [label, authorization, expected] of strangers) {
      if (label === "an expired one") harness.clock.now += 3_606_000;
      for (const name of closedEndpoints) {
        const response = await send(name, authorization);
        expect([label, name, response.statusCode, response.json()]).toEqual([label, name, 401, expected]);
        expect(response.headers["www-authenticate"]).toBe("Bearer");
      }
    }
  });

  test("endpoints for admins refuse a learner before the body is read [SEC-76]", async () => {
    for (const name of served.filter((endpoint) => endpoints[endpoint].access === "admin")) {
      const { method, path } = endpoints[name];
      const response = await harness.app.inject({
        method,
        url: `/api${fillPath(path, exampleOf(name).params ?? {})}`,
        headers: { authorization: `Bearer ${await freshSession(mira)}`, "content-type": "application/json" },
        ...(method === "GET" ? {} : { payload: "{ broken" }),
      });
      expect([name, response.statusCode, response.json().code]).toEqual([name, 403, "FORBIDDEN"]);
    }
  });

  test("an admin who loses the role is refused from the next request on, with the same token [SEC-77]", async () => {
    const eve = await harness.registerAdmin("eve");
    expect((await send("importCourseCsv", `Bearer ${eve.token}`)).statusCode).toBe(422);
    await harness.store.write(async (tx) => {
      await tx.updateTable("account").set({ role: "learner" }).where("id", "=", eve.id).execute();
    });
    expect((await send("importCourseCsv", `Bearer ${eve.token}`)).statusCode).toBe(403);
    expect((await send("getProfile", `Bearer ${eve.token}`)).statusCode).toBe(200);
  });

  test("an endpoint that is declared but not served is 404, with and without a token", async () => {
    const token = `Bearer ${await freshSession(ada)}`;
    const declared = (Object.keys(endpoints) as EndpointName[]).filter((name) => !served.includes(name));
    for (const name of declared) {
      const { method, path } = endpoints[name];
      const url = `/api${path.replace(/:[A-Za-z]+/g, "1")}`;
      for (const headers of [{}, { authorization: token }]) {
        const response = await harness.app.inject({ method, url, headers });
        // Another endpoint may have the same path, such as a POST beside a GET.
        expect([name, response.statusCode, response.json().code]).toEqual([name, 404, "NOT_FOUND"]);
      }
    }
  });

  test("/api/docs describes every endpoint of /api/openapi.json, with every error code", async () => {
    const { paths: printed } = (await harness.app.inject({ url: "/api/openapi.json" })).json();
    const response = await harness.app.inject({ url: "/api/docs", headers: { accept: "text/html" } });
    expect([response.statusCode, response.headers["content-type"]]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    const articles = response.body.match(/<article.*?<\/article>/gs) ?? [];
    const operations = Object.entries<Record<string, { operationId: string }>>(printed).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    expect(articles).toHaveLength(operations.length);
    for (const { path, method, operation } of operations) {
      const article = articles.find((one) => one.startsWith(`<article id="${operation.operationId}"`)) ?? "";
      const text = article.replaceAll(/<[^>]*>/g, "");
      expect(text).toContain(`${method.toUpperCase()} ${path}`);
      for (const code of errorCodesOf(operation.operationId as EndpointName)) expect(text).toContain(code);
      expect(response.body).toContain(`<a href="#${operation.operationId}">`);
    }
    // The page contains nothing that the content security policy forbids, and no file from another host.
    expect(response.body).not.toMatch(/\sstyle=|<script(?! src="\/static\/)|(?:src|href)="(?:https?:)?\/\//);
  });

  test("/api/openapi.json describes exactly what is served, with every error code [SEC-11]", async () => {
    const response = await harness.app.inject({ url: "/api/openapi.json" });
    const document = response.json();
    expect([response.statusCode, document.openapi]).toEqual([200, "3.1.0"]);
    const printed = Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [
          operation.operationId,
          `${method.toUpperCase()} ${path}`,
        ]),
    );
    expect(new Map(printed as [string, string][])).toEqual(
      new Map(
        served.map((name) => [
          name,
          `${endpoints[name].method} /api${endpoints[name].path.replace(/:([A-Za-z]+)/g, "{$1}")}`,
        ]),
      ),
    );
    for (const name of served) {
      const { method, path, access, query }: Endpoint = endpoints[name];
      const operation = document.paths[`/api${path.replace(/:([A-Za-z]+)/g, "{$1}")}`][method.toLowerCase()];
      const statuses = new Set([endpoints[name].status, ...errorCodesOf(name).map((code) => statusOf[code])]);
      expect(new Set(Object.keys(operation.responses).map(Number)), name).toEqual(statuses);
      for (const code of endpoints[name].errors as readonly (keyof typeof statusOf)[])
        expect(
          operation.responses[statusOf[code]].content["application/json"].schema.properties.code.enum,
          name,
        ).toContain(code);
      expect(operation.security ?? null, name).toEqual(access === "open" ? null : [{ bearer: [] }]);
      expect(Boolean(operation.requestBody), name).toBe("body" in endpoints[name]);
      expect(
        (operation.parameters ?? []).map(
          (parameter: { name: string; in: string }) => `${parameter.in} ${parameter.name}`,
        ),
      ).toEqual([
        ...Object.keys(query?.shape ?? {}).map((parameter) => `query ${parameter}`),
        ...[...path.matchAll(/:([A-Za-z]+)/g)].map((match) => `path ${match[1]}`),
      ]);
    }
    const body = document.paths["/api/auth/register"].post.requestBody.content["application/json"].schema;
    expect(Object.keys(body.properties)).toEqual(["username", "email", "password"]);
  });

  test("a client works with a base address with or without /api and a slash at the end", async () => {
    const { createClient } = await import("@tabstop/contract/client");
    const { fetchFrom } = await import("../test/harness.ts");
    for (const baseUrl of ["http://t.test", "http://t.test/", "http://t.test/api", "http://t.test/api/"])
      expect(await createClient({ baseUrl, fetch: fetchFrom(harness.app) })("test")).toEqual({
        message: "Tabstop answers.",
        method: "GET",
        time: new Date(harness.clock.now).toISOString(),
      });
  });
});

const invalidToken = { error: "Invalid token", code: "TOKEN_INVALID" };

/** Whether a response is as the contract declares for its status. */
function holds(name: EndpointName, response: LightMyRequestResponse): boolean {
  const endpoint: { readonly kind?: string; readonly status: number } = endpoints[name];
  if (response.statusCode !== endpoint.status) return typeof response.json().error === "string";
  if (endpoint.kind === "file")
    return `${response.headers["content-disposition"]}`.startsWith("attachment; ");
  return endpoints[name].response.safeParse(response.json()).success;
}
