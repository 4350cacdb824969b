// The appearance and the accessibility of what asks from memory and of the first days, in every state.

import { expectGoodLook } from "../support/good-look.ts";
import { memoryStates } from "../support/memory-states.ts";
import { test } from "../support/test.ts";

for (const { name, open } of memoryStates) {
  test(`${name}: axe finds no violation, everything fits, and it can be read in any medium`, async ({
    page,
    server,
  }) => {
    test.slow();
    await open(page, server);
    await expectGoodLook(page, name);
  });
}
