// The public page: what Tabstop is, for whom, and the way in.

import "./landing.css";
import type { CSSProperties, ReactNode } from "react";
import { usePageHead } from "../shell/page-head.ts";
import { Link } from "../shell/router.tsx";
import { useUser } from "../shell/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { CodePicture, Ruler } from "../ui/code-picture.tsx";
import { ArrowStopIcon, LogoIcon } from "../ui/icons.tsx";
import { demoCode, statesCode } from "./pictures.ts";

const inside = ["JavaScript", "Functions and arrows", "Arrow functions", "Double a number"];

export function LandingScreen(): ReactNode {
  usePageHead({ title: "Tabstop | Programming Syntax Practice", canonical: "/" });
  return (
    <>
      <main id="main" tabIndex={-1}>
        <section className="hero">
          <div className="wrap stack gap-6 pt-22 pb-14">
            <h1 aria-label="Get the syntax into your fingers.">
              Get the syntax into your f<span className="h-caret" />
              <span className="ghost">ingers.</span>
            </h1>
            <p className="lead">
              Type real code examples, character by character, until brackets, colons and arrows no longer
              need a thought.
            </p>
            <div className="row mt-2">
              <GetStarted />
            </div>
          </div>
          <Ruler columns={120} needle={demoCode.caret.column} full />
          <div className="wrap demo" aria-hidden="true">
            <CodePicture code={demoCode} />
            <dl className="flex gap-0 pt-6 max-md:pt-0">
              <div className="figure">
                <dt>errors</dt>
                <dd>1</dd>
              </div>
              <div className="figure">
                <dt>accuracy</dt>
                <dd>98%</dd>
              </div>
            </dl>
          </div>
        </section>
        <div className="border-t border-line">
          <div className="wrap">
            <Step
              stop={0}
              title="Learn"
              text="Courses are cut into lessons, lessons into chapters, chapters into short examples. Each one shows a single idea in code that would pass review."
            >
              <ol className="nesting">
                {inside.map((title, depth) => (
                  <li
                    key={title}
                    className={depth === inside.length - 1 ? "font-medium" : "t2"}
                    style={{ "--stop": depth } as CSSProperties}
                  >
                    {title}
                  </li>
                ))}
              </ol>
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
              <div className="stack result gap-5" aria-hidden="true">
                <div className="row">
                  <span className="t2 font-medium">Group items by key</span>
                  <span className="record push">
                    <ArrowStopIcon weight={2} />
                    New Record!
                  </span>
                </div>
                <div className="row flex-wrap items-baseline gap-x-4">
                  <span className="big">
                    00:41<span className="t3">.27</span>
                  </span>
                  <span className="stat">
                    <b>3.18 s</b> faster than your best
                  </span>
                </div>
                <dl className="facts">
                  <div>
                    <dt>Accuracy</dt>
                    <dd>98%</dd>
                  </div>
                  <div>
                    <dt>Errors</dt>
                    <dd>4</dd>
                  </div>
                  <div>
                    <dt>Time</dt>
                    <dd>00:41.27</dd>
                  </div>
                </dl>
              </div>
            </Step>
          </div>
        </div>
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
        <div className="border-t border-line">
          <div className="wrap row flex-wrap gap-6 py-14">
            <h2 className="text-[1.75rem] leading-9 tracking-[-0.02em]">Start at column zero.</h2>
            <span className="push">
              <GetStarted />
            </span>
          </div>
        </div>
      </main>
      <footer className="border-t border-line">
        <div className="wrap row t3 small h-18">
          <LogoIcon />
          <span>Tabstop</span>
          <span className="push">Practise syntax by typing it.</span>
        </div>
      </footer>
    </>
  );
}

/** Depends on nothing but whether somebody is signed in. */
function GetStarted(): ReactNode {
  const user = useUser();
  return (
    <Link className={buttonClass({ look: "primary", size: "large" })} to={user ? "/courses" : "/register"}>
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
  readonly stop: number;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="step" style={{ "--stop": stop } as CSSProperties}>
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
      <p className="t2 mt-2 max-w-[46ch] text-base leading-[1.625rem]">{text}</p>
    </section>
  );
}
