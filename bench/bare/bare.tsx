// The smallest page with React, with whose first paint that of the landing page is compared.

import { createElement } from "react";
import { createRoot } from "react-dom/client";

const root = document.getElementById("root");
if (!root) throw new TypeError("The page has no #root");
createRoot(root).render(createElement("h1", null, "Get the syntax into your fingers."));
