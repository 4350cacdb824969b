// The thread that reads course files.

import { serveJobs } from "../threads/serve-jobs.ts";
import { type CourseResult, type LessonsResult, parseFile, type ParseJob } from "./parse-jobs.ts";

serveJobs<ParseJob, CourseResult | LessonsResult>(parseFile);
