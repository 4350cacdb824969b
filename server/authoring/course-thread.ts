// The worker thread that reads and prints course files.

import { serveJobs } from "../threads/serve-jobs.ts";
import { type CourseResult, doJob, type LessonsResult, type ParseJob, type PrintJob } from "./course-jobs.ts";

serveJobs<ParseJob | PrintJob, CourseResult | LessonsResult | string>(doJob);
