import { passwordMinimum } from "@tabstop/contract/vocabulary";
import { type ReactNode, useRef, useState } from "react";
import { api } from "../../shell/data/api.ts";
import { session } from "../../shell/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { StatusNotice } from "../../ui/notice.tsx";
import { FormProblem } from "../form-problem.tsx";
import { changePasswordProblems } from "../form-problems.ts";
import { Setting } from "./setting.tsx";
import { useAccountForm } from "../use-account-form.ts";

const fields = ["currentPassword", "newPassword", "confirmPassword"] as const;

// Long: one form, field by field.
export function ChangePassword({ email }: { readonly email: string }): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const [changed, setChanged] = useState(false);
  const { problems, unreachable, busy, onSubmit } = useAccountForm({
    fields,
    fallback: "Password change failed",
    check: (entry) => {
      setChanged(false);
      return session.isStored()
        ? changePasswordProblems(entry)
        : { form: "You must be logged in to change your password" };
    },
    send: async ({ currentPassword, newPassword }) => {
      await api("changePassword", { body: { currentPassword, newPassword } });
      form.current?.reset();
      setChanged(true);
    },
  });
  return (
    <Setting
      title="Change password"
      about={`At least ${passwordMinimum} characters. A new password ends every other session.`}
    >
      <form
        ref={form}
        className="stack narrow change-password"
        noValidate
        onSubmit={onSubmit}
        aria-label="Change password"
      >
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field
          label="Current password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          error={problems.currentPassword}
        />
        <Field
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
          error={problems.newPassword}
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
        {changed ? (
          <StatusNotice success>Password changed. Every other session has ended.</StatusNotice>
        ) : null}
        <div>
          <Button type="submit" look="primary" busy={busy && "Changing..."}>
            Change Password
          </Button>
        </div>
      </form>
    </Setting>
  );
}
