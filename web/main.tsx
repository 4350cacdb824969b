import "./css/main.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { startAdminCheck } from "./shell/admin-check.ts";
import { App } from "./app.tsx";
import { tolerateDomMutations } from "./shell/browser/tolerate-dom-mutations.ts";
import { startDueCount } from "./shell/due-start.ts";
import { startOffline } from "./shell/offline.ts";
import { startOutboxesOnceLoggedIn } from "./shell/outbox/outbox-start.ts";
import { startQueryClient } from "./shell/data/query-client.ts";
import { startSession } from "./shell/session/session.ts";
import { startTheme } from "./shell/theme.ts";

tolerateDomMutations();
startTheme();
startQueryClient();
startAdminCheck();
startDueCount();
startSession();
startOutboxesOnceLoggedIn();
startOffline();

const root = document.getElementById("root");
if (!root) throw new TypeError("The page has no #root");
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// Not in a browser that lacks something that the app needs: page-start.js says what.
if (document.documentElement.dataset.missing === undefined) {
  // The landing page is prerendered by the build, so React hydrates it.
  if (root.firstElementChild && location.pathname === "/") hydrateRoot(root, app);
  else createRoot(root).render(app);
}
