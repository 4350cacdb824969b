import { expect, test } from "vitest";
import { findRoute, matchPath } from "./route-match.ts";

test("a fixed path matches itself, with or without a slash at its end", () => {
  expect(matchPath("/courses", "/courses")).toEqual({});
  expect(matchPath("/courses", "/courses/")).toEqual({});
  expect(matchPath("/courses", "/courses/5")).toBeNull();
  expect(matchPath("/courses", "/course")).toBeNull();
  expect(matchPath("/", "/")).toEqual({});
  expect(matchPath("/", "/anything")).toBeNull();
});

test("each parameter matches one segment, which is decoded", () => {
  expect(
    matchPath("/admin/lessons/:lessonId/chapters/:chapterId", "/admin/lessons/3/chapters/a%20b"),
  ).toEqual({
    lessonId: "3",
    chapterId: "a b",
  });
  expect(matchPath("/admin/courses/:courseId", "/admin/courses/")).toBeNull();
});

test("a segment that cannot be decoded does not match", () => {
  expect(matchPath("/admin/courses/:courseId", "/admin/courses/%E0%A4%A")).toBeNull();
});

test("the first matching route is found, or null", () => {
  const routes = [{ path: "/a/new" }, { path: "/a/:id" }];
  expect(findRoute(routes, "/a/new")?.route.path).toBe("/a/new");
  expect(findRoute(routes, "/a/7")).toEqual({ route: { path: "/a/:id" }, params: { id: "7" } });
  expect(findRoute(routes, "/b")).toBeNull();
});
