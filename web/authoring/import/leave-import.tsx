import { type ReactNode, useEffect, useState } from "react";
import { guardPage } from "../../shell/router/router.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** Asks before an admin leaves the page during an import, which would stop after the current file. */
export function LeaveImport({ isWriting }: { readonly isWriting: boolean }): ReactNode {
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!isWriting) return;
    const release = guardPage((leave) => setGoOn(() => leave));
    // Imported files stay; but the admin would not see what became of the others.
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", beforeUnload);
    return () => {
      release();
      removeEventListener("beforeunload", beforeUnload);
      // The import has finished while the question was open: stay and show the results.
      setGoOn(null);
    };
  }, [isWriting]);
  return (
    <Dialog
      open={goOn !== null}
      alert
      title="Leave the import?"
      describedBy="leave-import"
      onClose={() => setGoOn(null)}
      actions={
        <>
          <Button data-first-focus onClick={() => setGoOn(null)}>
            Stay
          </Button>
          <Button look="danger" onClick={() => goOn?.()}>
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
