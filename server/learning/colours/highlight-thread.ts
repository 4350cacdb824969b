// The worker thread that computes colours. A job is one text in one language; its result is the runs, or null.

import type { Tokens } from "@tabstop/contract/vocabulary";
import { serveJobs } from "../../threads/serve-jobs.ts";
import { createColourer } from "./colour-runs.ts";

export type HighlightJob = { readonly code: string; readonly language: string };
export type HighlightResult = Tokens | null;

const colourer = await createColourer();
serveJobs<HighlightJob, HighlightResult>(({ code, language }) => colourer.runs(code, language));
