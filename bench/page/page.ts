// The product's code area on a page of its own: for examples longer than a course may contain, and to separate the cost
// of a key in the code area from that of the screen around it.

import type { Tokens } from "@tabstop/contract/vocabulary";
import { prepare } from "@tabstop/engine/example";
import { Run } from "../../web/typing/run.ts";
import { mountTypingArea } from "../../web/typing/typing-area.ts";
import "../../web/css/main.css";
import "../../web/typing/code-area.css";
import "./page.css";

const { text, tokens } = window.benchExample ?? { text: "", tokens: [] };
const run = new Run(prepare(text));
const host = document.createElement("div");
document.body.append(host);
const area = mountTypingArea(host, { run, tokens: tokens as Tokens, label: "Code" });
run.subscribe(({ cursor, errors }) => {
  window.benchTyped = { cursor, errors };
});
area.focus();
