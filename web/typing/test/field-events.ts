// Writes sequences of a field's events, and replays them to the capture rules with a field that behaves like a
// browser's: a prevented event has no effect, and touching the field during a composition is an error.

import { CaptureRules, type FieldEvent, sentinelCharacter } from "../capture-rules.ts";

export type Flag = "comp" | "nc" | "229" | "9" | "rep" | "ctrl" | "shift" | "alt" | "meta" | "over";
export type Recorded = {
  readonly name:
    | "kd"
    | "ku"
    | "bi"
    | "in"
    | "cs"
    | "cu"
    | "ce"
    | "silent-end"
    | "paste"
    | "drop"
    | "focus"
    | "blur";
  /** The key, the input type or the composed text. */
  readonly what: string;
  readonly data: string;
  readonly flags: readonly Flag[];
};

export const recorded = (
  name: Recorded["name"],
  what = "",
  data = "",
  flags: readonly Flag[] = [],
): Recorded => ({
  name,
  what,
  data,
  flags,
});
/** A keydown; `229` and `9` are its keyCode, `rep` marks a repeat. `ku` is a keyup. */
export const kd = (key: string, ...flags: Flag[]) => recorded("kd", key, "", flags);
export const ku = (key: string) => recorded("ku", key);
/** A beforeinput without data. `comp` sets isComposing, and `nc` makes it impossible to cancel. */
export const bi = (inputType: string, ...flags: Flag[]) => recorded("bi", inputType, "", flags);
/** An input event. With `over` the text replaces the field's whole value. */
export const inp = (inputType: string, data: string, ...flags: Flag[]) =>
  recorded("in", inputType, data, flags);
/** A beforeinput followed by its input event, as usual. */
export const typed = (inputType: string, data: string, ...flags: Flag[]) => [
  recorded("bi", inputType, data, flags),
  inp(inputType, data, ...flags),
];
export const cs = recorded("cs");
export const cu = (text: string) => recorded("cu", text);
export const ce = (text: string) => recorded("ce", text);
/** A composition ends without an event. */
export const silentEnd = recorded("silent-end");
export const paste = recorded("paste");
export const drop = recorded("drop");
export const focus = recorded("focus");
export const blur = recorded("blur");

/** The text of each keystroke, or `<kind>` if it has none; and whether the last event was prevented. */
export function played(...events: readonly (Recorded | readonly Recorded[])[]) {
  return playedBy(new CaptureRules(), ...events);
}

/** The same by rules of one's own. */
export function playedBy(rules: CaptureRules, ...events: readonly (Recorded | readonly Recorded[])[]) {
  let value = sentinelCharacter;
  let composed: string | null = null;
  let isPrevented = false;
  let at = 0;
  const shown: string[] = [];
  const times: number[] = [];

  const send = (event: FieldEvent) => {
    const effects = rules.handle(event);
    if (effects.reset) {
      if (composed !== null) throw new Error(`the field was touched while composing, at ${event.type}`);
      value = sentinelCharacter;
    }
    if (effects.keystroke !== null) {
      shown.push(effects.keystroke.kind === "text" ? effects.keystroke.text : `<${effects.keystroke.kind}>`);
      times.push(effects.keystroke.at);
    }
    if (effects.leave !== null) shown.push(`<leave by ${effects.leave}>`);
    if (effects.asksHelp) shown.push("<help>");
    return effects.preventDefault;
  };

  for (const { name, what, data, flags } of events.flat()) {
    const has = (flag: Flag) => flags.includes(flag);
    const isComposing = has("comp");
    switch (name) {
      case "kd":
        at += 100;
        isPrevented = send({
          type: "keydown",
          key: what,
          keyCode: has("229") ? 229 : has("9") ? 9 : 0,
          repeat: has("rep"),
          shiftKey: has("shift"),
          ctrlKey: has("ctrl"),
          altKey: has("alt"),
          metaKey: has("meta"),
          isComposing,
          at,
        });
        at += 2;
        break;
      case "ku":
        at += 150;
        isPrevented = send({ type: "keyup", key: what });
        break;
      case "bi":
        isPrevented = send({
          type: "beforeinput",
          inputType: what,
          data: data === "" ? null : data,
          isComposing,
          cancelable: !has("nc"),
          at,
        });
        if (has("nc")) isPrevented = false;
        break;
      case "in":
        if (isPrevented) break;
        if (isComposing) composed = data;
        else if (what.startsWith("delete")) value = value.slice(0, -1);
        // Firefox's input event after compositionend repeats the text that is already there.
        else if (what !== "insertCompositionText") value = (has("over") ? "" : value) + data;
        send({ type: "input", inputType: what, isComposing, value: value + (composed ?? ""), at });
        break;
      case "cs":
        composed = "";
        send({ type: "compositionstart" });
        break;
      case "cu":
        composed = what;
        break;
      case "ce":
        value += what;
        composed = null;
        send({ type: "compositionend", value, at });
        break;
      case "silent-end":
        value += composed ?? "";
        composed = null;
        break;
      case "blur":
        composed = null;
        send({ type: "blur" });
        break;
      case "paste":
      case "drop":
      case "focus":
        isPrevented = send({ type: name });
    }
  }
  return { shown: shown.join(" "), times, isPrevented };
}

export const keys = (...events: readonly (Recorded | readonly Recorded[])[]) => played(...events).shown;
