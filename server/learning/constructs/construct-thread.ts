// The worker thread that finds constructs. A job is one text in one language.

import { constructsOf } from "@tabstop/syntax/constructs-of";
import { serveJobs } from "../../threads/serve-jobs.ts";
import type { ConstructJob, ConstructResult } from "./construct-filler.ts";

serveJobs<ConstructJob, ConstructResult>(({ code, language, runs }) =>
  constructsOf(code, language, runs === null ? null : JSON.parse(runs)),
);
