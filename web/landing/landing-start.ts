// The script of the prerendered landing page: it points Get Started and the courses at the right pages, and keeps what a
// visitor types for the code. The app loads when the page is complete, or with the first key, and takes the page over. Until
// then, and if the app fails to load, links work as plain links.

import { firstKeys } from "./try/first-keys.ts";

const address = document.querySelector<HTMLElement>("script[data-app]")?.dataset.app ?? "";
const isSignedIn = "signedIn" in document.documentElement.dataset;

if (isSignedIn) {
  for (const link of document.querySelectorAll("[data-get-started]")) link.setAttribute("href", "/courses");
  for (const link of document.querySelectorAll<HTMLElement>("[data-course-id]"))
    link.setAttribute("href", `/courses?courseId=${link.dataset.courseId ?? ""}`);
}

const load = () => {
  // The console shows the failure. The page works without the app, but nothing will take the keys.
  import(/* @vite-ignore */ address).catch(() => keys.stop());
};
const keys = firstKeys();
keys.onWanted(load);

if (isSignedIn) {
  // The bar needs the app to show the account.
  load();
} else {
  const whenIdle = () => {
    try {
      requestIdleCallback(load, { timeout: 2000 });
    } catch {
      setTimeout(load, 200);
    }
  };
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}
