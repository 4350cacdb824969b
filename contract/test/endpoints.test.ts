import { expect, test } from "vitest";
import { accounts } from "../accounts.ts";
import { authoring } from "../authoring.ts";
import { apiRoot, ApiError, createClient, NetworkError } from "../client.ts";
import type { Endpoint } from "../endpoint.ts";
import { endpointTable } from "../endpoint-table.ts";
import { endpoints } from "../endpoints.ts";
import { home } from "../home.ts";
import { learning } from "../learning.ts";
import { fillPath } from "../paths.ts";
import { Email, Registration, Username } from "../shapes/accounts.ts";
import { NewOrder } from "../shapes/authoring.ts";
import { AttemptId } from "../shapes/learning.ts";
import { progress } from "../progress.ts";
import { reviews } from "../review.ts";
import { site } from "../site.ts";
import { statistics } from "../statistics.ts";
import { Flag, Instant, PathId, storableText } from "../text.ts";

test("the client's table has the method, path, access, reads and changes of every endpoint's declaration", () => {
  expect(Object.keys(endpointTable)).toEqual(Object.keys(endpoints));
  expect(Object.keys(endpoints).length).toBeGreaterThan(60);
  for (const [name, entry] of Object.entries(endpointTable)) {
    const declared: Endpoint = endpoints[name as keyof typeof endpoints];
    const { method, path, access } = declared;
    const effect = "reads" in declared ? { reads: declared.reads } : { changes: declared.changes };
    expect(entry, name).toEqual({ method, path, access, reads: [], changes: [], ...effect });
  }
});

test("no two endpoints have the same name, or the same method and path", () => {
  const parts = [accounts, learning, home, reviews, progress, statistics, authoring, site];
  expect(parts.flatMap((part) => Object.keys(part))).toEqual(Object.keys(endpoints));
  const addresses = Object.values(endpoints).map(
    ({ method, path }) => `${method} ${path.replace(/:[A-Za-z]+/g, ":")}`,
  );
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("every name in a path has a schema", () => {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const params = "params" in endpoint ? Object.keys(endpoint.params.shape) : [];
    const named = [...endpoint.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]);
    expect(params, name).toEqual(named);
  }
});

test.each(["0", "-1", "+7", "1e3", "7.0", " 7", "07", "2147483648", "99999999999", "x", ""])(
  "%j is not an id in a path",
  (id) => {
    expect(PathId.safeParse(id).success).toBe(false);
  },
);
test.each([
  ["1", 1],
  ["2147483647", 2147483647],
])("%j is an id in a path", (id, value) => {
  expect(PathId.parse(id)).toBe(value);
});

test("NUL and lone surrogates are not text", () => {
  expect(storableText(10).safeParse("a\0b").success).toBe(false);
  expect(storableText(10).safeParse("a\ud800").success).toBe(false);
  expect(storableText(10).safeParse("a\u{1f600}").success).toBe(true);
});

test("a time and a flag of the database become text and a boolean, which are valid themselves", () => {
  expect(Instant.parse(Date.UTC(2026, 10, 27, 22, 28, 34, 123))).toBe("2026-11-27T22:28:34.123Z");
  expect(Instant.safeParse("2026-11-27T22:28:34.123Z").success).toBe(true);
  expect(Instant.safeParse("2026-11-27").success).toBe(false);
  expect([Flag.parse(0), Flag.parse(1), Flag.safeParse(true).success]).toEqual([false, true, true]);
  expect([Flag.safeParse(2).success, Flag.safeParse(null).success]).toEqual([false, false]);
});

test.each(["admin@localhost", "a.b+c@example.org", "x@1.2.3.4"])(
  "%s is an address, as a browser's email field would decide",
  (address) => {
    expect(Email.safeParse(address).success).toBe(true);
  },
);
test.each(["", "a", "a@", "@b", "a b@c.d", "a@b..c", "a@-b.c", `${"a".repeat(250)}@b.cd`])(
  "%s is not an address [SEC-08]",
  (address) => {
    expect(Email.safeParse(address).success).toBe(false);
  },
);

test.each(["m", "a".repeat(33), "a\u202eb", "a\tb", " \u200b "])("%j is not a username", (name) => {
  expect(Username.safeParse(name).success).toBe(false);
});
test("a username is counted in code points after trimming", () => {
  expect(Username.parse(`  ${"😀".repeat(32)}  `)).toBe("😀".repeat(32));
});

