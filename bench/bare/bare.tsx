/** The least that a page of React can be: what the landing page's first paint is held against. */
import { createElement } from "react";
import { createRoot } from "react-dom/client";

const root = document.getElementById("root");
if (!root) throw new TypeError("The page has no #root");
createRoot(root).render(createElement("h1", null, "Get the syntax into your fingers."));
