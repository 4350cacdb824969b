// Parses the body of an import in the worker thread: JSON, then the schema of the endpoint, then the course file in it.
// On the event loop 32 MB of JSON would block all other requests.

import type { ParsedBody } from "@tabstop/contract/endpoints";
import type { ErrorBody } from "@tabstop/contract/errors";
import {
  CsvImport,
  LessonImport,
  LessonsCsvImport,
  MarkdownImport,
} from "@tabstop/contract/shapes/authoring";
import { type CourseResult, type LessonsResult, parseFile } from "./course-jobs.ts";

export type ImportEndpoint = "importCourseMarkdown" | "importCourseCsv" | "importLesson" | "importLessonsCsv";

export type BodyJob<N extends ImportEndpoint = ImportEndpoint> = {
  readonly endpoint: N;
  readonly body: Uint8Array;
};

/** What an import is about, without the text of the file. */
export type ImportRequest<N extends ImportEndpoint> = Omit<
  ParsedBody<N>,
  "markdown" | "csvData" | "lessonTitle"
>;
export type ReadingOf<N extends ImportEndpoint> = N extends "importCourseMarkdown" | "importCourseCsv"
  ? CourseResult
  : LessonsResult;

export type BodyResult<N extends ImportEndpoint = ImportEndpoint> =
  | { readonly kind: "read"; readonly request: ImportRequest<N>; readonly reading: ReadingOf<N> }
  | { readonly kind: "malformed"; readonly message: string }
  | {
      readonly kind: "invalid";
      readonly message: string;
      readonly details: NonNullable<ErrorBody["details"]>;
    };

export function parseImportBody({ endpoint, body }: BodyJob): BodyResult {
  if (hasManyValues(body)) return { kind: "malformed", message: "The body has too many values." };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    const what = error instanceof SyntaxError ? "JSON" : "UTF-8";
    return { kind: "malformed", message: `The body is not valid ${what}.` };
  }
  switch (endpoint) {
    case "importCourseMarkdown":
      return checked(MarkdownImport.safeParse(value), ({ markdown, ...request }) => ({
        request,
        reading: parseFile({ format: "markdown", text: markdown }),
      }));
    case "importCourseCsv":
      return checked(CsvImport.safeParse(value), ({ csvData, ...request }) => ({
        request,
        reading: parseFile({ format: "csv", text: csvData }),
      }));
    case "importLesson":
      return checked(LessonImport.safeParse(value), ({ markdown, lessonTitle, ...request }) => ({
        request,
        reading: parseFile({ format: "lesson", text: markdown, lessonTitle }),
      }));
    case "importLessonsCsv":
      return checked(LessonsCsvImport.safeParse(value), ({ csvData, ...request }) => ({
        request,
        reading: parseFile({ format: "lessons-csv", text: csvData }),
      }));
  }
}

type Parsed<Body> =
  | { readonly success: true; readonly data: Body }
  | {
      readonly success: false;
      readonly error: { readonly issues: readonly { path: readonly PropertyKey[]; message: string }[] };
    };

function checked<Body>(
  parsed: Parsed<Body>,
  read: (body: Body) => { request: ImportRequest<ImportEndpoint>; reading: CourseResult | LessonsResult },
): BodyResult {
  if (parsed.success) return { kind: "read", ...read(parsed.data) };
  const details = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  return { kind: "invalid", message: details[0]?.message ?? "The request is not valid.", details };
}

/** An import has four. Millions of objects would fill the memory of the thread. */
const mostValues = 1_000;

const [quote, backslash, comma, brace, bracket] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b];

/** Whether JSON has many commas and openings outside its texts. */
function hasManyValues(json: Uint8Array): boolean {
  let values = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) isInText = !isInText;
    else if (isInText) at += byte === backslash ? 1 : 0;
    else if (byte === comma || byte === brace || byte === bracket) values += 1;
    if (values > mostValues) return true;
  }
  return false;
}
