import { type ReactNode, useId, useState } from "react";
import { api, quietApi } from "../../shell/data/api.ts";
import { forgetRunsOf } from "../../shell/outbox/forget-runs.ts";
import { saveFile } from "../../shell/data/save-file.ts";
import { session } from "../../shell/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { DownloadIcon, TrashIcon } from "../../ui/icons.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { FormProblem } from "../form-problem.tsx";
import { type Problems } from "../form-problems.ts";
import { problemSentence } from "./problem-sentence.ts";
import { Setting } from "./setting.tsx";
import { useAccountForm } from "../use-account-form.ts";

export function YourData({ userId }: { readonly userId: number }): ReactNode {
  const [downloading, setDownloading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);

  const download = async () => {
    setDownloading(true);
    setProblem(null);
    try {
      saveFile(await api("exportAccount"), "tabstop-data.json");
    } catch (error) {
      setProblem(problemSentence(error, "Your data could not be downloaded"));
    } finally {
      setDownloading(false);
    }
  };

  return (
    <Setting title="Your data" about="Deleting the account takes your progress, times and photo with it.">
      <div className="stack">
        <div className="flex flex-wrap gap-3">
          <Button busy={downloading && "Downloading..."} onClick={() => void download()}>
            <DownloadIcon />
            Download my data
          </Button>
          <Button look="danger-quiet" onClick={() => setDeleting(true)}>
            <TrashIcon />
            Delete account
          </Button>
        </div>
        {problem === null ? null : <ErrorNotice>{problem}</ErrorNotice>}
      </div>
      <Dialog open={deleting} onClose={() => setDeleting(false)} title="Delete account">
        <DeleteAccount userId={userId} onCancel={() => setDeleting(false)} />
      </Dialog>
    </Setting>
  );
}

const fields = ["currentPassword"] as const;

function DeleteAccount({
  userId,
  onCancel,
}: {
  readonly userId: number;
  readonly onCancel: () => void;
}): ReactNode {
  const aboutId = useId();
  const { problems, unreachable, busy, onSubmit } = useAccountForm({
    fields,
    fallback: "Your account could not be deleted",
    check: ({ currentPassword }): Problems<"currentPassword"> =>
      currentPassword === "" ? { currentPassword: "Current password is required" } : {},
    send: async ({ currentPassword }) => {
      // Quiet: what is on the screen cannot be loaded again without the account, and a refusal would end the session as
      // expired.
      await quietApi("deleteAccount", { body: { currentPassword } });
      await forgetRunsOf(userId).catch(() => {});
      session.end("deleted");
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} aria-label="Delete account" aria-describedby={aboutId}>
      <div className="stack mt-4">
        <p id={aboutId} className="t2">
          Your account, progress, times and photo will be deleted. This action cannot be undone.
        </p>
        <Field
          label="Current password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          error={problems.currentPassword}
        />
        <FormProblem problem={problems.form} unreachable={unreachable} />
      </div>
      <div className="dialog-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="danger" busy={busy && "Deleting..."}>
          Delete
        </Button>
      </div>
    </form>
  );
}
