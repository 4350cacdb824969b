// The built product, as an operator runs it, with a lesson to type and a logged-in learner. A proxy between browser and
// server forwards everything unchanged and records the results of finished runs. It also serves one page that stores
// the logged-in user where the app stores it, because there is no driver to do that.

import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@tabstop/contract/client";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { storedUserOf } from "../../web/shell/session/session-record.ts";
import { startServer } from "../support/running-server.ts";
import { pause } from "./programs.ts";

type Finished = { readonly accuracy: number; readonly errors: number };
/** A run from memory, as it was sent to the server, with the grades that the server gave. */
type Reviewed = {
  readonly sent: {
    readonly way: string;
    readonly hidden: readonly number[];
    readonly shown: readonly number[];
  };
  readonly answer: ResponseOf<"saveReview">;
};
type Options = {
  readonly language?: string;
  /** Set: all examples were completed two days ago, and the browser opens the first one in this way. */
  readonly way?: "gaps" | "recall";
};

export type Product = {
  /** The address to open: a blank page from which a click leads to the lesson's first example, logged in. */
  readonly start: string;
  /**
   * Clicks until the page has logged the learner in and requested the lesson. Returns the page's corner on the display.
   */
  enter(click: () => Promise<void>): Promise<readonly [number, number]>;
  /** The result of the example of this number, as its run sent it to the server. */
  finished(example: number): Promise<Finished>;
  /** The run from memory of this number, counted over all examples, when the server has it. */
  reviewed(run: number): Promise<Reviewed>;
  /** The constructs of the example of this number, and their places. */
  constructs(example: number): Promise<ResponseOf<"getReviewExample">["constructs"]>;
  /** Whether the example is completed on the server. */
  isCompleted(example: number): Promise<boolean>;
  close(): Promise<void>;
};

export async function startProduct(
  examples: readonly string[],
  { language, way }: Options = {},
): Promise<Product> {
  const server = await startServer({ CATALOGUE: "off", LOG_LEVEL: "warn" });
  const { learner, lessonId, exampleIds, storedUser } = await setUpLesson(server, examples, language);
  const idOf = (example: number) => exampleIds[example - 1] ?? Number.NaN;
  if (way !== undefined)
    for (const exampleId of exampleIds)
      await learner("completeExample", {
        params: { exampleId },
        body: { status: "completed", time_ms: 60_000, finishedMsAgo: 2 * 86_400_000 },
      });
  const place = `/courses?lessonId=${lessonId}${way === undefined ? "" : `&exampleId=${idOf(1)}&way=${way}`}`;
  const proxy = await startProxy(server.url, { lessonId, place, storedUser });
  return {
    start: proxy.start,
    async enter(click) {
      const deadline = Date.now() + 60_000;
      for (;;) {
        const corner = proxy.corner();
        if (corner !== null && proxy.isLessonRequested()) return corner;
        if (Date.now() > deadline) throw new Error("no browser requested the lesson in a minute");
        if (corner === null) await click();
        await pause(200);
      }
    },
    async finished(example) {
      const deadline = Date.now() + 15_000;
      for (;;) {
        const result = proxy.results.get(idOf(example));
        if (result) return result;
        if (Date.now() > deadline) throw new Error(`example ${example} was not typed to its end`);
        await pause(50);
      }
    },
    async reviewed(run) {
      const deadline = Date.now() + 15_000;
      for (;;) {
        const review = proxy.reviews[run - 1];
        if (review) return review;
        if (Date.now() > deadline) throw new Error(`run ${run} was not typed to its end`);
        await pause(50);
      }
    },
    async constructs(example) {
      const params = { exampleId: idOf(example) };
      return (await learner("getReviewExample", { params, query: { way: "recall" } })).constructs;
    },
    async isCompleted(example) {
      const { chapters } = await learner("getLesson", { params: { lessonId } });
      return chapters[0]?.examples.find(({ id }) => id === idOf(example))?.status === "completed";
    },
    async close() {
      proxy.close();
      await server.dispose();
    },
  };
}

