// Loads the module of a thread or process from its TypeScript source (`npm run dev`, tests). Node does not pass the
// loader of the main thread on, so that this one brings its own. A thread gets the module's address as its data, a
// process as its argument.

import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
await import(workerData?.module ?? process.argv[2]);
