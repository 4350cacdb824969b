// What a learner has done and knows: figures, speed and accuracy by day, a year of days, languages, what costs time, and
// what comes due. No number compares them with other people.

import "./progress.css";
import type { ReactNode } from "react";
import { WeekChart } from "../learning/week-chart.tsx";
import { problemText } from "../shell/data/problem-text.ts";
import { usePageHead } from "../shell/page-head.ts";
import { QueryProblem } from "../shell/query-problem.tsx";
import { useSearchParams } from "../shell/router/router.tsx";
import { useUser } from "../shell/session/session.ts";
import { CostChart } from "./charts/cost-chart.tsx";
import { LineChart, type LineOf } from "./charts/line-chart.tsx";
import { accuracyAxis, axisDays, type Point, speedAxis } from "./charts/line-points.ts";
import { YearChart } from "./charts/year-chart.tsx";
import { type Choice, choiceOf, writeChoice } from "./choice.ts";
import { ChoiceFields } from "./choice-fields.tsx";
import { EmptyProgress } from "./empty-progress.tsx";
import { KeptNotice } from "../shell/kept.tsx";
import { KnowBars } from "./know-bars.tsx";
import { ProgressFigures } from "./progress-figures.tsx";
import { Nothing, Part, ToCome } from "./progress-part.tsx";
import { type ProgressParts, type ShownProgress, useDueDays, useProgress } from "./progress-queries.ts";
import { isBlank, noCopies, yearText } from "./progress-words.ts";
import { ReviewButton } from "./review-button.tsx";
import { SlipList } from "./slip-list.tsx";

export function ProgressScreen(): ReactNode {
  usePageHead({ title: "Progress", indexed: false });
  const user = useUser();
  // Without a user, they are logging out.
  return user === null ? null : <ProgressOf key={user.id} userId={user.id} />;
}

function ProgressOf({ userId }: { readonly userId: number }): ReactNode {
  const [search, changeSearch] = useSearchParams();
  const parts = useProgress(userId, choiceOf(search));
  const { query, choice, ofAll } = parts;
  const isEmpty = ofAll !== undefined && isBlank(ofAll);
  const isLost = ofAll === undefined && query.error !== null;
  return (
    <main id="main" className="page progress-page" tabIndex={-1} aria-busy={query.isPending}>
      <div className="page-head">
        <h1>Progress</h1>
        {isEmpty ? null : (
          <>
            <ChoiceFields
              choice={choice}
              languages={ofAll?.languages}
              onChoose={(chosen) => changeSearch((now) => writeChoice(now, chosen))}
            />
            <ReviewButton userId={userId} />
          </>
        )}
      </div>
      <KeptNotice query={query} text={problemText} />
      <ProgressFigures
        figures={parts.ofChoice?.figures}
        streak={ofAll?.streak}
        isComing={query.error === null}
      />
      {ofAll === undefined && !isLost ? <output className="sr">Loading progress...</output> : null}
      {isEmpty ? (
        <EmptyProgress />
      ) : isLost ? (
        <>
          <div className="progress-problem">
            <QueryProblem query={query} text={problemText} />
          </div>
          <div className="section">
            <ComesDue userId={userId} choice={choice} />
          </div>
        </>
      ) : (
        <AllParts userId={userId} parts={parts} />
      )}
    </main>
  );
}

/** The parts of a learner who has practised, and their places while they load. */
function AllParts({ userId, parts }: { readonly userId: number; readonly parts: ProgressParts }): ReactNode {
  const { query, choice, ofChoice, ofLanguage, ofAll } = parts;
  const { language } = choice;
  const problem = (
    <div className="progress-problem">
      <QueryProblem query={{ ...query, data: undefined }} text={problemText} />
    </div>
  );
  return (
    <>
      {ofChoice === undefined && query.error !== null ? (
        problem
      ) : (
        <div className="cols progress-lines">
          <Line of={speed} from={ofChoice} language={language} />
          <Line of={accuracy} from={ofChoice} language={language} />
        </div>
      )}
      <YearOfDays progress={ofAll} choice={choice} />
      <Part title="What you know" about="constructs of each language, all time" isLine>
        {ofAll === undefined ? (
          <ToCome shape="row" count={3} />
        ) : ofAll.knowledge.length === 0 ? (
          <Nothing>What you know of each language stands here after your first example from memory.</Nothing>
        ) : (
          <KnowBars knowledge={ofAll.knowledge} />
        )}
      </Part>
      <div className="section cols">
        {ofLanguage === undefined && query.error !== null ? (
          problem
        ) : (
          <Part title="Syntax that costs you time" about={`ms per character, ${threeMonths}`}>
            <Costs progress={ofLanguage} />
          </Part>
        )}
        <div className="progress-stack">
          {ofLanguage === undefined && query.error !== null ? null : (
            <Part title="Slips in words" about={threeMonths}>
              <Slips progress={ofLanguage} />
            </Part>
          )}
          <ComesDue userId={userId} choice={choice} />
        </div>
      </div>
    </>
  );
}

