import "./css/main.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startAdminCheck } from "./shell/admin-check.ts";
import { App } from "./app.tsx";
import { startQueryClient } from "./shell/query-client.ts";
import { startSession } from "./shell/session.ts";
import { startTheme } from "./shell/theme.ts";

startTheme();
startQueryClient();
startAdminCheck();
startSession();

const root = document.getElementById("root");
if (!root) throw new TypeError("The page has no #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
