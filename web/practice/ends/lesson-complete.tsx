// The result of the run that completes a lesson: what was typed in the lesson, the run itself, and the next lesson.

import { codePoints } from "@tabstop/engine/code-points";
import { formatTime, wordsPerMinute } from "@tabstop/engine/metrics";
import { type ReactNode, useId } from "react";
import { Link, useLocation } from "../../shell/router/router.tsx";
import { OutputBlock } from "../../ui/output-block.tsx";
import { counted, thousands } from "../../ui/words.ts";
import {
  type Course,
  type Example,
  type Lesson,
  type LessonSummary,
  nextPlace,
  openingPlace,
  type Place,
} from "../flow.ts";
import { addressOf, readAddress } from "../place-address.ts";
import { useLesson } from "../queries.ts";
import { copyButtons, ResultFrame } from "../result/result-frame.tsx";
import { RecordMark } from "../result/result-overlay.tsx";
import { type ResultView, saidOf } from "../result/result-view.ts";
import { EndFigures, GoOn } from "./end-parts.tsx";
import { ExampleStrip } from "./example-strip.tsx";
import { lessonEndView } from "./lesson-end-view.ts";
import { lessonAfter } from "./run-end.ts";

/** Its keys are handled in lesson-keys.ts. */
// Long: the parts of one dialog, in their order.
export function LessonComplete({
  view,
  userId,
  lesson,
  course,
  place,
  slips,
  typedMs,
  busy,
  failure,
  memory,
  offer = null,
  onTryAgain,
  onNext,
}: {
  readonly view: ResultView;
  readonly userId: number;
  readonly lesson: Lesson;
  /** null while it is loading. */
  readonly course: Course | null;
  /** Of the example that was typed. */
  readonly place: Place;
  /** Of this run; null while it is read. */
  readonly slips: number | null;
  /** Before this run, ms; null while it is unknown. */
  readonly typedMs: number | null;
  /** The rest as of every result. */
  readonly busy: boolean;
  readonly failure: { readonly problem: string; readonly canTryAgain: boolean } | null;
  readonly memory: { readonly isLoading: boolean; readonly onOpen: () => void } | null;
  readonly offer?: ReactNode;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const { result, output, rank, remark, unsent } = view;
  const headingId = useId();
  const nameId = useId();
  const { example } = place;
  const end = lessonEndView(lesson, { example, result }, typedMs);
  const of = `${thousands(end.total)} of ${counted(end.total, "example")}`;
  return (
    <ResultFrame
      headingId={`${nameId} ${headingId}`}
      said={`Lesson complete: ${lesson.title}, ${of}. ${saidOf(view)}`}
      unsent={unsent}
      failure={failure}
      {...copyButtons({ memory, offer, busy, onTryAgain, onNext })}
    >
      <header className="r-head">
        <span id={nameId} hidden>{`Example complete: ${view.title}.`}</span>
        <div>
          <h2 id={headingId} className="lesson-title">
            <span className="sr">Lesson complete: </span>
            {lesson.title}
          </h2>
          <p className="t2">{`Lesson complete, ${of}`}</p>
        </div>
        <RecordMark record={view.record} />
      </header>
      <ExampleStrip view={end} ownId={example.id} ownNote={slips === null ? "" : counted(slips, "slip")} />
      <EndFigures figures={end.figures} />
      <section className="this-run">
        <header>
          <h3 className="t3 small">{`This run: ${view.title}`}</h3>
          {rank !== null ? <p className="t3 small">{rank}</p> : null}
        </header>
        <EndFigures figures={runFigures(view, example)} isSmall />
        <OutputBlock heading={output.heading} output={output.text} />
        {remark !== null ? <p className="small">{remark}</p> : null}
        {offer}
      </section>
      <NextLesson
        userId={userId}
        next={lessonAfter(course, lesson.id)}
        isLink={nextPlace(lesson, place) !== null}
      />
    </ResultFrame>
  );
}

function NextLesson({
  userId,
  next,
  isLink,
}: {
  readonly userId: number;
  /** null in the last lesson. */
  readonly next: LessonSummary | null;
  /** Next Example leads elsewhere. */
  readonly isLink: boolean;
}): ReactNode {
  const { search } = readAddress(useLocation().search);
  const lesson = useLesson(userId, next?.id ?? null).data;
  if (next === null) return null;
  const { id: lessonId, title, description, total_examples: examples } = next;
  return (
    <GoOn
      what="Next lesson"
      title={isLink ? <Link to={addressOf({ lessonId, search })}>{title}</Link> : title}
      text={description}
      example={(lesson && openingPlace(lesson, null)?.example) ?? null}
    >
      <p className="t3 small">{counted(examples, "example")}</p>
    </GoOn>
  );
}

function runFigures({ result }: ResultView, example: Example) {
  const wpm = wordsPerMinute(codePoints(example.code_content), result.shownMs);
  return [
    ...(wpm === null ? [] : [{ name: "Speed", value: `${wpm} wpm` }]),
    { name: "Accuracy", value: `${result.accuracy}%` },
    { name: "Errors", value: String(result.errors) },
    { name: "Time", value: formatTime(result.shownMs) },
  ];
}
