// The public page: what Tabstop is, whom it is for, and how to start.
//
// The build draws it once to HTML. So its first rendering must not depend on the visitor, and it may have no `style`
// attribute, because the content security policy forbids those in a page.

import "./landing.css";
import { type ReactNode, useRef } from "react";
import { usePageHead } from "../shell/page-head.ts";
import { Link } from "../shell/router/router.tsx";
import { useUser } from "../shell/session/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { CodePicture, Ruler } from "../typing/code-picture.tsx";
import { ArrowStopIcon, CheckIcon, ChevronRightIcon, LogoIcon } from "../ui/icons.tsx";
import { statesCode } from "./pictures.ts";
import { RecordPicture } from "./record-picture.tsx";
import { useDemo } from "./use-demo.ts";

const lessons: readonly {
  readonly title: string;
  readonly mark: "done" | "part is-43" | "part is-20" | "";
}[] = [
  { title: "Variables and values", mark: "done" },
  { title: "Functions and arrows", mark: "done" },
  { title: "Arrays", mark: "done" },
  { title: "Objects and destructuring", mark: "done" },
  { title: "Maps and sets", mark: "part is-43" },
  { title: "Template literals", mark: "part is-20" },
  { title: "Promises and async", mark: "" },
  { title: "Modules", mark: "" },
  { title: "Iterators", mark: "" },
];

export function LandingScreen(): ReactNode {
  usePageHead({ title: "Tabstop | Programming Syntax Practice" });
  return (
    <>
      <main id="main" tabIndex={-1}>
        <Hero />
        <Steps />
        <Readers />
        <LastCall />
      </main>
      <Footer />
    </>
  );
}

function Hero(): ReactNode {
  return (
    <section className="hero">
      <div className="wrap stack gap-6 pt-22 pb-14">
        <h1 aria-label="Get the syntax into your fingers.">
          Get the syntax into your f<span className="h-caret" />
          <span className="ghost">ingers.</span>
        </h1>
        <p className="lead">
          Type real code examples, character by character, until brackets, colons and arrows no longer need a
          thought.
        </p>
        <div className="row mt-2">
          <GetStarted />
        </div>
      </div>
      <Demo />
    </section>
  );
}

function Steps(): ReactNode {
  return (
    <div className="border-t border-line">
      <div className="wrap">
        <Step
          stop={0}
          title="Learn"
          text="Courses are cut into lessons, lessons into chapters, chapters into short examples. Each one shows a single idea in code that would pass review."
        >
          <CoursePicture />
        </Step>
        <Step
          stop={1}
          title="Practice"
          text="Type the example as it stands. A wrong key flashes red and is counted, but blocks nothing: the right key goes on at once. A tab is a tab, Enter is Enter, and nothing closes brackets for you."
        >
          <div aria-hidden="true">
            <CodePicture code={statesCode} numbers={false} />
          </div>
          <p className="mt-3 max-w-none text-[0.8125rem] leading-5 text-text-3">
            Bright is typed. Grey is still to come. A red line marks a slip.
          </p>
        </Step>
        <Step
          stop={2}
          title="Master"
          text="Track your progress by time, accuracy and errors. Beat your own record, compare with the leaderboard, and come back for the examples that are still slow."
        >
          <RecordPicture />
        </Step>
      </div>
    </div>
  );
}

function Readers(): ReactNode {
  return (
    <div className="border-t border-line">
      <div className="wrap cols py-18 max-md:py-12">
        <Reader
          title="New to programming"
          text="Reading code is not the same as writing it. Start with ten-line examples, see every space and indent, and build the habit before the theory gets heavy."
        />
        <Reader
          title="Experienced, in a new language"
          text="You know what you want to say, your hands still say it in the old syntax. Typing idiomatic examples moves the new one from the documentation into your hands."
        />
      </div>
    </div>
  );
}

function LastCall(): ReactNode {
  return (
    <div className="border-t border-line">
      <div className="wrap row flex-wrap gap-6 py-14">
        <h2 className="text-[1.75rem] leading-9 tracking-[-0.02em]">Start at column zero.</h2>
        <span className="push">
          <GetStarted />
        </span>
      </div>
    </div>
  );
}

function Footer(): ReactNode {
  return (
    <footer className="border-t border-line">
      <div className="wrap row t3 small h-18">
        <LogoIcon />
        <span>Tabstop</span>
        <span className="push">Practise syntax by typing it.</span>
      </div>
    </footer>
  );
}

/** Code that types itself, with the ruler above it. */
function Demo(): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const { picture, isStopped, toggle } = useDemo(place);
  return (
    <div ref={place}>
      <Ruler columns={120} needle={picture.code.caret.column} full />
      <div className="wrap demo">
        <p className="sr">
          A demonstration: seven lines of JavaScript are typed, key by key. What is typed turns bright, a slip
          flashes red and leaves a red line, and errors and accuracy are counted beside it.
        </p>
        <div className="demo-code" aria-hidden="true">
          <CodePicture code={picture.code} />
        </div>
        <div className="demo-side">
          <dl aria-hidden="true">
            <div className="figure">
              <dt>errors</dt>
              <dd>{picture.errors}</dd>
            </div>
            <div className="figure">
              <dt>accuracy</dt>
              <dd>{picture.accuracy}%</dd>
            </div>
          </dl>
          <button type="button" className="demo-toggle" onClick={toggle}>
            {isStopped ? "Play" : "Pause"}
            <span className="sr"> the demonstration</span>
          </button>
        </div>
      </div>
    </div>
  );
}

/** A picture of the courses in the practice screen. */
function CoursePicture(): ReactNode {
  return (
    <div className="tree landing-tree" inert>
      <details open>
        <summary>
          <ChevronRightIcon />
          <b>JavaScript</b>
          <span className="num small t2">28/60</span>
          <span className="meta">
            <span className="level" data-n="1">
              <i />
              <i />
              <i />
            </span>
            Beginner
            <span className="bar is-46">
              <i />
            </span>
          </span>
        </summary>
        <ul className="lessons">
          {lessons.map(({ title, mark }) => (
            <li key={title}>
              <span className="lesson" aria-current={title === "Maps and sets" ? "true" : undefined}>
                <span className={`mark ${mark}`}>{mark === "done" ? <CheckIcon size={11} /> : null}</span>
                <span>{title}</span>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/**
 * Links to the courses if the user is logged in, else to registration. landing-start.js does it before the app runs.
 */
function GetStarted(): ReactNode {
  const user = useUser();
  const to = user ? "/courses" : "/register";
  return (
    // The address in the prerendered page may be wrong for this visitor, and React does not correct it.
    <Link
      ref={(link) => {
        link?.setAttribute("href", to);
      }}
      className={buttonClass({ look: "primary", size: "large" })}
      to={to}
      data-get-started
    >
      Get Started <ArrowStopIcon size={18} />
    </Link>
  );
}

function Step({
  stop,
  title,
  text,
  children,
}: {
  readonly stop: 0 | 1 | 2;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={`step stop-${stop}`}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

function Reader({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  return (
    <section>
      <h2 className="text-[1.25rem] leading-7">{title}</h2>
      <p className="t2 mt-2 max-w-[28.5rem] text-base leading-[1.625rem]">{text}</p>
    </section>
  );
}
