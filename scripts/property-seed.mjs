// Property tests draw the same cases in every `npm test`, so that a red run means that something changed; other cases
// are tried in `npm run test:all`, which sets PROPERTY_SEED to a new number and prints it.

import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20261127) });
