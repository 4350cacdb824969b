// The appearance and the accessibility of the screen of what is known of a language, in every state.

import { expectGoodLook } from "../support/good-look.ts";
import { knowledgeStates } from "../support/knowledge.ts";
import { test } from "../support/test.ts";

for (const { name, open } of knowledgeStates) {
  test(`${name}: axe finds no violation, everything fits, and it can be read in any medium`, async ({
    page,
    server,
    faults,
  }) => {
    test.slow();
    faults.expectFault(/status of 404 .*\/knowledge\//);
    await open(page, server);
    await expectGoodLook(page, name);
  });
}
