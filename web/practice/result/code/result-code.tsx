// The code of a finished run, looked at: in the stage's place for code, with its slips underlined and the speed of each line,
// and a bar at the foot in place of the result. Its keys are handled in lesson-keys.ts.

import "../../../typing/code.css";
import "./result-code.css";
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { createPortal } from "react-dom";
import { Ruler } from "../../../typing/code-picture.tsx";
import { spokenText } from "../../../typing/memory/spoken-text.ts";
import { counted } from "../../../ui/words.ts";
import { FrameButton } from "../result-frame.tsx";
import type { RunAnalysis, Slip } from "../run-analysis.ts";
import { SlipWords } from "../run-slips.tsx";
import type { CompletedRun } from "../shown-result.ts";
import { type LookLine, lookLines, slipAt } from "./code-look.ts";

type Chosen = ReturnType<typeof slipAt>;

// Long: the parts of one bar, in their order.
export function ResultCode({
  slot,
  completed: { prepared, example },
  analysis,
  slip,
  wpm,
  busy,
  onSlip,
  onResult,
  onTryAgain,
  onNext,
}: {
  /** The stage's place for code. */
  readonly slot: Element | null;
  readonly completed: CompletedRun;
  /** null while the run is read. */
  readonly analysis: RunAnalysis | null;
  /** The index of the slip that is looked at; it may be beyond either end. */
  readonly slip: number;
  readonly wpm: number;
  readonly busy: boolean;
  readonly onSlip: (by: number) => void;
  readonly onResult: () => void;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const chosen = slipAt(analysis, slip);
  const count = analysis?.slips.length ?? 0;
  const saidId = useId();
  const place = chosen === null ? "No slips" : `slip ${chosen.index + 1} of ${count}`;
  return (
    <>
      {slot !== null
        ? createPortal(
            <Look
              prepared={prepared}
              tokens={example.tokens}
              analysis={analysis}
              chosen={chosen}
              describedBy={saidId}
            />,
            slot,
          )
        : null}
      <section className="result-bar" aria-label="Result">
        {chosen !== null ? (
          <p className="bar-slip" aria-hidden="true">
            <Words slip={chosen.slip} />
          </p>
        ) : null}
        <p>
          <b>{wpm}</b> wpm
        </p>
        {analysis === null ? null : chosen === null ? (
          <p>No slips.</p>
        ) : (
          <p className="bar-place">
            <SlipButton label="Previous slip" sign="↑" onPress={() => onSlip(-1)} />
            <SlipButton label="Next slip" sign="↓" onPress={() => onSlip(1)} />
            <span>{place}</span>
          </p>
        )}
        <p className="sr" role="status" id={saidId}>
          {analysis === null ? "" : chosen === null ? `${place}.` : `${saidOf(chosen.slip)}, ${place}.`}
        </p>
        <span className="r-pair push">
          <FrameButton look="quiet" letter="Esc" onPress={onResult}>
            Result
          </FrameButton>
          <FrameButton letter="R" onPress={onTryAgain}>
            Try Again
          </FrameButton>
          <FrameButton look="primary" busy={busy} onPress={onNext}>
            Next Example
          </FrameButton>
        </span>
      </section>
    </>
  );
}

/** Holds the result, which slides down while its code is looked at. Then what had the focus gets it back. */
export function ResultRoom({
  isAside,
  children,
}: {
  readonly isAside: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const room = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const inside = room.current;
    if (!isAside || inside === null) return;
    const opener = document.activeElement;
    return () => {
      const main = inside.querySelector<HTMLElement>("[data-main]");
      const target = opener instanceof HTMLElement && inside.contains(opener) ? opener : main;
      if (inside.isConnected) target?.focus({ preventScroll: true });
    };
  }, [isAside]);
  return (
    <div className="result-room" ref={room} data-aside={isAside ? "" : undefined} inert={isAside}>
      {children}
    </div>
  );
}

function SlipButton({
  label,
  sign,
  onPress,
}: {
  readonly label: string;
  readonly sign: string;
  readonly onPress: () => void;
}): ReactNode {
  return (
    <button type="button" aria-label={label} title={label} onClick={onPress}>
      <kbd>{sign}</kbd>
    </button>
  );
}

