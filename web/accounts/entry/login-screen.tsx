import { type ReactNode, useState } from "react";
import { api } from "../../shell/data/api.ts";
import { usePageHead } from "../../shell/page-head.ts";
import { Link, Navigate, useLocation } from "../../shell/router/router.tsx";
import { safePath } from "../../shell/router/safe-path.ts";
import { session, useSession } from "../../shell/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Check, Field } from "../../ui/field.tsx";
import { StatusNotice } from "../../ui/notice.tsx";
import { AuthPage } from "./auth-page.tsx";
import { EntryForm } from "./entry-form.tsx";
import { FormProblem } from "../form-problem.tsx";
import { loginProblems } from "../form-problems.ts";
import { useAccountForm } from "../use-account-form.ts";

const fields = ["email", "password"] as const;

// Long: one form, field by field.
export function LoginScreen(): ReactNode {
  usePageHead({ title: "Login", canonical: "/login" });
  const state = useSession();
  const { state: origin } = useLocation() as { state: { from?: unknown } | null };
  const [rememberMe, setRememberMe] = useState(false);
  const form = useAccountForm({
    fields,
    fallback: "Login failed",
    check: (entry) => loginProblems(entry),
    send: async ({ email, password }) => {
      session.logIn(await api("login", { body: { email: email.trim(), password, rememberMe } }));
    },
  });

  // Logged in, here or in another tab: back to the page that required it.
  if (state.kind === "signed-in") return <Navigate to={safePath(origin?.from) ?? "/courses"} replace />;
  const { problems } = form;
  return (
    <AuthPage title="Login">
      {state.kind === "none" && (state.reason === "expired" || state.reason === "deleted") ? (
        <div className="mt-4">
          <StatusNotice>
            {state.reason === "expired"
              ? "Session expired. Please log in again."
              : "Your account has been deleted."}
          </StatusNotice>
        </div>
      ) : null}
      <EntryForm label="Login" onSubmit={form.onSubmit}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={problems.email}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={problems.password}
        />
        <div className="row flex-wrap">
          <Check
            label="Remember me for 30 days"
            name="rememberMe"
            checked={rememberMe}
            onChange={(event) => setRememberMe(event.target.checked)}
          />
          <Link className="push t2" to="/forgot-password">
            Forgot password?
          </Link>
        </div>
        <FormProblem problem={problems.form} unreachable={form.unreachable} />
        <Button type="submit" look="primary" block tall busy={form.busy && "Logging in..."}>
          Login
        </Button>
      </EntryForm>
      <p className="t2 mt-6">
        No account yet?{" "}
        <Link className="strong-link" to="/register" state={origin}>
          Register
        </Link>
      </p>
    </AuthPage>
  );
}
