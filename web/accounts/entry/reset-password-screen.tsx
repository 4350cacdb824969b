import { ApiError } from "@tabstop/contract/client";
import { passwordMinimum } from "@tabstop/contract/vocabulary";
import { type ReactNode, useState } from "react";
import { api } from "../../shell/data/api.ts";
import { usePageHead } from "../../shell/page-head.ts";
import { useQuery } from "../../shell/data/query.ts";
import { Link, useNavigateLater, useSearchParams } from "../../shell/router/router.tsx";
import { session } from "../../shell/session/session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/waiting.tsx";
import { AuthPage } from "./auth-page.tsx";
import { Done } from "./done.tsx";
import { EntryForm } from "./entry-form.tsx";
import { FormProblem } from "../form-problem.tsx";
import { resetProblems } from "../form-problems.ts";
import { missingToken, tokenIn, whyLinkIsBad } from "./reset-link.ts";
import { useAccountForm } from "../use-account-form.ts";

const fields = ["password", "confirmPassword"] as const;
const redirectMs = 3_000;

export function ResetPasswordScreen(): ReactNode {
  usePageHead({ title: "Reset Password", indexed: false });
  const [search] = useSearchParams();
  const token = tokenIn(search.get("token"));
  return (
    <AuthPage title="Reset password">
      {token === "" ? <BadLink why={missingToken} /> : <CheckedLink key={token} token={token} />}
    </AuthPage>
  );
}

function CheckedLink({ token }: { readonly token: string }): ReactNode {
  const check = useQuery({
    queryKey: ["open", "reset-token", token],
    queryFn: ({ signal }) => api("checkResetToken", { params: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // A link that was good when the page was opened may be refused when the form is sent.
  const [refused, setRefused] = useState<string | null>(null);
  const [done, setDone] = useState(false);

  if (done) return <Success />;
  if (refused !== null) return <BadLink why={refused} />;
  if (check.data !== undefined)
    return <NewPassword token={token} onRefused={setRefused} onDone={() => setDone(true)} />;
  if (!check.isError || check.isFetching) return <Spinner label="Validating your reset token..." />;
  const why = whyLinkIsBad(check.error);
  if (why !== null) return <BadLink why={why} />;
  return (
    <div className="mt-6">
      <ErrorNotice onRetry={() => void check.refetch()}>
        {check.error instanceof ApiError && check.error.message !== ""
          ? check.error.message
          : "The server could not be reached, so the link could not be checked yet."}
      </ErrorNotice>
    </div>
  );
}

function NewPassword({
  token,
  onRefused,
  onDone,
}: {
  readonly token: string;
  readonly onRefused: (why: string) => void;
  readonly onDone: () => void;
}): ReactNode {
  const { problems, unreachable, busy, onSubmit } = useAccountForm({
    fields,
    fallback: "Password reset failed",
    check: resetProblems,
    send: async ({ password }) => {
      try {
        await api("resetPassword", { body: { token, password } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "RESET_TOKEN_INVALID") throw error;
        return onRefused(error.message || "Invalid or expired token");
      }
      onDone();
      // This ended every session of the account. If this browser has one, its next request finds out.
      if (session.token() !== null) api("getProfile").catch(() => {});
    },
  });
  return (
    <>
      <EntryForm label="Reset password" onSubmit={onSubmit}>
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          help={`At least ${passwordMinimum} characters`}
          error={problems.password}
        />
        <Field
          label="Confirm new password"
          name="confirmPassword"
          type="password"
          autoComplete="new-password"
          required
          error={problems.confirmPassword}
        />
        <FormProblem problem={problems.form} unreachable={unreachable} />
        <Button type="submit" look="primary" block tall busy={busy && "Resetting..."}>
          Reset Password
        </Button>
      </EntryForm>
      <BackToLogin />
    </>
  );
}

function Success(): ReactNode {
  useNavigateLater("/login", redirectMs);
  return (
    <>
      <Done title="Password has been reset successfully!">
        Every session of the account has ended. The login page opens in a moment.
      </Done>
      <BackToLogin />
    </>
  );
}

function BadLink({ why }: { readonly why: string }): ReactNode {
  return (
    <>
      <div className="stack gap-6 mt-6">
        <ErrorNotice>{why}</ErrorNotice>
        <Link className={buttonClass({ look: "primary", block: true, tall: true })} to="/forgot-password">
          Request New Link
        </Link>
      </div>
      <BackToLogin />
    </>
  );
}

function BackToLogin(): ReactNode {
  return (
    <p className="t2 mt-6">
      <Link className="strong-link" to="/login">
        Back to Login
      </Link>
    </p>
  );
}
