import { passwordMinimum } from "@tabstop/contract/vocabulary";
import type { ReactNode } from "react";
import { api } from "../../shell/data/api.ts";
import { usePageHead } from "../../shell/page-head.ts";
import { pageSetting } from "../../shell/browser/page-settings.ts";
import { Link, Navigate } from "../../shell/router/router.tsx";
import { session, useUser } from "../../shell/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { StatusNotice } from "../../ui/notice.tsx";
import { AuthPage } from "./auth-page.tsx";
import { EntryForm } from "./entry-form.tsx";
import { FormProblem } from "../form-problem.tsx";
import { registerProblems } from "../form-problems.ts";
import { useAccountForm } from "../use-account-form.ts";

const fields = ["username", "email", "password", "confirmPassword"] as const;

// Long: one form, field by field.
export function RegisterScreen(): ReactNode {
  usePageHead({ title: "Register", canonical: "/register" });
  const user = useUser();
  const form = useAccountForm({
    fields,
    fallback: "Registration failed",
    check: registerProblems,
    send: async ({ username, email, password }) => {
      session.logIn(
        await api("register", { body: { username: username.trim(), email: email.trim(), password } }),
      );
    },
  });

  if (user !== null) return <Navigate to="/courses" replace />;
  if (pageSetting("registration") === "closed") return <Closed />;
  const { problems } = form;
  return (
    <AuthPage title="Register">
      <EntryForm label="Register" onSubmit={form.onSubmit}>
        <Field
          label="Username"
          name="username"
          type="text"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          required
          help="Shown on leaderboards."
          error={problems.username}
        />
        <Field label="Email" name="email" type="email" autoComplete="email" required error={problems.email} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          help={`At least ${passwordMinimum} characters`}
          error={problems.password}
        />
        <Field
          label="Confirm password"
          name="confirmPassword"
          type="password"
          autoComplete="new-password"
          required
          error={problems.confirmPassword}
        />
        <FormProblem problem={problems.form} unreachable={form.unreachable} />
        <Button type="submit" look="primary" block tall busy={form.busy && "Registering..."}>
          Register
        </Button>
      </EntryForm>
      <ToLogin />
    </AuthPage>
  );
}

function Closed(): ReactNode {
  return (
    <AuthPage title="Register">
      <div className="mt-6">
        <StatusNotice>New accounts cannot be created here. Ask the people who run this site.</StatusNotice>
      </div>
      <ToLogin />
    </AuthPage>
  );
}

function ToLogin(): ReactNode {
  return (
    <p className="t2 mt-6">
      Already registered?{" "}
      <Link className="strong-link" to="/login">
        Login
      </Link>
    </p>
  );
}
