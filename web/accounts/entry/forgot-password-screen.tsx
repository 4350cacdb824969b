import { type ReactNode, useState } from "react";
import { api } from "../../shell/data/api.ts";
import { usePageHead } from "../../shell/page-head.ts";
import { Link } from "../../shell/router/router.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { AuthPage } from "./auth-page.tsx";
import { Done } from "./done.tsx";
import { EntryForm } from "./entry-form.tsx";
import { FormProblem } from "../form-problem.tsx";
import { forgotProblems } from "../form-problems.ts";
import { useAccountForm } from "../use-account-form.ts";

const fields = ["email"] as const;

export function ForgotPasswordScreen(): ReactNode {
  usePageHead({ title: "Forgot Password", canonical: "/forgot-password" });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { problems, unreachable, busy, onSubmit } = useAccountForm({
    fields,
    fallback: "Password reset request failed",
    check: forgotProblems,
    send: async (entry) => {
      const email = entry.email.trim();
      await api("forgotPassword", { body: { email } });
      setSentTo(email);
    },
  });

  if (sentTo !== null)
    return (
      <AuthPage title="Forgot password">
        <Done title="Password reset email sent!">
          If an account exists with the email {sentTo}, you will receive instructions
        </Done>
        <div className="mt-6">
          <Link className={buttonClass({ block: true, tall: true })} to="/login">
            Return to Login
          </Link>
        </div>
      </AuthPage>
    );
  return (
    <AuthPage title="Forgot password">
      <p className="t2 mt-2">
        Enter the email address of your account. A link to set a new password is sent to it.
      </p>
      <EntryForm label="Forgot password" onSubmit={onSubmit}>
        <Field label="Email" name="email" type="email" autoComplete="email" required error={problems.email} />
        <FormProblem problem={problems.form} unreachable={unreachable} />
        <Button type="submit" look="primary" block tall busy={busy && "Sending..."}>
          Send Reset Email
        </Button>
      </EntryForm>
      <p className="t2 mt-6">
        <Link className="strong-link" to="/login">
          Return to Login
        </Link>
      </p>
    </AuthPage>
  );
}
