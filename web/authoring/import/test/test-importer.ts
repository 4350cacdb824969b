// An importer whose server is a function, for the tests of the importer.

import { ApiError } from "@tabstop/contract/client";
import { createImporter, type Importer, type ImportRequest } from "../importer.ts";

type Responding = (request: ImportRequest) => unknown;

/** An importer whose server is a function; returns what it sent and how long it waited. */
export function createTestImporter(respond: Responding = () => undefined) {
  const sent: ImportRequest[] = [];
  const waits: number[] = [];
  let imports = 0;
  const importer = createImporter({
    send: async (request) => {
      sent.push(request);
      const response = await respond(request);
      if (response instanceof Error) throw response;
      return (response as ReturnType<typeof good>) ?? good(request.text);
    },
    wait: async (ms) => void waits.push(ms),
    imported: () => {
      imports += 1;
    },
  });
  return { importer, sent, waits, imports: () => imports };
}

export const good = (title: string, warnings: { code: string; found: string; message: string }[] = []) => ({
  courseId: 7,
  results: [
    {
      success: true,
      type: "course" as const,
      title,
      courseId: 7,
      error: null,
      lessons: 1,
      chapters: 1,
      examples: 2,
    },
  ],
  warnings,
});

export const file = (name: string, content: string | Uint8Array = name) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { name, size: bytes.length, arrayBuffer: async () => bytes.slice().buffer };
};

const problems = [{ code: "FENCE_UNCLOSED", line: 12, found: "````", message: "Line 12: Never closed." }];
export const invalid = () =>
  new ApiError(
    422,
    {
      error: "1 error, nothing was imported",
      code: "IMPORT_INVALID",
      errorCount: 1,
      errors: problems,
      warnings: [],
    },
    null,
  );

/** 'a.md good | b.md faulty' */
export function drawn({ getSnapshot }: Importer): string {
  const { stage } = getSnapshot();
  if (stage.kind === "choosing") return "choosing";
  const results = stage.results.map(({ file: { name }, outcome }) => `${name} ${outcome.kind}`);
  return `${stage.kind}: ${results.join(" | ")}`;
}
export const chosen = ({ getSnapshot }: Importer) => getSnapshot().files.map(({ name }) => name);
