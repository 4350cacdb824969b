/**
 * The whole built product, as an operator runs it, with a lesson to type and somebody signed in. Between browser and
 * server stands a doorman: it passes everything on as it is, notes what a finished run says of itself, and has one page
 * of its own that puts the signed-in user where the app keeps it, since no driver can.
 */
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@tabstop/contract/client";
import { pause } from "./machine.ts";
import { storedUserOf } from "../../web/shell/session/session-record.ts";
import { startServer } from "../support/running-server.ts";

type Finished = { readonly accuracy: number; readonly errors: number };

export type Product = {
  /** Where a browser begins: a blank page, which a click leaves for the lesson's first example, signed in. */
  readonly start: string;
  /** Clicks until the page lets the learner in, and the lesson was asked for. Gives the page's corner on the display. */
  enter(click: () => Promise<void>): Promise<readonly [number, number]>;
  /** What the run of the example of this number came to, as it told the server. */
  finished(example: number): Promise<Finished>;
  /** Whether the server has it as completed. */
  isCompleted(example: number): Promise<boolean>;
  close(): Promise<void>;
};

export async function startProduct(examples: readonly string[]): Promise<Product> {
  const server = await startServer({ CATALOGUE: "off", LOG_LEVEL: "warn" });
  const open = createClient({ baseUrl: server.url, fetch });
  const { token } = await open("login", { body: { ...server.admin, rememberMe: false } });
  const admin = createClient({
    baseUrl: server.url,
    fetch,
    session: { token: () => token, renew: async () => null },
  });
  const course = await admin("adminCreateCourse", { body: { title: "Keys" } });
  const lesson = await admin("adminCreateLesson", { body: { title: "Real keys", course_id: course.id } });
  const chapter = await admin("adminCreateChapter", { body: { title: "All", lesson_id: lesson.id } });
  const ids: number[] = [];
  for (const [i, code_content] of examples.entries()) {
    const body = { title: `Example ${i + 1}`, code_content, chapter_id: chapter.id, order_index: i };
    ids.push((await admin("adminCreateExample", { body })).id);
  }
  const account = { username: "fingers", email: "fingers@example.com", password: "correct horse" };
  const signedIn = await open("register", { body: account });
  const learner = createClient({
    baseUrl: server.url,
    fetch,
    session: { token: () => signedIn.token, renew: async () => null },
  });

  let isShown = false;
  const runs = new Map<number, Finished>();
  const note = (body: string) => {
    const { exampleId, progress, accuracy, errors } = JSON.parse(body) as Finished & {
      exampleId: number;
      progress: number;
    };
    if (progress === 100) runs.set(exampleId, { accuracy, errors });
  };
  const lessonPage = `/courses?lessonId=${lesson.id}`;
  const stored = JSON.stringify(storedUserOf(signedIn.user, signedIn, Date.now()).user);
  // The press of the mouse gives the page the keyboard, and says where its corner is on the display.
  const script = `addEventListener("mousedown", async ({ screenX, screenY, clientX, clientY }) => {
    localStorage.setItem("user", ${JSON.stringify(stored)});
    const corner = [screenX - clientX, screenY - clientY];
    await fetch("/doorman/corner", { method: "POST", body: JSON.stringify(corner) });
    location.replace("${lessonPage}");
  })`;
  let corner: readonly [number, number] | null = null;
  const doorman = createServer((asked, answer) => {
    let body = "";
    asked.on("data", (chunk) => (body += chunk));
    if (asked.url === "/doorman/corner") {
      asked.on("end", () => {
        corner = JSON.parse(body) as [number, number];
        answer.end();
      });
      return;
    }
    if (asked.url === "/doorman") {
      answer.writeHead(200, { "content-type": "text/html" });
      answer.end(`<!doctype html><script>${script}</script>`);
      return;
    }
    const { method, headers, url = "/" } = asked;
    isShown ||= url.includes(`/courses/lessons/${lesson.id}`);
    const passed = request(`${server.url}${url}`, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    asked.on("end", () => {
      if (method === "POST" && url.endsWith("/courses/progress")) note(body);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => doorman.listen(0, "127.0.0.1", resolve));

  const idOf = (example: number) => ids[example - 1] ?? Number.NaN;
  return {
    start: `http://127.0.0.1:${(doorman.address() as AddressInfo).port}/doorman`,
    async enter(click) {
      const deadline = Date.now() + 60_000;
      while (corner === null || !isShown) {
        if (Date.now() > deadline) throw new Error("no browser asked for the lesson in a minute");
        if (corner === null) await click();
        await pause(200);
      }
      return corner;
    },
    async finished(example) {
      const deadline = Date.now() + 15_000;
      for (;;) {
        const run = runs.get(idOf(example));
        if (run) return run;
        if (Date.now() > deadline) throw new Error(`example ${example} was not typed to its end`);
        await pause(50);
      }
    },
    async isCompleted(example) {
      const { chapters } = await learner("getLesson", { params: { lessonId: lesson.id } });
      return chapters[0]?.examples.find(({ id }) => id === idOf(example))?.status === "completed";
    },
    async close() {
      doorman.close();
      doorman.closeAllConnections();
      await server.dispose();
    },
  };
}