/** A lesson with these examples, and a learner who is logged in. */
async function setUpLesson(
  server: Awaited<ReturnType<typeof startServer>>,
  examples: readonly string[],
  language = "text",
) {
  const visitor = createClient({ baseUrl: server.url, fetch });
  const clientOf = (token: string) =>
    createClient({ baseUrl: server.url, fetch, session: { token: () => token, renew: async () => null } });
  const { token } = await visitor("login", { body: { ...server.admin, rememberMe: false } });
  const admin = clientOf(token);
  const course = await admin("adminCreateCourse", { body: { title: "Keys" } });
  const lesson = await admin("adminCreateLesson", { body: { title: "Real keys", course_id: course.id } });
  const chapter = await admin("adminCreateChapter", { body: { title: "All", lesson_id: lesson.id } });
  const exampleIds: number[] = [];
  for (const [i, code_content] of examples.entries()) {
    const body = { title: `Example ${i + 1}`, code_content, language, order_index: i };
    exampleIds.push((await admin("adminCreateExample", { body: { ...body, chapter_id: chapter.id } })).id);
  }
  const account = { username: "fingers", email: "fingers@example.com", password: "correct horse" };
  const registered = await visitor("register", { body: account });
  return {
    learner: clientOf(registered.token),
    lessonId: lesson.id,
    exampleIds,
    storedUser: JSON.stringify(storedUserOf(registered.user, registered, Date.now()).user),
  };
}

async function startProxy(
  serverUrl: string,
  { lessonId, place, storedUser }: { lessonId: number; place: string; storedUser: string },
) {
  const reviews: Reviewed[] = [];
  const results = new Map<number, Finished>();
  let corner: readonly [number, number] | null = null;
  let isLessonRequested = false;
  const note = (body: string) => {
    const { exampleId, progress, accuracy, errors } = JSON.parse(body) as Finished & {
      exampleId: number;
      progress: number;
    };
    if (progress === 100) results.set(exampleId, { accuracy, errors });
  };
  const page = startPage(storedUser, place);
  const proxy = createServer((incoming, response) => {
    const { method, url = "/" } = incoming;
    if (url === "/start") {
      response.writeHead(200, { "content-type": "text/html" });
      response.end(page);
      return;
    }
    const body = bodyOf(incoming);
    if (url === "/start/corner") {
      void body.then((text) => {
        corner = JSON.parse(text) as [number, number];
        response.end();
      });
      return;
    }
    isLessonRequested ||= url.includes(`/courses/lessons/${lessonId}`);
    if (method === "POST" && url.endsWith("/courses/progress")) void body.then(note);
    const isReview = method === "POST" && /\/reviews\/\d+$/.test(url);
    forward(serverUrl, incoming, response, async (status, answer) => {
      if (isReview && status === 200)
        reviews.push({ sent: JSON.parse(await body), answer: JSON.parse(answer) });
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    start: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/start`,
    results,
    reviews,
    corner: () => corner,
    isLessonRequested: () => isLessonRequested,
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

/** A page that a click leaves. The press gives the page the focus and reveals its corner's place on the display. */
function startPage(storedUser: string, lessonPage: string): string {
  const script = `addEventListener("mousedown", async ({ screenX, screenY, clientX, clientY }) => {
    localStorage.setItem("user", ${JSON.stringify(storedUser)});
    const corner = [screenX - clientX, screenY - clientY];
    await fetch("/start/corner", { method: "POST", body: JSON.stringify(corner) });
    location.replace("${lessonPage}");
  })`;
  return `<!doctype html><script>${script}</script>`;
}

function bodyOf(message: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let body = "";
    message.on("data", (chunk) => (body += chunk));
    message.on("end", () => resolve(body));
  });
}

function forward(
  serverUrl: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  onAnswer: (status: number, body: string) => Promise<void>,
): void {
  const { method, url = "/" } = incoming;
  // Without compression, so that the answer can be read here.
  const headers = { ...incoming.headers, "accept-encoding": "identity" };
  const outgoing = request(`${serverUrl}${url}`, { method, headers }, (upstream) => {
    const status = upstream.statusCode ?? 502;
    response.writeHead(status, upstream.headers);
    void bodyOf(upstream).then((body) => onAnswer(status, body));
    upstream.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  incoming.pipe(outgoing);
}
