// The appearance and the accessibility of the learner's home, in every state.

import type { Page } from "@playwright/test";
import { openAsNewUser } from "./support/accounts.ts";
import { expectGoodLook } from "./support/good-look.ts";
import { learnerWithHome, openHome } from "./support/home.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";

const states: readonly {
  readonly name: string;
  readonly open: (page: Page, server: RunningServer) => Promise<void>;
}[] = [
  {
    name: "a newcomer's home",
    open: async (page) => {
      await openAsNewUser(page, "/courses");
      await expect(page.getByRole("heading", { name: "What do you want to type?" })).toBeVisible();
    },
  },
  {
    name: "the home of a learner with a week behind them",
    open: async (page, server) => {
      await learnerWithHome(page, server);
      await openHome(page);
    },
  },
  {
    name: "the home whose summary has failed",
    open: async (page, server) => {
      await learnerWithHome(page, server);
      await page.route("**/api/courses/home**", (route) => route.fulfill({ status: 418 }));
      await openHome(page);
      await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "the home with a goal that is not saved",
    open: async (page, server) => {
      await learnerWithHome(page, server);
      await openHome(page);
      await page.route("**/api/auth/preferences", (route) => route.fulfill({ status: 418 }));
      await page.getByRole("combobox", { name: "Goal of the day" }).selectOption("No goal");
      await expect(page.getByText("Your goal is not saved.")).toBeVisible();
    },
  },
];

for (const { name, open } of states) {
  test(`${name}: axe finds no violation, everything fits, and it can be read in any medium`, async ({
    page,
    server,
    faults,
  }) => {
    test.slow();
    faults.expectFault(/status of 418/);
    await open(page, server);
    await expectGoodLook(page, name);
  });
}
