import { endpoints } from "@tabstop/contract/endpoints";
import { expect, test } from "vitest";
import { dependsOnAccept, isApiPath, isFilePath, routedUrl } from "./addresses.ts";

const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test("every endpoint of the contract is also served without the prefix /api", () => {
  for (const { method, path } of Object.values(endpoints))
    for (const accept of ["application/json", "*/*", undefined])
      expect(routedUrl({ method, url: path, accept })).toBe(`/api${path}`);
});

test.each([
  ["GET", "/courses", html, "/courses"],
  ["GET", "/courses?lessonId=3", html, "/courses?lessonId=3"],
  ["GET", "/admin/courses/1", html, "/admin/courses/1"],
  ["HEAD", "/admin/courses/1", html, "/admin/courses/1"],
  ["GET", "/admin/courses/1", "TEXT/HTML", "/admin/courses/1"],
  ["GET", "/admin/courses/1", "text/html;q=0", "/api/admin/courses/1"],
  ["GET", "/admin/courses/1", "*/*", "/api/admin/courses/1"],
  ["GET", "/admin/courses/1", "text/*", "/api/admin/courses/1"],
  ["GET", "/admin/courses/1", "application/json, text/plain, */*", "/api/admin/courses/1"],
  ["GET", "/admin/courses/1", undefined, "/api/admin/courses/1"],
  ["POST", "/auth/login", html, "/api/auth/login"],
  ["DELETE", "/admin/examples/4?x", html, "/api/admin/examples/4?x"],
  ["GET", "/test?a=b", "*/*", "/api/test?a=b"],
  ["GET", "/review", html, "/review"],
  ["GET", "/review?zone=UTC", "application/json", "/api/review?zone=UTC"],
  ["GET", "/review/due", "*/*", "/api/review/due"],
  ["GET", "/reviews/1", undefined, "/api/reviews/1"],
  ["POST", "/reviews/1", html, "/api/reviews/1"],
  ["GET", "/knowledge/c%2B%2B", "*/*", "/api/knowledge/c%2B%2B"],
  ["GET", "/progress", html, "/progress"],
  ["GET", "/progress?period=7", html, "/progress?period=7"],
  ["GET", "/progress?zone=UTC", "application/json", "/api/progress?zone=UTC"],
  ["GET", "/progress/c%2B%2B", html, "/progress/c%2B%2B"],
  ["GET", "/test-api", "*/*", "/test-api"],
  ["GET", "/coursesx", "*/*", "/coursesx"],
  ["GET", "/media/abc.webp?t=1", html, "/api/media/abc.webp?t=1"],
  ["GET", "/api/courses/courses", html, "/api/courses/courses"],
  ["GET", "/", "*/*", "/"],
  ["GET", "/static/js/main.js", "*/*", "/static/js/main.js"],
  ["GET", "/login", "*/*", "/login"],
  ["GET", "http://any.example:8080/api/test?a=b", "*/*", "/api/test?a=b"],
  ["GET", "HTTPS://any.example/courses/courses", "*/*", "/api/courses/courses"],
  ["GET", "http://any.example/courses", html, "/courses"],
  ["GET", "http://any.example", html, "/"],
  ["GET", "http://any.example?a=/b", html, "/?a=/b"],
  ["OPTIONS", "*", undefined, "*"],
])("%s %s (Accept: %s) is routed to %s", (method, url, accept, expected) => {
  expect(routedUrl({ method, url, accept })).toBe(expected);
});

test.each([
  ["/courses", true],
  ["/admin/courses/1?x", true],
  ["/login", false],
  ["/review", true],
  ["/progress", true],
  ["http://any.example/courses", true],
  ["/api/courses/courses", false],
])("whether %s depends on Accept: %s", (url, depends) => {
  expect(dependsOnAccept(url)).toBe(depends);
});

test.each([
  ["/api", true],
  ["/api/", true],
  ["api/x", true],
  ["/apis", false],
  ["/", false],
])("whether %s is the API's: %s", (path, is) => {
  expect(isApiPath(path)).toBe(is);
});

test.each([
  ["/static/js/x", true],
  ["/static", true],
  ["/favicon.ico", true],
  ["/courses/notes.txt", true],
  ["/statics", false],
  ["/courses", false],
  ["/v1.2/courses", false],
  ["/", false],
])("whether %s is a file: %s", (path, is) => {
  expect(isFilePath(path)).toBe(is);
});
