// The worker thread that reads and prints course files.

import { serveJobs } from "../threads/serve-jobs.ts";
import {
  type CourseResult,
  type LessonsResult,
  parseFile,
  type ParseJob,
  printFile,
  type PrintJob,
} from "./course-jobs.ts";
import { type BodyJob, type BodyResult, parseImportBody } from "./import-body.ts";

serveJobs<ParseJob | PrintJob | BodyJob, CourseResult | LessonsResult | string | BodyResult>((job) => {
  if ("body" in job) return parseImportBody(job);
  return "print" in job ? printFile(job) : parseFile(job);
});
