// Clients over real sockets that save, complete, repeat, read, register and administrate until they are stopped. A fault
// ends some of their requests without a response: they then send the same attempt again, as the browser's outbox does.

import { randomUUID } from "node:crypto";
import { createPasswords } from "../../accounts/passwords/passwords.ts";
import { insertUser } from "../../store/accounts/accounts.ts";
import type { Store } from "../../store/store.ts";
import { plantCourse } from "../../test/plant-course.ts";
import { typedRun } from "../../test/typed-runs.ts";
import { type Completion, Growing, Ledger } from "./ledger.ts";
import { between, pause, randomFor } from "./plan.ts";

/** While the server is down, clients must not take the processor from its start. */
const afterNoResponseMs = 50;

/** No request may take longer, whatever is broken. */
export const longestRequestMs = 10_000;

const learners = 10;
const examples = 40;
const password = "a password of fault tests";

export type Planted = {
  readonly learners: readonly { readonly id: number; readonly email: string }[];
  readonly adminEmail: string;
  readonly courseId: number;
  readonly exampleIds: readonly number[];
  readonly codes: ReadonlyMap<number, string>;
};

/** The accounts and the course that the clients use, put directly into a database without a server. */
export async function plant(store: Store): Promise<Planted> {
  const titles = Array.from({ length: examples }, (_, n) => `e${n}`);
  const course = await plantCourse(store, { title: "Course 0", lessons: { L: { C: titles } } });
  const passwordHash = await createPasswords().hash(password);
  const add = async (username: string, role: "learner" | "admin") => {
    const email = `${username}@example.com`;
    const inserted = await store.write((tx) =>
      insertUser(tx, { username, email, passwordHash, role, at: Date.now() }),
    );
    if (!inserted.ok) throw new Error(`${username} is taken`);
    return { id: inserted.user.id, email };
  };
  const codes = await store.read((db) => db.selectFrom("example").select(["id", "code_content"]).execute());
  const people = [];
  for (let n = 0; n < learners; n++) people.push(await add(`learner${n}`, "learner"));
  const admin = await add("boss", "admin");
  return {
    learners: people,
    adminEmail: admin.email,
    courseId: course.courseId,
    exampleIds: titles.map((title) => course.example(title)),
    codes: new Map(codes.map(({ id, code_content }) => [id, code_content])),
  };
}

export type Workload = {
  readonly ledger: Ledger;
  /** The access token of a learner who only reads. */
  readonly readerToken: string;
  readonly adminToken: string;
  /** One request outside the clients' loops, counted like theirs. */
  call(path: string, options?: Call): Promise<Reply>;
  /** Lets the requests in flight end, and sends none until `work` has ended. */
  whileQuiet<T>(work: () => Promise<T>): Promise<T>;
  /** Lets the requests in flight end. */
  stop(): Promise<void>;
};

type Call = { readonly token?: string; readonly method?: string; readonly body?: object };
type Reply = {
  readonly status: number | "none";
  readonly body: Record<string, unknown>;
  readonly ms: number;
};

/**
 * `url` may be a function, for clients that any of several servers serves. The server runs. `slowness` multiplies the
 * pauses of every client.
 */
