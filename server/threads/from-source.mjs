// Loads a thread's module from its TypeScript source (`npm run dev`, tests). Node does not hand the loader of the main
// thread on to its threads, so that this one brings its own.

import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
await import(workerData.module);
