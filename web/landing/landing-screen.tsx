// The public page: what Tabstop is, whom it is for, and how to start.
//
// The build draws it once to HTML. So its first rendering must not depend on the visitor, and it may have no `style`
// attribute, because the content security policy forbids those in a page.

import "./landing.css";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { usePageHead } from "../shell/page-head.ts";
import { Link } from "../shell/router/router.tsx";
import { useUser } from "../shell/session/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { CodePicture } from "../typing/code-picture.tsx";
import { ArrowStopIcon, LogoIcon } from "../ui/icons.tsx";
import { OfferedCourses } from "./offered-courses.tsx";
import { statesCode } from "./pictures.ts";
import { ToldPicture } from "./told-picture.tsx";
import { Try } from "./try/try.tsx";

export function LandingScreen(): ReactNode {
  usePageHead({ title: "Tabstop | Programming Syntax Practice" });
  return (
    <>
      <main id="main" tabIndex={-1}>
        <Hero />
        <OfferedCourses />
        <Steps />
        <Readers />
        <LastCall />
      </main>
      <Footer />
    </>
  );
}

function Hero(): ReactNode {
  const typed = useRef<HTMLSpanElement>(null);
  const caret = useRef<HTMLSpanElement>(null);
  const toCome = useRef<HTMLSpanElement>(null);
  const headline = useMemo(() => ({ typed, caret, toCome }), []);
  const [isRunOffered, setIsRunOffered] = useState(false);
  return (
    <section className="hero">
      <div className="wrap stack gap-6 pt-18 pb-12">
        <h1 aria-label="Get the syntax into your fingers.">
          Get the syntax into your{" "}
          {/* The caret goes with the visitor's run, and the word stays in one piece. */}
          <span className="whitespace-nowrap">
            <span ref={typed}>f</span>
            <span className="h-caret" ref={caret} />
            <span className="ghost" ref={toCome}>
              ingers.
            </span>
          </span>
        </h1>
        <p className="lead">
          Type real code examples, character by character, until brackets, colons and arrows no longer need a
          thought.
        </p>
        <div className="row mt-2">
          <GetStarted look={isRunOffered ? "secondary" : "primary"} />
        </div>
      </div>
      <Try headline={headline} onOffer={setIsRunOffered} />
    </section>
  );
}

function Steps(): ReactNode {
  return (
    <div className="border-t border-line">
      <div className="wrap">
        <Step
          stop={0}
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
          stop={1}
          title="Master"
          text="Track your progress by time, accuracy and errors, line by line. Beat your own record, compare with the leaderboard, and come back for what fades."
        >
          <ToldPicture />
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

/**
 * Links to the courses if the user is logged in, else to registration. landing-start.js does it before the app runs.
 */
function GetStarted({ look = "primary" }: { readonly look?: "primary" | "secondary" }): ReactNode {
  const user = useUser();
  const to = user ? "/courses" : "/register";
  return (
    // The address in the prerendered page may be wrong for this visitor, and React does not correct it.
    <Link
      ref={(link) => {
        link?.setAttribute("href", to);
      }}
      className={buttonClass({ look, size: "large" })}
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
  readonly stop: 0 | 1;
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