const threeMonths = "this month and the two before";

const speed: LineOf = {
  name: "Speed",
  unit: "words per minute",
  column: "Words per minute",
  sign: "",
  look: "is-own",
};
const accuracy: LineOf = {
  name: "Accuracy",
  unit: "percent",
  column: "Accuracy",
  sign: "%",
  look: "is-plain",
};

function Line({
  of,
  from: progress,
  language,
}: {
  readonly of: LineOf;
  readonly from: ShownProgress | undefined;
  readonly language: string | null;
}): ReactNode {
  const isSpeed = of === speed;
  const points: readonly Point[] = (progress?.days ?? []).flatMap(({ day, wpm, accuracy: percent }) => {
    const value = isSpeed ? wpm : percent;
    return value === null ? [] : [{ day, value }];
  });
  const axis = isSpeed ? speedAxis(points) : accuracyAxis(points);
  const start = axis.start === 0 || points.length === 0 ? null : `axis starts at ${axis.start}${of.sign}`;
  return (
    <Part title={of.name} about={isSpeed ? "words per minute, Copy only" : start}>
      {progress === undefined ? (
        <ToCome shape="line" />
      ) : points.length === 0 ? (
        <Nothing>{noCopies(language)}</Nothing>
      ) : (
        <LineChart
          of={of}
          points={points}
          axis={axis}
          days={axisDays(progress.span, points, progress.today)}
        />
      )}
    </Part>
  );
}

function YearOfDays({
  progress,
  choice,
}: {
  readonly progress: ShownProgress | undefined;
  readonly choice: Choice;
}): ReactNode {
  const what = choice.language === null ? "minutes typed per day" : "minutes typed per day, all languages";
  const about = progress && `${what}; ${yearText(progress.year.length, progress.streak.longest)}`;
  return (
    <Part title="A year of days" about={about ?? what} isLine>
      {progress === undefined ? <ToCome shape="year" /> : <YearChart progress={progress} />}
    </Part>
  );
}

function Costs({ progress }: { readonly progress: ShownProgress | undefined }): ReactNode {
  if (progress === undefined) return <ToCome shape="row" count={6} />;
  return progress.costs.slowest.length === 0 ? (
    <Nothing>Syntax that slows you down stands here once you have typed it 20 times.</Nothing>
  ) : (
    <CostChart costs={progress.costs} />
  );
}

function Slips({ progress }: { readonly progress: ShownProgress | undefined }): ReactNode {
  if (progress === undefined) return <ToCome shape="row" count={3} />;
  return progress.slips.length === 0 ? (
    <Nothing>What you typed instead stands here once it happened twice.</Nothing>
  ) : (
    <SlipList slips={progress.slips} />
  );
}

function ComesDue({
  userId,
  choice: { language },
}: {
  readonly userId: number;
  readonly choice: Choice;
}): ReactNode {
  const due = useDueDays(userId);
  return (
    <Part
      title="What comes due"
      about={language === null ? "the next 7 days" : "the next 7 days, all languages"}
    >
      <KeptNotice query={due} text={problemText} />
      {due.data !== undefined ? (
        <WeekChart week={due.data.answer.week} />
      ) : due.error === null ? (
        <ToCome shape="bars" count={7} />
      ) : (
        <QueryProblem query={due} text={problemText} />
      )}
    </Part>
  );
}
