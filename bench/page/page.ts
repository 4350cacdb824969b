// The product's code area on a page of its own: for examples longer than a course may contain, and to separate the cost
// of a key in the code area from that of the screen around it.

import type { Tokens } from "@tabstop/contract/vocabulary";
import { prepare } from "@tabstop/engine/example";
import { hiddenText } from "../../web/typing/memory/hidden-text.ts";
import { MemoryRun } from "../../web/typing/memory/memory-run.ts";
import { Run } from "../../web/typing/run.ts";
import { mountTypingArea } from "../../web/typing/typing-area.ts";
import "../../web/css/main.css";
import "../../web/typing/code-area.css";
import "./page.css";

const example = window.benchExample ?? { text: "", tokens: [], way: "" as const, constructs: [] };
const { text, way, constructs } = example;
const tokens = example.tokens as Tokens;
const run = new Run(prepare(text));
const memory =
  way === ""
    ? undefined
    : new MemoryRun(run, constructs, hiddenText({ code: text, tokens }, way, constructs));
const host = document.createElement("div");
document.body.append(host);
const area = mountTypingArea(host, { run, tokens, label: "Code", memory });
run.subscribe(({ cursor, errors }) => {
  window.benchTyped = { cursor, errors };
});
area.focus();
