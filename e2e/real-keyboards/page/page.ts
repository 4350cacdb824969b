// The product's typing area on a page that carries out commands. No driver reaches into the browser, so the same page
// and cases serve every browser. Commands arrive as server-sent events; the page responds to each with a POST.

import { prepare } from "@tabstop/engine/example";
import { Run } from "../../../web/typing/run.ts";
import { mountTypingArea, type TypingArea } from "../../../web/typing/typing-area.ts";
import type { PageCommand, PageState } from "../page-commands.ts";
import "../../../web/css/main.css";
import "../../../web/typing/code-area.css";
import "./page.css";

const outside = document.createElement("p");
outside.id = "outside";
outside.textContent = "stolen";
const host = document.createElement("div");
host.id = "host";
document.body.append(outside, host);

let area: TypingArea | null = null;
let run = new Run(prepare(""));
/** The events of the field, as the records of capture-recorded.test.ts write them. */
let events: string[] = [];
let left: string | null = null;

function execute(command: PageCommand): PageState {
  switch (command.kind) {
    case "mount":
      area?.field.blur();
      area?.destroy();
      run = new Run(prepare(command.text));
      events = [];
      left = null;
      takesLostKeys = false;
      area = mountTypingArea(host, {
        run,
        tokens: null,
        label: "Code",
        onLeave: (key) => {
          left = key;
        },
      });
      area.focus();
      break;
    case "focus":
      area?.focus();
      break;
    case "blur":
      area?.field.blur();
      break;
    case "lose":
      area?.field.blur();
      takesLostKeys = true;
      break;
    case "read":
      break;
    default:
      throw new TypeError(`no such command: ${JSON.stringify(command satisfies never)}`);
  }
  return stateNow();
}

function stateNow(): PageState {
  const { attempt } = run;
  return {
    kind: attempt.kind,
    offset: attempt.offset,
    errors: attempt.errors,
    partial: attempt.partial,
    hint: attempt.lastError?.hint ?? null,
    log: run.log.map((stroke) => (stroke.kind === "text" ? stroke.text : `<${stroke.kind}>`)),
    times: run.log.map(({ at }) => Math.round(at)),
    value: area?.field.value ?? "",
    hasFocus: document.hasFocus() && document.activeElement === area?.field,
    left,
    events,
    eventCount,
    clicks,
    dragSource: [corner[0] + 30, corner[1] + 14],
    drawnCaret: host.querySelector(".ca-caret")?.textContent ?? "",
  };
}

let eventCount = 0;
let clicks = 0;
/** The page's corner on the display, which only a press of the mouse shows. */
let corner: readonly [number, number] = [0, 0];
addEventListener(
  "mousedown",
  ({ screenX, screenY, clientX, clientY }) => {
    corner = [screenX - clientX, screenY - clientY];
    eventCount += 1;
  },
  { capture: true },
);

// Counted after the press has had its effect.
addEventListener("click", () => {
  clicks += 1;
});

for (const type of [
  "keydown",
  "keyup",
  "compositionstart",
  "compositionend",
  "beforeinput",
  "input",
  "paste",
  "dragstart",
  "drop",
])
  addEventListener(
    type,
    (event) => {
      eventCount += 1;
      events.push(described(event));
    },
    { capture: true },
  );
addEventListener("blur", () => events.push("window blur"));

function described(event: Event): string {
  const flags: string[] = [];
  if (event instanceof KeyboardEvent) {
    for (const [flag, isOn] of Object.entries({
      ctrl: event.ctrlKey,
      alt: event.altKey,
      shift: event.shiftKey,
      meta: event.metaKey,
      AltGraph: event.getModifierState("AltGraph"),
      rep: event.repeat,
      comp: event.isComposing,
      229: event.keyCode === 229,
    }))
      if (isOn) flags.push(flag);
    return `${event.type === "keydown" ? "kd" : "ku"}[${[event.key, event.code, ...flags].join("|")}]`;
  }
  if (event instanceof InputEvent) {
    if (event.isComposing) flags.push(" comp");
    if (event.type === "beforeinput" && !event.cancelable) flags.push(" nc");
    return `${event.type === "input" ? "in" : "bi"}(${event.inputType}:${event.data ?? "null"}${flags.join("")})`;
  }
  if (event instanceof CompositionEvent) return event.type === "compositionend" ? `ce"${event.data}"` : "cs";
  return event.type;
}

// As on the practice screen, a key that no control uses is typed.
document.addEventListener("keydown", (event) => {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (takesLostKeys && isText) area?.focus();
});
let takesLostKeys = false;

const commands = new EventSource("/commands");
commands.addEventListener("message", ({ data }) => {
  const { id, command } = JSON.parse(data) as { id: number; command: PageCommand };
  const respond = (response: { id: number; state?: PageState; problem?: string }) =>
    void fetch("/responses", { method: "POST", body: JSON.stringify(response) });
  try {
    const state = execute(command);
    // The browser notices a new field when it draws the next frame.
    if (command.kind === "mount")
      requestAnimationFrame(() => requestAnimationFrame(() => respond({ id, state: stateNow() })));
    else respond({ id, state });
  } catch (error) {
    respond({ id, problem: String(error) });
  }
});
