// Every route of the specification's section 2, from a table in the section's order and words: path, access, and the
// required contents. Each route is opened as a visitor, a learner and an admin.

import type { Page } from "@playwright/test";
import { submitLoginForm } from "./support/accounts.ts";
import { type Admin, test } from "./support/admin-server.ts";
import { register } from "./support/typing.ts";
import { expect } from "./support/test.ts";

type Access = "public" | "signed-in" | "admin";
type Viewer = "visitor" | "learner" | "admin";

/** A role, its name and, for a field, its value. `text` is any text, `heading` the page's heading. */
type Part = readonly [role: string, name: string | RegExp, value?: string];

type Screen = {
  readonly path: string;
  readonly access: Access;
  /** What every user with access sees. `visitor` and `learner` are added where these two differ. */
  readonly shows: readonly Part[];
  readonly visitor?: readonly Part[];
  readonly learner?: readonly Part[];
};

const chapterPicker = (label: string): Part => ["combobox", "Chapter", label];
const courseForm = (title: string): readonly Part[] => [
  ["textbox", "Course Title", title],
  ["spinbutton", "Order Index", "0"],
  ["combobox", "Difficulty Level", "Beginner"],
];
const lessonForm = (title: string): readonly Part[] => [
  ["combobox", "Course", "TypeScript"],
  ["textbox", "Lesson Title", title],
];
const chapterForm = (title: string): readonly Part[] => [
  ["combobox", "Lesson", "TypeScript - Maps"],
  ["textbox", "Chapter Title", title],
];
const exampleForm = (title: string): readonly Part[] => [
  chapterPicker("TypeScript - Maps - Grouping data"),
  ["textbox", "Example Title", title],
  ["textbox", /^Description/],
  ["textbox", "Code Content", title === "" ? "" : "const ages = new Map();"],
  ["spinbutton", "Order Index", "0"],
];
const create = (kind: string): readonly Part[] => [
  ["heading", `Create New ${kind}`],
  ["button", `Create ${kind}`],
];
const edit = (kind: string): readonly Part[] => [
  ["heading", `Edit ${kind}`],
  ["button", `Update ${kind}`],
];

const section2: readonly Screen[] = [
  // Public
  {
    path: "/",
    access: "public",
    shows: [["link", "Get Started"]],
    visitor: [["link to /register", "Get Started"]],
    learner: [["link to /courses", "Get Started"]],
  },
  {
    path: "/login",
    access: "public",
    shows: [],
    visitor: [
      ["textbox", "Email"],
      ["textbox", "Password"],
      ["checkbox", "Remember me for 30 days"],
      ["link to /forgot-password", /./],
      ["link to /register", "Register"],
    ],
  },
  {
    path: "/register",
    access: "public",
    shows: [],
    visitor: [
      ["textbox", "Username"],
      ["textbox", "Email"],
      ["textbox", "Password"],
      ["textbox", "Confirm password"],
      ["link to /login", /./],
    ],
  },
  { path: "/forgot-password", access: "public", shows: [["textbox", "Email"]] },
  {
    path: "/reset-password",
    access: "public",
    shows: [
      ["text", "Missing reset token. Please use the link from your email."],
      ["link to /forgot-password", "Request New Link"],
      ["link to /login", "Back to Login"],
    ],
  },
  {
    path: "/reset-password?token=no-such-token",
    access: "public",
    shows: [
      ["text", "Invalid or expired token. Please request a new password reset link."],
      ["link to /forgot-password", "Request New Link"],
      ["link to /login", "Back to Login"],
    ],
  },
  {
    path: "/test-api",
    access: "public",
    shows: [
      ["text", "Base URL"],
      ["button", /GET/],
      ["button", /POST/],
    ],
  },
  {
    path: "/seo-test",
    access: "public",
    shows: [
      ["text", "SEO Test | Tabstop"],
      ["text", /^Practi[sc]e programming syntax/],
      ["button", /Title/],
    ],
  },
  // Logged-in users only
  {
    path: "/courses",
    access: "signed-in",
    shows: [
      ["complementary", "Courses"],
      ["text", "Please select a lesson from the sidebar to begin learning."],
    ],
  },
  {
    path: "/courses?lessonId={lesson}",
    access: "signed-in",
    shows: [
      ["complementary", "Courses"],
      ["complementary", "Leaderboard"],
      ["heading", "Maps"],
      ["text", "Ready"],
    ],
  },
  {
    path: "/profile",
    access: "signed-in",
    shows: [
      ["heading", "Profile"],
      ["text", "Username"],
      ["text", "Email"],
      ["text", "Member since"],
      ["button", /photo/i],
      ["radio", /^Tabstop Light/],
      ["button", "Change Password"],
    ],
  },
  // Admin only
  {
    path: "/admin",
    access: "admin",
    shows: [
      ["heading", "Admin Dashboard"],
      ["link to /admin/courses", "MANAGE COURSES"],
    ],
  },
  {
    path: "/admin/courses",
    access: "admin",
    shows: [
      ["button", /^(ADD COURSE|HIDE IMPORT)$/],
      ["text", "TypeScript"],
    ],
  },
  { path: "/admin/courses/new", access: "admin", shows: [...create("Course"), ...courseForm("")] },
  {
    path: "/admin/courses/{course}",
    access: "admin",
    shows: [...edit("Course"), ...courseForm("TypeScript")],
  },
  {
    path: "/admin/courses/{course}/edit",
    access: "admin",
    shows: [...edit("Course"), ...courseForm("TypeScript")],
  },
  {
    path: "/admin/courses/{course}/lessons/new",
    access: "admin",
    shows: [...create("Lesson"), ...lessonForm("")],
  },
  {
    path: "/admin/courses/{course}/lessons/{lesson}",
    access: "admin",
    shows: [...edit("Lesson"), ...lessonForm("Maps")],
  },
  {
    path: "/admin/lessons/{lesson}/edit",
    access: "admin",
    shows: [...edit("Lesson"), ...lessonForm("Maps")],
  },
  {
    path: "/admin/lessons/{lesson}/chapters/new",
    access: "admin",
    shows: [...create("Chapter"), ...chapterForm("")],
  },
  {
    path: "/admin/lessons/{lesson}/chapters/{chapter}",
    access: "admin",
    shows: [...edit("Chapter"), ...chapterForm("Grouping data")],
  },
  {
    path: "/admin/chapters/{chapter}/edit",
    access: "admin",
    shows: [...edit("Chapter"), ...chapterForm("Grouping data")],
  },
  {
    path: "/admin/chapters/{chapter}/examples",
    access: "admin",
    shows: [
      ["link to /admin/chapters/{chapter}/examples/new", "ADD NEW EXAMPLE"],
      ["text", "const ages = new Map();"],
      ["button", /^Delete/],
    ],
  },
  {
    path: "/admin/examples",
    access: "admin",
    shows: [
      ["heading", "Examples"],
      ["combobox", "Chapter"],
    ],
  },
  {
    path: "/admin/chapters/{chapter}/examples/new",
    access: "admin",
    shows: [...create("Example"), ...exampleForm("")],
  },
  {
    path: "/admin/chapters/{chapter}/examples/{example}",
    access: "admin",
    shows: [...edit("Example"), ...exampleForm("Group by age")],
  },
  {
    path: "/admin/examples/{example}/edit",
    access: "admin",
    shows: [...edit("Example"), ...exampleForm("Group by age")],
  },
];

