// Gives property tests the same cases in every `npm test`, so that only a change can make them fail. `npm run test:all`
// tests other cases: it sets PROPERTY_SEED to a new number and prints it.

import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20261127) });
