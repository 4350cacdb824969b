import { expect, test } from "vitest";
import { findRoute } from "./route-match.ts";
import { routes } from "./routes.ts";

const drawn = routes.map(({ path, gate, screen }) => `${gate.padEnd(9)} ${path} → ${screen}`);

test("every route of the specification exists, with its access", () => {
  expect(drawn).toEqual([
    "public    / → landing",
    "public    /login → login",
    "public    /register → register",
    "public    /forgot-password → forgot-password",
    "public    /reset-password → reset-password",
    "public    /test-api → test-api",
    "public    /seo-test → seo-test",
    "signed-in /courses → practice",
    "signed-in /replay/:exampleId → replay",
    "signed-in /review → review",
    "signed-in /progress → progress",
    "signed-in /progress/:language → knowledge",
    "signed-in /profile → profile",
    "admin     /admin → admin-dashboard",
    "admin     /admin/courses → admin-courses",
    "admin     /admin/courses/new → admin-course",
    "admin     /admin/courses/:courseId → admin-course",
    "admin     /admin/courses/:courseId/edit → admin-course",
    "admin     /admin/courses/:courseId/lessons/new → admin-lesson",
    "admin     /admin/courses/:courseId/lessons/:lessonId → admin-lesson",
    "admin     /admin/lessons/:lessonId/edit → admin-lesson",
    "admin     /admin/lessons/:lessonId/chapters/new → admin-chapter",
    "admin     /admin/lessons/:lessonId/chapters/:chapterId → admin-chapter",
    "admin     /admin/chapters/:chapterId/edit → admin-chapter",
    "admin     /admin/chapters/:chapterId/examples → admin-examples",
    "admin     /admin/examples → admin-examples",
    "admin     /admin/chapters/:chapterId/examples/new → admin-example",
    "admin     /admin/chapters/:chapterId/examples/:exampleId → admin-example",
    "admin     /admin/examples/:exampleId/edit → admin-example",
  ]);
});

test("each route is found by its own address, so none hides another", () => {
  for (const route of routes) {
    const address = route.path.replaceAll(/:[A-Za-z]+/g, "17");
    expect(findRoute(routes, address)?.route.path).toBe(route.path);
  }
});
