// How slow the server gets for learners while an admin imports a course of 2,000 examples in one request, exports it
// and deletes it.
//
//   npx tsx bench/import.ts [options]
//
//   --postgres        also on a real PostgreSQL, with its durable settings
//   --imports 5       one after the other, in each format
//   --clients 8       this many read lessons, and as many save progress
//   --pause 25        ms between a response and a client's next request
//   --check           exit code 1 where a goal is missed by far
//   --no-save         do not save the figures
//
// The goals: during it the readers' p99 is at most 50 ms and the writers' at most 150. All on this machine, over
// loopback; the same clients are measured without an import, in the same run, before and after.

import { parseArgs } from "node:util";
import { printCourseCsv } from "@tabstop/course/csv/print-csv";
import { printCourse } from "@tabstop/course/markdown/print-markdown";
import type { Course } from "@tabstop/course/course";
import { onDatabases, type AuthoringServer } from "./support/authoring-server.ts";
import { type LoadSeen, pause, withLearners } from "./support/background-load.ts";
import { atMost, percentile, shown } from "./support/figures.ts";
import { openReport, reportOptions } from "./support/report.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    ...reportOptions,
    postgres: { type: "boolean", default: false },
    imports: { type: "string", default: "5" },
    clients: { type: "string", default: "8" },
    pause: { type: "string", default: "25" },
  },
});
const imports = Number(options.imports);
const learners = { each: Number(options.clients), pauseMs: Number(options.pause) };
const quietMs = 4_000;

const report = openReport("import", options);
await onDatabases(options, { learners: 200, clients: 2 * learners.each }, measure);
report.close();

async function measure(title: string, server: AuthoringServer): Promise<void> {
  const course = largeCourse();
  const files = {
    Markdown: { path: "markdown", body: JSON.stringify({ markdown: printCourse(course) }) },
    CSV: { path: "csv", body: JSON.stringify({ csvData: printCourseCsv(course) }) },
  };
  const rows: string[][] = [];
  const measured = async (name: string, times: number, work: (i: number) => Promise<void>) => {
    const { seen, value } = await withLearners(server, learners, async () => {
      const tookMs: number[] = [];
      for (let i = 0; i < times; i++) {
        const from = performance.now();
        await work(i);
        tookMs.push(performance.now() - from);
      }
      return tookMs;
    });
    rows.push(row(name, seen, value));
    report.judge(
      atMost(`${title}, ${name}: readers' p99`, percentile(seen.readsMs, 0.99), 50, " ms", 4),
      atMost(`${title}, ${name}: writers' p99`, percentile(seen.savesMs, 0.99), 150, " ms", 4),
      atMost(`${title}, ${name}: requests of learners that failed`, seen.failed, 0, "", 1),
    );
  };
  const quiet = async () => (await withLearners(server, learners, () => pause(quietMs))).seen;
  await quiet();
  rows.push(row("no import, before", await quiet(), null));
  for (const [format, file] of Object.entries(files)) {
    // The first import starts the worker thread.
    await send(server, file);
    const courseIds: number[] = [];
    await measured(`import of ${format}`, imports, async () => {
      courseIds.push((await (await send(server, file)).json()).courseId);
    });
    await measured(`export as ${format}`, imports, async (i) => {
      await call(server, "GET", `/admin/courses/${courseIds[i]}/export/${file.path}`);
    });
    await measured(`deletion (${format})`, imports, async (i) => {
      await call(server, "DELETE", `/admin/courses/${courseIds[i]}`);
    });
  }
  rows.push(row("no import, after", await quiet(), null));
  report.table(
    `${title}, ${learners.each} readers and ${learners.each} writers`,
    ["", "reads", "p50 ms", "p99 ms", "max ms", "saves", "p50 ms", "p99 ms", "max ms", "each s"],
    rows,
  );
}

function row(name: string, { readsMs, savesMs }: LoadSeen, tookMs: readonly number[] | null): string[] {
  const figures = (times: readonly number[]) => [
    `${times.length}`,
    shown(percentile(times, 0.5), 1),
    shown(percentile(times, 0.99), 1),
    shown(percentile(times, 1), 1),
  ];
  return [
    name,
    ...figures(readsMs),
    ...figures(savesMs),
    tookMs === null ? "" : shown(percentile(tookMs, 0.5) / 1_000),
  ];
}

function send(
  server: AuthoringServer,
  { path, body }: { readonly path: string; readonly body: string },
): Promise<Response> {
  return call(server, "POST", `/admin/courses/import/${path}`, body);
}

/** The response, after its whole body has arrived. */
async function call(
  { url, adminToken }: AuthoringServer,
  method: string,
  path: string,
  body?: string,
): Promise<Response> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: status ${response.status}, ${text}`);
  return new Response(text);
}

/** 2,000 examples, as many as the formats allow, of some 900 characters each. */
function largeCourse(): Course {
  const code = Array.from(
    { length: 20 },
    (_, i) => `const value${i} = compute("${i}", { depth: ${i} });`,
  ).join("\n");
  return {
    title: "Large",
    description: "A course as large as it can be",
    difficulty_level: "advanced",
    order_index: null,
    lessons: Array.from({ length: 20 }, (_, l) => ({
      title: `Lesson ${l}`,
      description: "What it is about",
      chapters: Array.from({ length: 10 }, (_, c) => ({
        title: `Chapter ${c}`,
        description: "",
        examples: Array.from({ length: 10 }, (_, e) => ({
          title: `Example ${e}`,
          description: "One sentence about it.",
          language: "typescript",
          code_content: `// ${l}.${c}.${e}\n${code}`,
          output: "",
        })),
      })),
    })),
  };
}
