// Every route of the web app, with who may see it and which screen shows it. Any other path goes to `/`.
//
// What comes with a later issue is listed like the rest and shown by one plain component, `later`.

export type Gate = "public" | "signed-in" | "admin";

export type ScreenName =
  | "landing"
  | "login"
  | "register"
  | "forgot-password"
  | "reset-password"
  | "practice"
  | "profile"
  | "later";

export type Route = {
  readonly path: string;
  readonly gate: Gate;
  readonly screen: ScreenName;
  /** The page's title before ' | Tabstop'. */
  readonly title: string;
};

export const routes: readonly Route[] = [
  { path: "/", gate: "public", screen: "landing", title: "Tabstop | Programming Syntax Practice" },
  { path: "/login", gate: "public", screen: "login", title: "Login" },
  { path: "/register", gate: "public", screen: "register", title: "Register" },
  { path: "/forgot-password", gate: "public", screen: "forgot-password", title: "Forgot Password" },
  { path: "/reset-password", gate: "public", screen: "reset-password", title: "Reset Password" },
  { path: "/test-api", gate: "public", screen: "later", title: "API Test" },
  { path: "/seo-test", gate: "public", screen: "later", title: "SEO Test" },

  { path: "/courses", gate: "signed-in", screen: "practice", title: "Courses" },
  { path: "/profile", gate: "signed-in", screen: "profile", title: "Profile" },

  { path: "/admin", gate: "admin", screen: "later", title: "Admin Dashboard" },
  { path: "/admin/courses", gate: "admin", screen: "later", title: "Manage Courses" },
  { path: "/admin/courses/new", gate: "admin", screen: "later", title: "Create New Course" },
  { path: "/admin/courses/:courseId", gate: "admin", screen: "later", title: "Edit Course" },
  { path: "/admin/courses/:courseId/edit", gate: "admin", screen: "later", title: "Edit Course" },
  {
    path: "/admin/courses/:courseId/lessons/new",
    gate: "admin",
    screen: "later",
    title: "Create New Lesson",
  },
  {
    path: "/admin/courses/:courseId/lessons/:lessonId",
    gate: "admin",
    screen: "later",
    title: "Edit Lesson",
  },
  { path: "/admin/lessons/:lessonId/edit", gate: "admin", screen: "later", title: "Edit Lesson" },
  {
    path: "/admin/lessons/:lessonId/chapters/new",
    gate: "admin",
    screen: "later",
    title: "Create New Chapter",
  },
  {
    path: "/admin/lessons/:lessonId/chapters/:chapterId",
    gate: "admin",
    screen: "later",
    title: "Edit Chapter",
  },
  { path: "/admin/chapters/:chapterId/edit", gate: "admin", screen: "later", title: "Edit Chapter" },
  { path: "/admin/chapters/:chapterId/examples", gate: "admin", screen: "later", title: "Examples" },
  { path: "/admin/examples", gate: "admin", screen: "later", title: "Examples" },
  {
    path: "/admin/chapters/:chapterId/examples/new",
    gate: "admin",
    screen: "later",
    title: "Create New Example",
  },
  {
    path: "/admin/chapters/:chapterId/examples/:exampleId",
    gate: "admin",
    screen: "later",
    title: "Edit Example",
  },
  { path: "/admin/examples/:exampleId/edit", gate: "admin", screen: "later", title: "Edit Example" },
];