/** The path to which section 2 redirects a user without access to a screen. */
const sentTo: Readonly<Record<Viewer, Readonly<Partial<Record<Access, string>>>>> = {
  visitor: { "signed-in": "/login", admin: "/login" },
  learner: { admin: "/courses" },
  admin: {},
};

type Ids = Readonly<Record<"course" | "lesson" | "chapter" | "example", number>>;

test("every route of section 2 shows its contents to users with access and redirects the others", async ({
  page,
  server,
  admin,
  faults,
}) => {
  test.setTimeout(300_000);
  faults.expectFault(/status of 400 .*\/reset-password\/no-such-token$/);
  // 27 paths: those of section 2, where a reset and a lesson can each be reached in two ways.
  expect(new Set(section2.map(({ path }) => path)).size).toBe(27);
  const ids = await createContent(admin);
  const walk = async (viewer: Viewer) => {
    for (const screen of section2)
      await test.step(`${viewer}: ${screen.path}`, async () => {
        const path = withIds(screen.path, ids);
        await page.goto(path);
        const elsewhere = sentTo[viewer][screen.access];
        if (elsewhere !== undefined) return expect.poll(() => pathOf(page)).toBe(elsewhere);
        // Logged-in users see the learner's variant, for example no form at the paths of login and registration.
        const own = viewer === "visitor" ? screen.visitor : screen.learner;
        for (const part of [...screen.shows, ...(own ?? [])]) await expectShown(page, part, ids);
        if (screen.shows.length > 0) expect(pathOf(page)).toBe(path);
      });
    await page.goto("/no/such/page");
    await expect.poll(() => pathOf(page), { message: `${viewer}: any other path` }).toBe("/");
  };

  await walk("visitor");
  await register(page);
  await walk("learner");
  await page.evaluate(() => localStorage.removeItem("user"));
  await page.goto("/login");
  await submitLoginForm(page, server.admin);
  await expect(page).toHaveURL(/\/courses$/);
  await walk("admin");
});

async function expectShown(page: Page, [role, name, value]: Part, ids: Ids): Promise<void> {
  const what = `${role} ${name}`;
  const exact = typeof name === "string";
  const [kind = "", target] = role.split(" to ");
  if (kind === "text")
    return expect(page.getByRole("main").getByText(name, { exact }).first(), what).toBeVisible();
  const found = page.getByRole(kind as "link", { name, exact });
  if (target !== undefined) {
    const links = found.and(page.locator(`[href="${withIds(target, ids)}"]`));
    return expect(links.first(), what).toBeVisible();
  }
  // A heading may be hidden from all but screen readers.
  await (kind === "heading"
    ? expect(found.first(), what).toBeAttached()
    : expect(found.first(), what).toBeVisible());
  if (value === undefined) return;
  const shown = () =>
    found
      .first()
      .evaluate((field: HTMLInputElement | HTMLSelectElement) =>
        field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.label ?? "") : field.value,
      );
  await expect.poll(shown, { message: what }).toBe(value);
}

async function createContent(admin: Admin): Promise<Ids> {
  const make = async (kind: string, body: object) =>
    (await admin.call<{ id: number }>("POST", `/admin/${kind}`, body)).id;
  const course = await make("courses", { title: "TypeScript" });
  const lesson = await make("lessons", { title: "Maps", course_id: course });
  const chapter = await make("chapters", { title: "Grouping data", lesson_id: lesson });
  const example = await make("examples", {
    ...{ title: "Group by age", code_content: "const ages = new Map();", chapter_id: chapter },
  });
  return { course, lesson, chapter, example };
}

function withIds(path: string, ids: Ids): string {
  return path.replace(/\{(\w+)\}/g, (_, kind: keyof Ids) => String(ids[kind]));
}

function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
