/**
 * The product's typing area on a page that does what the runner says: no driver has to reach into the browser, so that
 * the same page and the same cases serve every one. Orders come as server-sent events; each is answered by a POST.
 */
import { prepare } from "@tabstop/engine/example";
import { Run } from "../../../web/typing/run.ts";
import { mountTypingArea, type TypingArea } from "../../../web/typing/typing-area.ts";
import type { Order, State } from "../orders.ts";
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
/** What the field heard, as the records of capture.test.ts write it. */
let events: string[] = [];
let left: string | null = null;

function obey(order: Order): State {
  switch (order.kind) {
    case "mount":
      area?.field.blur();
      area?.destroy();
      run = new Run(prepare(order.text));
      events = [];
      left = null;
      takesLostKeys = false;
      area = mountTypingArea(host, {
        run,
        tokens: null,
        label: "Code",
        onLeave: (how) => {
          left = how;
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
      throw new TypeError(`no such order: ${JSON.stringify(order satisfies never)}`);
  }
  return stateNow();
}

function stateNow(): State {
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
    heard,
    clicks,
    outside: [corner[0] + 30, corner[1] + 14],
    drawnCaret: host.querySelector(".ca-caret")?.textContent ?? "",
  };
}

let heard = 0;
let clicks = 0;
/** The page's corner on the display; only a press of the mouse says it. */
let corner: readonly [number, number] = [0, 0];
addEventListener(
  "mousedown",
  ({ screenX, screenY, clientX, clientY }) => {
    corner = [screenX - clientX, screenY - clientY];
    heard += 1;
  },
  { capture: true },
);

// After the press has done what it does.
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
      heard += 1;
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

// As the screen around the typing area does it: a key that nobody else wants belongs to the code.
document.addEventListener("keydown", (event) => {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (takesLostKeys && isText) area?.focus();
});
let takesLostKeys = false;

const orders = new EventSource("/orders");
orders.addEventListener("message", ({ data }) => {
  const { id, order } = JSON.parse(data) as { id: number; order: Order };
  const answer = (given: { id: number; state?: State; problem?: string }) =>
    void fetch("/answers", { method: "POST", body: JSON.stringify(given) });
  try {
    const state = obey(order);
    // The browser hears of a new field with the next picture.
    if (order.kind === "mount")
      requestAnimationFrame(() => requestAnimationFrame(() => answer({ id, state: stateNow() })));
    else answer({ id, state });
  } catch (error) {
    answer({ id, problem: String(error) });
  }
});