function Words({ slip: { typed, belongs } }: { readonly slip: Slip }): ReactNode {
  return <SlipWords group={{ typed, belongs, times: 1, lines: [] }} />;
}

function saidOf({ line, typed, belongs }: Slip): string {
  return `Line ${line}: ${spokenText(typed)} where ${spokenText(belongs)} belongs`;
}

/** The code takes the focus. What was focused before gets it back, if it is still there. */
function Look({
  prepared,
  tokens,
  analysis,
  chosen,
  describedBy,
}: Pick<CompletedRun, "prepared"> & {
  readonly tokens: CompletedRun["example"]["tokens"];
  readonly analysis: RunAnalysis | null;
  readonly chosen: Chosen;
  readonly describedBy: string;
}): ReactNode {
  const region = useRef<HTMLElement>(null);
  const index = chosen?.index ?? null;
  const lines = useMemo(() => lookLines(prepared, tokens, analysis), [prepared, tokens, analysis]);
  useLayoutEffect(() => region.current?.focus({ preventScroll: true }), []);
  usePlacedNote(region, index, lines);
  return (
    <section
      ref={region}
      className="code look"
      aria-label="Your code"
      aria-describedby={describedBy}
      // A region that scrolls has to be reached by the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      translate="no"
      dir="ltr"
    >
      <div className="look-head">
        <Ruler columns={80} {...(index === null ? {} : { needle: 0 })} />
        <span className="sp-h" aria-hidden="true">
          wpm
        </span>
      </div>
      <ol className="lines">
        {lines.map((line) => (
          <Line key={line.number} line={line} chosen={chosen} />
        ))}
      </ol>
    </section>
  );
}

function Line({ line, chosen }: { readonly line: LookLine; readonly chosen: Chosen }): ReactNode {
  const isNow = chosen?.slip.line === line.number;
  return (
    <li className={isNow ? "ln now" : "ln"}>
      <div className="src" style={{ "--in": line.indent } as CSSProperties}>
        {line.parts.map(({ kind, token, text, slip }, index) => {
          const isHere = isNow && slip !== null && slip === chosen.index;
          const names = [
            kind === "tab" ? "tab" : kind === "enter" ? "ret u" : token,
            slip === null ? "" : "miss",
            isHere ? "here" : "",
          ];
          return (
            <span key={index} className={names.filter((name) => name !== "").join(" ") || undefined}>
              {text}
              {isHere ? (
                <span className="slip-pop" aria-hidden="true">
                  <Words slip={chosen.slip} />
                </span>
              ) : null}
            </span>
          );
        })}
        {line.wpm !== null ? (
          <span className="sp">
            {line.wpm}
            <span className="sr"> {counted(line.wpm, "word").replace(/^\d+ /, "")} per minute</span>
          </span>
        ) : null}
      </div>
    </li>
  );
}

const edgePx = 8;

/** Scrolls to the slip, puts the needle above it, and keeps its note left of the code's right edge. */
function usePlacedNote(
  region: RefObject<HTMLElement | null>,
  index: number | null,
  lines: readonly LookLine[],
): void {
  useLayoutEffect(() => {
    const code = region.current;
    const here = code?.querySelector<HTMLElement>(".here") ?? null;
    if (code === null || here === null || index === null) return;
    const place = () => {
      const src = here.closest(".src");
      const needle = code.querySelector<HTMLElement>(".needle");
      const note = here.querySelector<HTMLElement>(".slip-pop");
      if (src === null || note === null) return;
      const { left } = here.getBoundingClientRect();
      const right = src.getBoundingClientRect().right;
      needle?.style.setProperty("transform", `translateX(${left - src.getBoundingClientRect().left}px)`);
      note.style.setProperty("--shift", "0px");
      const over = note.getBoundingClientRect().right + edgePx - right;
      if (over > 0) note.style.setProperty("--shift", `${over}px`);
    };
    const { top, bottom } = here.getBoundingClientRect();
    const frame = code.getBoundingClientRect();
    const middle = (top + bottom - frame.top - frame.bottom) / 2;
    if (top < frame.top + 48 || bottom > frame.bottom - 64) code.scrollBy(0, middle);
    place();
    addEventListener("resize", place);
    return () => removeEventListener("resize", place);
  }, [region, index, lines]);
}
