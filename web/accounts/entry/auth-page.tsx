import "./auth.css";
import type { ReactNode } from "react";
import { CodePicture } from "../../ui/code-picture.tsx";
import { asideCode } from "./aside-code.ts";

/** The two halves of the forms outside the app: the form, and code that is being typed, for the eye only. */
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