test("a short password is refused in the specification's words", () => {
  const result = Registration.safeParse({ username: "mira", email: "m@example.com", password: "12345" });
  expect(result.error?.issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([
    ["password", "Password must be at least 6 characters long"],
  ]);
});

test("unknown fields are ignored", () => {
  const sent = JSON.parse(
    '{"username":"mira","email":"m@example.com","password":"123456","role":"admin","id":1}',
  );
  expect(Registration.parse(sent)).toEqual({ username: "mira", email: "m@example.com", password: "123456" });
});

test("an attempt id is a UUID of any version", () => {
  expect(AttemptId.safeParse("00000000-0000-0000-0000-000000000000").success).toBe(true);
  expect(AttemptId.safeParse("not-a-uuid").success).toBe(false);
});

test("a path is filled in and encoded, and a missing name is an error", () => {
  expect(fillPath("/auth/sessions/:sessionId", { sessionId: "a/b c" })).toBe("/auth/sessions/a%2Fb%20c");
  expect(() => fillPath("/auth/sessions/:sessionId", {})).toThrow(RangeError);
});

test.each([
  ["", "/api"],
  ["/", "/api"],
  ["/api/", "/api"],
  ["https://api.example.org", "https://api.example.org/api"],
  ["https://api.example.org/api", "https://api.example.org/api"],
])("the base %j means %s", (base, root) => {
  expect(apiRoot(base)).toBe(root);
});

// Responses written as bytes, without a server. Tests with the real server are in server/ and e2e/.
function responding(...responses: Response[]) {
  const requests: Request[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    requests.push(
      new Request(new URL(input instanceof Request ? input.url : input, "http://localhost"), init),
    );
    const response = responses.shift();
    if (!response) throw new TypeError("connection refused");
    return response;
  };
  return { requests, fetch: fetch as typeof globalThis.fetch };
}
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });

test("an expired token is renewed once and the request sent again", async () => {
  const { requests, fetch } = responding(
    json(401, { error: "Token expired", code: "TOKEN_EXPIRED" }),
    json(200, { courses: [] }),
  );
  const renewals: unknown[] = [];
  const client = createClient({
    baseUrl: "",
    fetch,
    session: {
      token: () => "old",
      renew: async (refused) => {
        renewals.push(refused);
        return "new";
      },
    },
  });
  expect(await client("listCourses")).toEqual({ courses: [] });
  expect(requests.map((request) => request.headers.get("authorization"))).toEqual([
    "Bearer old",
    "Bearer new",
  ]);
  expect(renewals).toEqual([{ token: "old", message: "Token expired" }]);
});

test("a wrong password at login is not an expired session", async () => {
  const { fetch } = responding(
    json(401, { error: "Email or password is not correct.", code: "INVALID_CREDENTIALS" }),
  );
  const client = createClient({
    baseUrl: "",
    fetch,
    session: { token: () => "old", renew: () => Promise.reject(new Error("must not be called")) },
  });
  await expect(client("login", { body: { email: "a@b.c", password: "x" } })).rejects.toMatchObject({
    status: 401,
    code: "INVALID_CREDENTIALS",
  });
});

test("the error of a failed request has status, code, details and the seconds to wait", async () => {
  const details = [{ path: "email", message: "Email is required" }];
  const { fetch } = responding(
    json(429, { error: "Too many", code: "RATE_LIMITED", details }, { "retry-after": "7" }),
  );
  const failure = await createClient({ baseUrl: "", fetch })("test").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({
    status: 429,
    code: "RATE_LIMITED",
    message: "Too many",
    details,
    retryAfterS: 7,
  });
});

test("a missing or truncated response is a network error", async () => {
  const cut = new Response('{"courses":[', { headers: { "content-type": "application/json" } });
  const client = createClient({ baseUrl: "", fetch: responding(cut).fetch });
  await expect(client("listCourses")).rejects.toBeInstanceOf(NetworkError);
  await expect(client("listCourses")).rejects.toBeInstanceOf(NetworkError);
});

test("a page that a proxy sends instead of the response is a network error", async () => {
  const page = new Response("<h1>Log in to the network</h1>", { headers: { "content-type": "text/html" } });
  const client = createClient({ baseUrl: "", fetch: responding(page).fetch });
  await expect(client("listCourses")).rejects.toBeInstanceOf(NetworkError);
});

test("a file arrives with its bytes unchanged and its name in any script", async () => {
  const file = (disposition: string) =>
    new Response("\ufeffa,b\r\n", {
      headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": disposition },
    });
  const { fetch } = responding(
    file(`attachment; filename="course-7.csv"; filename*=UTF-8''%E5%9E%8B%27.csv`),
    file('attachment; filename="course-7.csv"'),
    file("attachment; filename=\"course-7.csv\"; filename*=UTF-8''%E5%9"),
    file("attachment"),
  );
  const client = createClient({ baseUrl: "", fetch });
  const names = [];
  for (let i = 0; i < 4; i++) {
    const { name, content } = await client("exportCsv", { params: { courseId: 7 } });
    names.push(name);
    expect(Buffer.from(await content.arrayBuffer())).toEqual(Buffer.from("\ufeffa,b\r\n"));
  }
  expect(names).toEqual(["型'.csv", "course-7.csv", "course-7.csv", ""]);
});

test("a refused file is an error like that of any other request", async () => {
  const { fetch } = responding(json(404, { error: "There is no such course.", code: "NOT_FOUND" }));
  const failure = createClient({ baseUrl: "", fetch })("exportCsv", { params: { courseId: 7 } });
  await expect(failure).rejects.toMatchObject({ status: 404, code: "NOT_FOUND" });
});

test("every kind of content except courses is reordered within a parent", () => {
  const isValid = (kind: string, parent_id: number | null) =>
    NewOrder.safeParse({ kind, parent_id, ids: [2, 1] }).success;
  expect([isValid("course", null), isValid("lesson", 1)]).toEqual([true, true]);
  expect([isValid("course", 1), isValid("lesson", null), isValid("page", 1)]).toEqual([false, false, false]);
});