export async function startWorkload(
  url: string | (() => string),
  planted: Planted,
  slowness = 1,
): Promise<Workload> {
  const ledger = new Ledger(planted.learners.map(({ id }) => id));
  const call = caller(typeof url === "string" ? () => url : url, ledger);
  const logIn = async (email: string) => {
    const { status, body } = await call("/auth/login", { body: { email, password } });
    if (status !== 200) throw new Error(`${email} could not log in: ${status}`);
    return String(body["token"]);
  };
  const tokens: string[] = [];
  for (const { email } of planted.learners) tokens.push(await logIn(email));
  const adminToken = await logIn(planted.adminEmail);
  const [readerToken = ""] = tokens;

  let isStopped = false;
  let quiet: Promise<unknown> | null = null;
  let inFlight = 0;
  const forever = async (name: string, pauseMs: number, act: (random: () => number) => Promise<void>) => {
    const random = randomFor(name);
    while (!isStopped) {
      if (quiet) await quiet;
      inFlight++;
      await act(random);
      inFlight--;
      await pause(between(random, 1, pauseMs * slowness));
    }
  };
  const clients = [
    ...planted.learners.map(({ id }, n) => {
      const learner = new Learner(id, tokens[n] ?? "", planted, call, ledger);
      return forever(`learner ${n}`, 20, (random) => learner.act(random));
    }),
    forever("reader", 20, async () => void (await call("/courses/courses", { token: readerToken }))),
    forever("admin", 100, async () => rename(call, ledger, planted.courseId, adminToken)),
    forever("visitor", 1_000, async () => register(call, ledger)),
  ];
  return {
    ledger,
    readerToken,
    adminToken,
    call,
    async whileQuiet(work) {
      let resume = () => {};
      quiet = new Promise<void>((done) => {
        resume = done;
      });
      try {
        while (inFlight > 0) await pause(10);
        return await work();
      } finally {
        quiet = null;
        resume();
      }
    },
    async stop() {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}

function caller(url: () => string, ledger: Ledger): Workload["call"] {
  return async (path, { token, method, body } = {}) => {
    const startedAt = performance.now();
    const since = () => performance.now() - startedAt;
    try {
      const response = await fetch(`${url()}/api${path}`, {
        method: method ?? (body ? "POST" : "GET"),
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(longestRequestMs),
      });
      const found = (await response.json().catch(() => ({}))) as Reply["body"];
      ledger.count(response.status, since());
      return { status: response.status, body: found, ms: since() };
    } catch (error) {
      if ((error as Error).name === "TimeoutError") ledger.hung.push(`${method ?? ""} ${path}`);
      ledger.count("none", since());
      await pause(afterNoResponseMs);
      return { status: "none", body: {}, ms: since() };
    }
  };
}

/** Three of four requests save progress, which only grows; the others complete examples. */
class Learner {
  readonly #id: number;
  readonly #token: string;
  readonly #saved: readonly number[];
  readonly #completed: readonly number[];
  readonly #codes: Planted["codes"];
  readonly #call: Workload["call"];
  readonly #ledger: Ledger;
  readonly #own: Completion[] = [];
  #savedAt = 0;

  constructor(
    id: number,
    token: string,
    { exampleIds, codes }: Planted,
    call: Workload["call"],
    ledger: Ledger,
  ) {
    this.#id = id;
    this.#token = token;
    // Progress in a completed example stays at 100, so that it would show no lost save.
    this.#saved = exampleIds.slice(0, exampleIds.length / 2);
    this.#completed = exampleIds.slice(exampleIds.length / 2);
    this.#codes = codes;
    this.#call = call;
    this.#ledger = ledger;
  }

  async act(random: () => number): Promise<void> {
    if (random() < 0.75 && this.#savedAt < this.#saved.length) await this.#save();
    else await this.#complete(random);
  }

  async #save(): Promise<void> {
    const exampleId = this.#saved[this.#savedAt] ?? 0;
    const key = `${this.#id}/${exampleId}`;
    const growing = this.#ledger.progress.get(key) ?? new Growing();
    this.#ledger.progress.set(key, growing);
    const progress = growing.next();
    if (progress === 99) this.#savedAt++;
    const { status } = await this.#call("/courses/progress", {
      token: this.#token,
      body: { exampleId, progress, accuracy: 97, errors: 1, isComplete: false, timeMs: 1_000 },
    });
    if (status === 200) growing.acknowledge(progress);
  }

  /** A new attempt, one without a response, or sometimes one that was acknowledged. */
  async #complete(random: () => number): Promise<void> {
    const unclear = this.#own.find(({ isAcknowledged }) => !isAcknowledged);
    const again = unclear ?? (random() < 0.15 ? this.#own.at(-1) : undefined);
    const completion = again ?? this.#newCompletion(random);
    const { exampleId, timeMs, attemptId, typed } = completion;
    if (typed) completion.start ??= await this.#start(completion);
    const { status, body } = await this.#call("/courses/progress", {
      token: this.#token,
      body: {
        ...{ exampleId, progress: 100, isComplete: true, timeMs, attemptId },
        ...{ accuracy: typed?.accuracy ?? 97, errors: typed?.errors ?? 1 },
        ...(typed && { log: typed.log, start: completion.start, zone: "Europe/Berlin", codeVersion: 1 }),
      },
    });
    if (status !== 200) return;
    completion.isAcknowledged = true;
    completion.answer ??= { checked: body["checked"], because: body["unchecked_because"] };
  }

  async #start({ attemptId, exampleId }: Completion): Promise<string | null> {
    const { status, body } = await this.#call("/courses/attempts", {
      token: this.#token,
      body: { attemptId, exampleId, codeVersion: 1 },
    });
    return status === 200 ? String(body["start"]) : null;
  }

  #newCompletion(random: () => number): Completion {
    const exampleId = this.#completed[between(random, 0, this.#completed.length - 1)] ?? 0;
    // A server takes a log that says at most 2 s more than have passed since the start.
    const typed =
      random() < 0.5
        ? typedRun(this.#codes.get(exampleId) ?? "", {
            msPerKey: between(random, 40, 120),
            errors: between(random, 0, 2),
          })
        : null;
    const completion: Completion = {
      attemptId: randomUUID(),
      userId: this.#id,
      exampleId,
      timeMs: typed?.timeMs ?? between(random, 1_000, 90_000),
      ...{ typed, start: null, isAcknowledged: false, answer: null },
    };
    this.#own.push(completion);
    this.#ledger.completions.set(completion.attemptId, completion);
    return completion;
  }
}

async function rename(
  call: Workload["call"],
  ledger: Ledger,
  courseId: number,
  token: string,
): Promise<void> {
  const growing = ledger.titles.get(courseId) ?? new Growing();
  ledger.titles.set(courseId, growing);
  const number = growing.next();
  const { status } = await call(`/admin/courses/${courseId}`, {
    method: "PUT",
    token,
    body: { title: `Course ${number}` },
  });
  if (status === 200) growing.acknowledge(number);
}

async function register(call: Workload["call"], ledger: Ledger): Promise<void> {
  const username = `new${randomUUID().slice(0, 13)}`;
  const email = `${username}@example.com`;
  const { status } = await call("/auth/register", { body: { username, email, password } });
  if (status === 201) ledger.accounts.push(email);
}
