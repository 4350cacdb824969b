// The thread that reads course files.

import { serveJobs } from "../threads/serve-jobs.ts";
import { parseFile, type ParseJob, type ParseResult } from "./parse-jobs.ts";

serveJobs<ParseJob, ParseResult>(parseFile);
