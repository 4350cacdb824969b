import "./auth.css";
import type { ReactNode } from "react";
import { CodePicture } from "../../typing/code-picture.tsx";
import { asideCode } from "./aside-code.ts";

/** The page of the forms for logged-out users: the form, and beside it a decorative picture of code being typed. */
export function AuthPage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <main id="main" className="auth" tabIndex={-1}>
      <div className="auth-form">
        <h1>{title}</h1>
        {children}
      </div>
      <aside className="auth-aside" aria-hidden="true">
        <div className="pl-12">
          <CodePicture code={asideCode} ruler />
        </div>
      </aside>
    </main>
  );
}
