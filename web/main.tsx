import "./css/main.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startAdminCheck } from "./shell/admin-check.ts";
import { App } from "./app.tsx";
import { startOutboxOnceSignedIn } from "./shell/outbox-start.ts";
import { startPageHead } from "./shell/page-head.ts";
import { startQueryClient } from "./shell/query-client.ts";
import { startSession } from "./shell/session.ts";
import { startTheme } from "./shell/theme.ts";

startTheme();
startPageHead();
startQueryClient();
startAdminCheck();
startSession();
startOutboxOnceSignedIn();

const root = document.getElementById("root");
if (!root) throw new TypeError("The page has no #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
