import { expect, test } from "vitest";
import { findRoute } from "./route-match.ts";
import { routes } from "./routes.ts";

const drawn = routes.map(({ path, gate, screen }) => `${gate.padEnd(9)} ${path} → ${screen}`);

test("every route of the specification is there, with its gate", () => {
  expect(drawn).toEqual([
    "public    / → landing",
    "public    /login → login",
    "public    /register → register",
    "public    /forgot-password → forgot-password",
    "public    /reset-password → reset-password",
    "public    /test-api → later",
    "public    /seo-test → later",
    "signed-in /courses → practice",
    "signed-in /profile → profile",
    "admin     /admin → later",
    "admin     /admin/courses → later",
    "admin     /admin/courses/new → later",
    "admin     /admin/courses/:courseId → later",
    "admin     /admin/courses/:courseId/edit → later",
    "admin     /admin/courses/:courseId/lessons/new → later",
    "admin     /admin/courses/:courseId/lessons/:lessonId → later",
    "admin     /admin/lessons/:lessonId/edit → later",
    "admin     /admin/lessons/:lessonId/chapters/new → later",
    "admin     /admin/lessons/:lessonId/chapters/:chapterId → later",
    "admin     /admin/chapters/:chapterId/edit → later",
    "admin     /admin/chapters/:chapterId/examples → later",
    "admin     /admin/examples → later",
    "admin     /admin/chapters/:chapterId/examples/new → later",
    "admin     /admin/chapters/:chapterId/examples/:exampleId → later",
    "admin     /admin/examples/:exampleId/edit → later",
  ]);
});

test("each route is found by an address of its own, so none hides another", () => {
  for (const route of routes) {
    const address = route.path.replaceAll(/:[A-Za-z]+/g, "17");
    expect(findRoute(routes, address)?.route.path).toBe(route.path);
  }
});
