import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useLeavingGuard } from "../use-leaving-guard.ts";

/**
 * Asks before an admin leaves the page during an import, which would stop after the current file. Imported files stay, but
 * the admin would not see what happened to the others.
 */
export function LeaveImport({ isWriting }: { readonly isWriting: boolean }): ReactNode {
  const { isAsking, stay, leave } = useLeavingGuard(isWriting);
  return (
    <Dialog
      open={isAsking}
      alert
      title="Leave the import?"
      describedBy="leave-import"
      onClose={stay}
      actions={
        <>
          <Button data-first-focus onClick={stay}>
            Stay
          </Button>
          <Button look="danger" onClick={leave}>
            Leave
          </Button>
        </>
      }
    >
      <p id="leave-import" className="t2 mt-3">
        Files are still being imported. Files that are already imported stay; the remaining files will not be
        imported.
      </p>
    </Dialog>
  );
}
