// A request with an odd body or type gets a status that `/api/openapi.json` declares for its endpoint. Endpoints, methods
// and statuses are read off that page.

import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer, sqliteOpener, type TestServer } from "../test/harness.ts";

let harness: TestServer;
beforeAll(async () => {
  harness = await openServer(sqliteOpener, { env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());

type Page = {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, unknown> }>>;
};

const types = [
  "application/json",
  "application/json; charset=latin1",
  'application/json; charset="utf-16"',
  "application/json; charset=",
  "text/plain; charset=shift_jis",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "json",
  "",
];
const bodies = ["{}", "{", "\xff"];

test("an odd body or type gets a status that the endpoint declares [SEC-135]", {
  timeout: 120_000,
}, async () => {
  const page = (await harness.app.inject("/api/openapi.json")).json<Page>();
  const { token } = await harness.registerAdmin("ada");
  const undeclared: string[] = [];
  let requests = 0;
  for (const [path, methods] of Object.entries(page.paths))
    for (const [method, { responses }] of Object.entries(methods))
      for (const type of types)
        for (const encoding of type === types[0] ? ["identity", "gzip", "x"] : ["identity"])
          for (const payload of bodies) {
            // Ids that no row has, so that nothing is changed, and the session goes on.
            const url = path.replaceAll(/\{\w+\}/g, "999999");
            if (url === "/api/auth/logout") continue;
            const { statusCode } = await harness.app.inject({
              method: method.toUpperCase() as "GET",
              url,
              payload: Buffer.from(payload, "latin1"),
              headers: {
                authorization: `Bearer ${token}`,
                "content-type": type,
                "content-encoding": encoding,
              },
            });
            requests++;
            if (!(statusCode in responses))
              undeclared.push(`${method} ${path}, ${type}, ${encoding}, ${payload}: ${statusCode}`);
          }
  expect(undeclared).toEqual([]);
  expect(requests).toBeGreaterThan(2_000);
});
